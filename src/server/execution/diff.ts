import type { Event } from '../../core/event.ts';
import { compareExecutions, diffViews } from '../../core/view/compare-executions.ts';
import { executionView } from '../../core/view/execution-view.ts';
import type { Difference } from '../../core/view/value-diff.ts';
import { turnsFrom } from '../../engine/read/event-rows.ts';
import type { ServerServices } from '../services.ts';
import { findExecution } from './find-execution.ts';
import { momentBody, stateThen } from './moments.ts';

/** What changed from one moment of an execution to another. */
export async function diffMoments(services: ServerServices, executionId: string, from: string, to: string) {
  const before = await stateThen(services, executionId, from);
  const after = await stateThen(services, executionId, to);
  return {
    execution_id: executionId,
    from: momentBody(before.moment),
    to: momentBody(after.moment),
    values: diffViews(executionView(before.state), executionView(after.state)).map(asRow),
  };
}

/** How another execution went otherwise. */
export async function diffExecutions(services: ServerServices, id: string, other: string) {
  const [a, b] = [await findExecution(services, id), await findExecution(services, other)];
  const { values, decisions } = compareExecutions(
    await logOf(services, a.executionId),
    await logOf(services, b.executionId),
  );
  return {
    execution_id: a.executionId,
    with: b.executionId,
    same_playbook: a.hash === b.hash,
    decisions: decisions.map(decision => ({ ...decision })),
    values: values.map(asRow),
  };
}

async function logOf({ events }: ServerServices, executionId: string): Promise<readonly Event[]> {
  const log: Event[] = [];
  for await (const turn of turnsFrom(events, executionId)) log.push(...turn.events);
  return log;
}

const asRow = ({ path, before, after }: Difference) => ({
  path: path.map(String),
  before: before ?? null,
  after: after ?? null,
  change: changeOf(before, after),
});

function changeOf(before: Difference['before'], after: Difference['after']) {
  if (before === undefined) return 'added' as const;
  return after === undefined ? ('removed' as const) : ('changed' as const);
}
