import { cancelCommand } from './cancel-command.ts';
import { openCommands } from './open-commands.ts';
import type { Turn } from './turn.ts';

/**
 * X1: once the execution is failing, what no worker has begun is cancelled, and so is what waits for
 * something outside; what runs is waited for.
 */
export function drainFailing(turn: Turn): boolean {
  if (turn.state.fatal.length === 0) return false;
  const waiting = openCommands(turn).filter(({ step, command, iteration }) => {
    const { kind } = command.status;
    const isBegun =
      kind === 'claimed' || kind === 'started' || (kind === 'issued' && iteration !== undefined);
    return !isBegun && step !== turn.program.playbook.executor.finalStep;
  });
  for (const command of waiting) cancelCommand(turn, command, 'the execution is failing');
  return waiting.length > 0;
}
