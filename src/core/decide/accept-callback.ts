import { tasksOf } from '../../playbook/model-walk.ts';
import { isTerminal } from '../fold/fold.ts';
import { endByCallback } from './accept-report.ts';
import type { Callback } from './input.ts';
import { findOpenCommand, nameOf, type OpenCommand } from './open-commands.ts';
import type { Turn } from './turn.ts';

/**
 * C9: a callback ends the command that waits for it. C10: one that comes before the command waits is kept for
 * it, the first of them; any other is recorded and changes nothing.
 */
export function acceptCallback(turn: Turn, { commandId, outcome }: Callback): void {
  const open = findOpenCommand(turn, commandId);
  const late = 'late' in open ? open.late : problemOf(turn, open);
  if ('late' in open || late !== undefined) {
    turn.emit({ type: 'command.late', commandId, reported: 'callback', why: late ?? '' });
  } else if (open.command.status.kind === 'parked') endByCallback(turn, open, outcome);
  else turn.emit({ type: 'callback.received', ...nameOf(open), outcome });
}

function problemOf(turn: Turn, { step, command }: OpenCommand): string | undefined {
  if (isTerminal(turn.state)) return 'the execution has ended';
  const { status, callback } = command;
  if (status.kind === 'parked')
    return status.on.kind === 'callback' ? undefined : 'it waits for something else';
  if (callback) return 'its callback has come already';
  return tasksOf(turn.program.step(step)).some(task => task.callback)
    ? undefined
    : 'its step waits for no callback';
}
