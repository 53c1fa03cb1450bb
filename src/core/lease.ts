import { parseCommandId } from './command.ts';
import { expectedAttempt } from './decide/open-commands.ts';
import { commandAt, isOpen, type State } from './state.ts';

/** Who has a command that is under way, and which execution of it that is. */
export interface HeldCommand {
  readonly worker: string | undefined;
  readonly attempt: number;
  readonly delivery: number;
}

/** Undefined: nobody has it, or it has ended. What is parked is held by nobody. */
export function leaseOf(state: State, commandId: string): HeldCommand | undefined {
  const parsed = parseCommandId(commandId);
  const run = parsed && state.steps.get(parsed.step)?.active;
  if (!run || run.enterId !== parsed.enterId) return undefined;
  const command = commandAt(run, parsed);
  if (!command || !isOpen(command)) return undefined;
  const { status, redeliveries } = command;
  if (status.kind !== 'claimed' && status.kind !== 'started') return undefined;
  return { worker: status.worker, attempt: expectedAttempt(command), delivery: redeliveries };
}
