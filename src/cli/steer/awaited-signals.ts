import { nearestName } from '../../common/nearest-name.ts';
import type { Playbook, Step, Task } from '../../playbook/model.ts';
import { tasksOf } from '../../playbook/model-walk.ts';

/** A signal that no step will ever take is most often a misspelt one, or one for a called execution. */
export function noteOnSignal(name: string, playbook: Playbook): string | undefined {
  const awaited = playbook.workflow.flatMap(step => tasksOf(step).flatMap(task => signalOf(step, task)));
  if (awaited.some(each => each === name || each === undefined)) return undefined;
  const near = nearestName(name, awaited as string[]);
  return `no step of its playbook waits for '${name}'${adviceFor(near, awaited, playbook)}`;
}

function adviceFor(
  near: string | undefined,
  awaited: readonly (string | undefined)[],
  { workflow }: Playbook,
): string {
  if (near !== undefined) return `; did you mean '${near}'?`;
  if (awaited.length > 0) return `; its steps wait for ${[...new Set(awaited)].join(', ')}`;
  const callsOthers = workflow.some(step => tasksOf(step).some(({ kind }) => kind === 'playbook'));
  return callsOthers
    ? '; what it calls has ids of its own: `noetl executions --children` lists them'
    : ', nor for any other signal';
}

const WAITING: ReadonlySet<string> = new Set(['signal', 'approval']);

/** The name as it is written; undefined: a template gives it. */
function signalOf(step: Step, { kind, config }: Task): readonly (string | undefined)[] {
  if (!WAITING.has(kind) && config.signal === undefined) return [];
  const written = config.signal ?? config.name ?? step.name;
  return [typeof written === 'string' && !/\{[{%]/.test(written) ? written.trim() : undefined];
}
