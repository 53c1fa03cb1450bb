import { EMPTY_MAPPING } from '../../common/plain-value.ts';
import { NO_RESULT } from '../result.ts';
import { nameOf, type OpenCommand } from './open-commands.ts';
import { settleIteration } from './settle-iteration.ts';
import type { Turn } from './turn.ts';

/** Ends an open command without a result, and tells whoever may have it. */
export function cancelCommand(turn: Turn, open: OpenCommand, reason: string): void {
  const { step, run, iteration, command } = open;
  turn.cancelled.push(open.commandId);
  if (iteration === undefined) {
    turn.emit({ type: 'command.cancelled', ...nameOf(open), reason });
    return;
  }
  const error = { kind: 'cancelled', message: reason, retryable: false };
  const settled = {
    index: iteration,
    attempt: command.attempts,
    result: NO_RESULT,
    error,
    ctx: EMPTY_MAPPING,
  };
  settleIteration(turn, 'iteration_failed', { step, run }, settled);
}
