import type { CommandEvent, CommandIssued, ParkedOn, RunId } from '../event.ts';
import { NO_RESULT } from '../result.ts';
import { type CommandState, type CommandStatus, isOpen } from '../state.ts';
import type { Draft } from './draft.ts';

export function foldCommand(draft: Draft, event: CommandEvent): void {
  if (event.type === 'command.issued') return issue(draft, event);
  if (event.type === 'command.late' || event.type === 'call.error') return;
  const command = commandOf(draft, event, event.iteration);
  // F7: a settled command stays as it is; the first result wins.
  if (!command || !isOpen(command)) return;
  switch (event.type) {
    case 'command.claimed':
      return advance(draft, event, command, { kind: 'claimed', worker: event.worker });
    case 'command.started':
      return change(draft, event, {
        ...command,
        attempts: Math.max(command.attempts, event.attempt),
        status: { kind: 'started', worker: event.worker },
      });
    case 'command.heartbeat':
      return change(draft, event, { ...command, checkpoint: event.checkpoint });
    case 'command.parked':
      return change(draft, event, { ...command, status: { kind: 'parked', on: event.waitsFor } });
    case 'call.done':
      return change(draft, event, { ...command, data: event.result });
    case 'action_retry':
      if (event.task !== undefined) return;
      return change(draft, event, {
        ...command,
        attempts: Math.max(command.attempts, event.attempt),
        data: NO_RESULT,
        status: { kind: 'retry', availableAt: event.availableAt },
      });
    case 'command.lease_expired':
      // F12: a lost lease is not a failed attempt.
      return change(draft, event, {
        ...command,
        attempts: command.status.kind === 'started' ? command.attempts - 1 : command.attempts,
        redeliveries: event.redeliveries,
        data: NO_RESULT,
        status: { kind: 'issued' },
      });
    case 'command.completed': {
      if (command.status.kind === 'parked') takeSignal(draft, command.status.on);
      // F8: what `call.done` carried is richer than the report of completion.
      const result = command.data.kind === 'none' ? event.result : command.data;
      return change(draft, event, { ...command, status: { kind: 'completed', result } });
    }
    case 'command.failed':
      return change(draft, event, { ...command, status: { kind: 'failed', error: event.error } });
    case 'command.cancelled':
      return change(draft, event, { ...command, status: { kind: 'cancelled', reason: event.reason } });
  }
}

function issue(draft: Draft, event: CommandIssued): void {
  const command: CommandState = {
    attempts: 0,
    maxAttempts: event.maxAttempts,
    redeliveries: 0,
    checkpoint: undefined,
    data: NO_RESULT,
    status: event.owner === undefined ? { kind: 'issued' } : { kind: 'claimed', worker: event.owner },
  };
  if (!event.window) return change(draft, { ...event, iteration: undefined }, command);
  const loop = draft.loop(event);
  if (!loop) return;
  for (let index = event.window.from; index < event.window.to; index++) loop.open.set(index, command);
  loop.issued = Math.max(loop.issued, event.window.to);
}

type Named = RunId & { readonly iteration: number | undefined };

function commandOf(draft: Draft, id: RunId, iteration: number | undefined): CommandState | undefined {
  const active = draft.activeRun(id);
  if (active?.kind === 'loop') return iteration === undefined ? undefined : active.open.get(iteration);
  return active?.command;
}

/** F9: claimed comes before started; a claim that arrives late does not move the command back. */
function advance(draft: Draft, event: Named, command: CommandState, status: CommandStatus): void {
  if (command.status.kind === 'started') return;
  change(draft, event, { ...command, status });
}

function change(draft: Draft, id: Named, command: CommandState): void {
  const active = draft.activeRun(id);
  if (active?.kind === 'plain') draft.changeStep(id.step, { active: { ...active, command } });
  else if (active && id.iteration !== undefined) draft.loop(id)?.open.set(id.iteration, command);
}

/** F11: a command that waited for a signal consumes the oldest one of that name. */
function takeSignal(draft: Draft, on: ParkedOn): void {
  if (on.kind !== 'signal') return;
  const [, ...left] = draft.signals.get(on.name) ?? [];
  if (left.length === 0) draft.signals.delete(on.name);
  else draft.signals.set(on.name, left);
}
