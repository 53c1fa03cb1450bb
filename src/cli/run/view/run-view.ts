import { parseCommandId } from '../../../core/command.ts';
import type { Program } from '../../../core/decide/program.ts';
import type { Event } from '../../../core/event.ts';
import type { Phase, State } from '../../../core/state.ts';
import { poolOf } from '../../../playbook/pool.ts';
import type { TurnTaken } from '../../../ports/turn-watcher.ts';
import { pendingStep, type StepView, viewStep } from './step-view.ts';

export interface ExecutionView {
  readonly executionId: string;
  readonly path: string;
  readonly startedAt: number;
  readonly phase: Phase;
  readonly isPaused: boolean;
  /** The key for whose place it waits among other executions; undefined: it does not. */
  readonly queuedFor: string | undefined;
  /** The step of another execution that waits for this one. */
  readonly parent:
    | { readonly executionId: string; readonly step: string; readonly iteration: number | undefined }
    | undefined;
  /** In graph order, those to come included. */
  readonly steps: ReadonlyMap<string, StepView>;
}

/** Failed children of one step that are kept to be shown; a loop may have a million of them. */
const FAILED_CHILDREN_KEPT = 3;

/**
 * What a person watches: an execution and the playbooks it waits for, folded from turns. A turn costs as
 * much as it has events, and what is over is forgotten.
 */
export class RunView {
  readonly #executions = new Map<string, ExecutionView & { readonly steps: Map<string, StepView> }>();
  readonly root: string;
  /** With which other commands find it, to be repeated where they are suggested. */
  readonly flags: string;

  constructor(root: string, flags = '') {
    this.root = root;
    this.flags = flags;
  }

  execution(executionId: string = this.root): ExecutionView | undefined {
    return this.#executions.get(executionId);
  }

  /** The executions that a step waits for, oldest first. */
  childrenOf(executionId: string, step: string): readonly ExecutionView[] {
    return [...this.#executions.values()].filter(
      ({ parent }) => parent?.executionId === executionId && parent.step === step,
    );
  }

  /** Takes an execution as it is, for one that began before anybody watched. */
  seed(state: State): void {
    const { header } = state;
    if (header && !this.#executions.has(header.executionId) && this.concerns(header.executionId, state)) {
      this.#update(header.executionId, state, undefined, [], header.startedAt);
    }
  }

  follow({ executionId, state, program, events }: TurnTaken): void {
    if (!this.concerns(executionId, state)) return;
    this.#update(executionId, state, program, events, events.at(-1)?.at ?? 0);
    if (executionId !== this.root) this.#forgetEnded(executionId);
  }

  /** Whether the execution is the one that is watched, or one that it waits for. */
  concerns(executionId: string, { header }: State): boolean {
    return executionId === this.root || this.#executions.has(header?.parent?.executionId ?? '');
  }

  #update(
    executionId: string,
    state: State,
    program: Program | undefined,
    events: readonly Event[],
    now: number,
  ): void {
    const known = this.#executions.get(executionId);
    const steps = known?.steps ?? new Map<string, StepView>();
    if (program && !known) for (const step of stepsOf(program)) steps.set(step.name, step);
    const bySteps = known ? groupBySteps(events) : everyStep(state, events);
    for (const [name, told] of bySteps) {
      steps.set(name, viewStep(steps.get(name) ?? pendingStep(name), state.steps.get(name), told, now));
    }
    this.#executions.set(executionId, { ...describe(executionId, state), steps });
  }

  /** What ended well is told by its step; of what failed the first few are kept. */
  #forgetEnded(executionId: string): void {
    const ended = this.#executions.get(executionId);
    if (!ended?.parent || ended.phase.kind === 'in_progress') return;
    const { parent } = ended;
    const siblings = this.childrenOf(parent.executionId, parent.step);
    const failed = siblings.filter(({ phase }) => phase.kind === 'failed');
    if (ended.phase.kind !== 'failed' || failed.length > FAILED_CHILDREN_KEPT)
      this.#executions.delete(executionId);
  }
}

const stepsOf = ({ graph, playbook, step }: Program): readonly StepView[] =>
  graph.order.map(index => {
    const name = graph.names[index] ?? '';
    return pendingStep(name, poolOf(playbook, step(name)));
  });

function describe(
  executionId: string,
  { header, phase, isPaused, isQueued }: State,
): Omit<ExecutionView, 'steps'> {
  const link = header?.parent;
  const command = link && parseCommandId(link.commandId);
  return {
    executionId,
    path: header?.path ?? '',
    startedAt: header?.startedAt ?? 0,
    phase,
    isPaused,
    queuedFor: isQueued ? (header?.concurrency?.key ?? '') : undefined,
    parent: link && {
      executionId: link.executionId,
      step: command?.step ?? '',
      iteration: command?.iteration,
    },
  };
}

function groupBySteps(events: readonly Event[]): Map<string, Event[]> {
  const groups = new Map<string, Event[]>();
  for (const event of events) {
    if (!('step' in event) || event.step === undefined) continue;
    const group = groups.get(event.step);
    if (group) group.push(event);
    else groups.set(event.step, [event]);
  }
  return groups;
}

function everyStep(state: State, events: readonly Event[]): Map<string, Event[]> {
  const groups = groupBySteps(events);
  for (const name of state.steps.keys()) if (!groups.has(name)) groups.set(name, []);
  return groups;
}
