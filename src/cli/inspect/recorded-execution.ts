import type { Recorded } from '../../compose/read.ts';
import type { Event } from '../../core/event.ts';
import { load, type Playbook } from '../../playbook/index.ts';
import type { ExecutionSummary, Turn } from '../../ports/event-store.ts';
import { ExecutionNotFound, resolveExecution } from './resolve-execution.ts';

/** Everything that was recorded of one execution. */
export interface RecordedExecution {
  readonly summary: ExecutionSummary;
  readonly turns: readonly Turn[];
  readonly events: readonly Event[];
}

export async function readExecution(recorded: Recorded, text: string): Promise<RecordedExecution> {
  const summary = await resolveExecution(recorded, text);
  const turns = await recorded.events.read(summary.executionId);
  return { summary, turns, events: turns.flatMap(turn => turn.events) };
}

/** The playbook an execution is pinned to, and the file or catalog path it came from. */
export interface PinnedPlaybook {
  readonly playbook: Playbook;
  readonly source: string;
}

export async function findPinned(
  recorded: Recorded,
  { hash }: Pick<ExecutionSummary, 'hash'>,
): Promise<PinnedPlaybook | undefined> {
  const kept = await recorded.playbooks.find(hash);
  const playbook = kept && load(kept.text, { file: kept.source, wasAccepted: true }).playbook;
  return playbook && { playbook, source: kept.source };
}

/** For what cannot be shown without it. */
export async function requirePinned(recorded: Recorded, summary: ExecutionSummary): Promise<PinnedPlaybook> {
  const pinned = await findPinned(recorded, summary);
  if (pinned) return pinned;
  throw new ExecutionNotFound(
    `the playbook of execution ${summary.executionId} is not kept here any more; \`noetl events\` and \`noetl state\` show what was recorded`,
  );
}
