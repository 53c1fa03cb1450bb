import { callbackCommands } from '../../core/decide/find-callback.ts';
import { findWithState, requireProgram } from '../execution/find-execution.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { ServerServices } from '../services.ts';

/** The command that a token speaks of; 404 if it is not ours, or its execution is gone. */
export async function commandOfToken(services: ServerServices, token: string): Promise<string> {
  const commandId = services.callbackTokens.commandOf(token);
  const [executionId = ''] = (commandId ?? '').split(':');
  if (commandId !== undefined && (await services.events.summary(executionId))) return commandId;
  throw notFound('nothing waits to be called back at this address: it is not one that this server gave out');
}

/** The command of a step that is under way: the one that waits for a callback, if there are several. */
export async function commandOfStep(
  services: ServerServices,
  id: string,
  step: string,
  iteration: number | undefined,
): Promise<string> {
  const { summary, state } = await findWithState(services, id);
  const { executionId } = summary;
  const program = await requireProgram(services, summary);
  if (!program.playbook.workflow.some(({ name }) => name === step))
    throw notFound(`the playbook of execution ${executionId} has no step '${step.slice(0, 100)}'`);
  const found = callbackCommands(state, step, iteration);
  if (found.length === 1) return found[0]!;
  throw new HttpError(
    409,
    found.length === 0
      ? `step '${step}' of execution ${executionId} is not under way, so nobody waits for its callback`
      : `${found.length} iterations of step '${step}' are under way: say which one with ?iteration=`,
  );
}
