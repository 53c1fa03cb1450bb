import type { Steering } from '../../core/decide/input.ts';
import { isTerminal } from '../../core/fold/fold.ts';
import { executionStatus } from '../../core/view/execution-view.ts';
import { openDescendants } from '../../engine/read/open-descendants.ts';
import { HttpError, unprocessable } from '../http-error.ts';
import type { ServerServices } from '../services.ts';
import { findWithState } from './find-execution.ts';

const DEFAULT_REASON = 'User requested cancellation';

/** Ends an execution with those it waits for; one that has ended is left as it is. */
export async function cancelExecution(
  services: ServerServices,
  id: string,
  { reason = DEFAULT_REASON, cascade = true }: { readonly reason?: string; readonly cascade?: boolean },
) {
  if (!cascade) {
    throw unprocessable(
      'what an execution waits for ends with it: `cascade: false` is not possible. Executions that were ' +
        'started with `async: true` go on in any case',
    );
  }
  const { summary, state } = await findWithState(services, id);
  const { executionId } = summary;
  if (isTerminal(state)) return alreadyOver(executionId, executionStatus(state));
  const cancelled = await cancelAll(services, executionId, reason);
  if (!cancelled.includes(executionId)) {
    return alreadyOver(executionId, executionStatus(await services.engine.state(executionId)));
  }
  const others = cancelled.length === 1 ? '' : ` and ${cancelled.length - 1} that it waited for`;
  return {
    execution_id: executionId,
    status: 'cancelled' as const,
    cancelled_executions: cancelled,
    message: `cancelled execution ${executionId}${others}`,
  };
}

/** Those of the execution and its open descendants that were ended by this. */
async function cancelAll(services: ServerServices, executionId: string, reason: string): Promise<string[]> {
  const below = await openDescendants(services.events, executionId);
  const cancelled: string[] = [];
  for (const member of [executionId, ...below.map(child => child.executionId)]) {
    await services.engine.send(member, { kind: 'cancel', reason });
    const { phase } = await services.engine.state(member);
    if (phase.kind === 'cancelled') cancelled.push(member);
  }
  return cancelled;
}

const alreadyOver = (executionId: string, status: string) => ({
  execution_id: executionId,
  status: 'already_completed' as const,
  cancelled_executions: [],
  message: `execution ${executionId} has ended already: ${status}`,
});

/** Gives an execution that has not ended an input; 409 if it has. Says what it is then. */
export async function steerExecution(
  services: ServerServices,
  id: string,
  input: Steering,
  message: (executionId: string) => string,
) {
  const { summary, state } = await findWithState(services, id);
  const { executionId } = summary;
  if (isTerminal(state)) throw hasEnded(executionId, executionStatus(state));
  await services.engine.send(executionId, input);
  const status = executionStatus(await services.engine.state(executionId));
  return { execution_id: executionId, status, message: message(executionId) };
}

export const hasEnded = (executionId: string, status: string): HttpError =>
  new HttpError(409, `execution ${executionId} has ended (${status}); POST …/rerun runs it again`);
