import type { NextEvaluated } from '../../core/event.ts';
import { explainState } from '../../core/explain.ts';
import { turnsBackwards } from '../../engine/read/event-rows.ts';
import type { ExecutionSummary } from '../../ports/event-store.ts';
import type { ServerServices } from '../services.ts';
import { type FoundExecution, requireProgram } from './find-execution.ts';

/** Why an execution is where it is. The log is read from its end, up to the last decision. */
export async function explainExecution(services: ServerServices, { summary, state }: FoundExecution) {
  const program = await requireProgram(services, summary);
  const explained = explainState(program, state, await lastRouting(services, summary));
  return {
    execution_id: summary.executionId,
    status: explained.status,
    waiting_for: [...explained.waiting_for],
    last_decision: explained.last_decision
      ? { ...explained.last_decision, arcs: [...explained.last_decision.arcs] }
      : null,
    steps: [...explained.steps],
  };
}

async function lastRouting(
  { events }: ServerServices,
  { executionId, version }: ExecutionSummary,
): Promise<NextEvaluated | undefined> {
  for await (const turn of turnsBackwards(events, executionId, version)) {
    const found = turn.events.findLast((event): event is NextEvaluated => event.type === 'next.evaluated');
    if (found) return found;
  }
  return undefined;
}
