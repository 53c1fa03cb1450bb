import { nearestName } from '../../common/nearest-name.ts';
import { parseCommandId } from '../../core/command.ts';
import type { TestTarget } from '../../playbook/model.ts';
import type { ToolCall } from '../../ports/tool.ts';
import type { TurnTaken } from '../../ports/turn-watcher.ts';

/** Where a call comes from: the steps that called its playbook, and its own. */
export interface CallPlace {
  readonly within: readonly string[];
  readonly step: string;
  readonly task: string;
  /** Index of the iteration; undefined outside of loops. */
  readonly index: number | undefined;
  /** It claims rows for a loop, which is not the step's own work: only a mock of the very task answers. */
  readonly isClaim: boolean;
}

/** Knows through which steps an execution was started, and which steps there are. */
export class CallPlaces {
  readonly #within = new Map<string, readonly string[]>();
  /** Names of steps by the way to their playbook. */
  readonly #steps = new Map<string, ReadonlySet<string>>();

  /** Parents take turns before their children do. */
  readonly follow = ({ executionId, state, program }: TurnTaken): void => {
    if (this.#within.has(executionId)) return;
    const parent = state.header?.parent;
    const above = parent ? [...this.withinOf(parent.executionId), stepOf(parent.commandId)] : [];
    this.#within.set(executionId, above);
    this.#steps.set(above.join('/'), new Set(program.playbook.workflow.map(({ name }) => name)));
  };

  /** What is wrong with a target in a playbook that was called: only then is it known which steps that has. */
  mistakeIn({ within, step }: TestTarget): string | undefined {
    const way = within.join('/');
    const steps = this.#steps.get(way);
    if (!steps || steps.has(step)) return undefined;
    const near = nearestName(step, steps);
    const hint = near === undefined ? '' : `; did you mean \`${way}/${near}\`?`;
    return `the playbook that ${way} calls has no step called \`${step}\`${hint}`;
  }

  of({ executionId, step, task, commandId }: ToolCall): CallPlace {
    const { iteration: index, frame } = parseCommandId(commandId) ?? {};
    return { within: this.withinOf(executionId), step, task, index, isClaim: frame !== undefined };
  }

  withinOf(executionId: string): readonly string[] {
    return this.#within.get(executionId) ?? [];
  }
}

/** Command ids are `<execution>:<step>:<event>[:i<n>…]`. */
export const stepOf = (commandId: string): string => commandId.split(':')[1] ?? '';

/** Whether a target of a test means this place. */
export const isAt = (target: TestTarget, place: CallPlace): boolean =>
  target.step === place.step &&
  (target.task === undefined ? !place.isClaim : target.task === place.task) &&
  target.within.length === place.within.length &&
  target.within.every((step, i) => step === place.within[i]);

/** `caller/step`, and the task where the step has several. */
export const placeName = ({ within, step, task }: CallPlace): string =>
  [...within, task === step ? step : `${step}.${task}`].join('/');
