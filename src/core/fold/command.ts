import type { CommandEvent, CommandIssued, CommandParked, ParkedOn, RunId } from '../event.ts';
import { NO_RESULT } from '../result.ts';
import { type CommandPlace, type CommandState, type CommandStatus, commandAt, isOpen } from '../state.ts';
import type { Draft } from './draft.ts';

export function foldCommand(draft: Draft, event: CommandEvent): void {
  if (event.type === 'command.issued') return issue(draft, event);
  if (event.type === 'command.late' || event.type === 'call.error') return;
  const command = commandOf(draft, event);
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
      return change(draft, event, parked(command, event));
    case 'callback.received':
      return change(draft, event, { ...command, callback: event.outcome });
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
        status: heldBy(event.owner),
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

/** F16: a callback that came early is used up when its command begins to wait. */
function parked(command: CommandState, { waitsFor, answer }: CommandParked): CommandState {
  const { callback: _, ...rest } = command;
  if (!answer) return { ...rest, status: { kind: 'parked', on: waitsFor } };
  const call = waitsFor.kind === 'callback' ? { call: answer.result } : {};
  return { ...rest, ...call, status: { kind: 'parked', on: waitsFor, answer } };
}

function issue(draft: Draft, event: CommandIssued): void {
  const command: CommandState = {
    attempts: 0,
    maxAttempts: event.maxAttempts,
    redeliveries: 0,
    checkpoint: undefined,
    data: NO_RESULT,
    status: heldBy(event.owner),
  };
  if (!event.window) return change(draft, { ...event, iteration: undefined }, command);
  const loop = draft.loop(event);
  if (!loop) return;
  for (let index = event.window.from; index < event.window.to; index++) loop.open.set(index, command);
  loop.issued = Math.max(loop.issued, event.window.to);
}

const heldBy = (owner: string | undefined): CommandStatus =>
  owner === undefined ? { kind: 'issued' } : { kind: 'claimed', worker: owner };

type Named = RunId & CommandPlace;

function commandOf(draft: Draft, id: Named): CommandState | undefined {
  const active = draft.activeRun(id);
  return active && commandAt(active, id);
}

/** F9: claimed comes before started; a claim that arrives late does not move the command back. */
function advance(draft: Draft, event: Named, command: CommandState, status: CommandStatus): void {
  if (command.status.kind === 'started') return;
  change(draft, event, { ...command, status });
}

function change(draft: Draft, id: Named, command: CommandState): void {
  const active = draft.activeRun(id);
  if (active?.kind === 'plain') draft.changeStep(id.step, { active: { ...active, command } });
  else if (id.frame !== undefined) changeClaim(draft, id, id.frame, command);
  else if (active && id.iteration !== undefined) draft.loop(id)?.open.set(id.iteration, command);
}

function changeClaim(draft: Draft, id: RunId, frame: number, command: CommandState): void {
  const cursor = draft.loop(id)?.cursor;
  if (!cursor) return;
  cursor.open.set(frame, command);
  cursor.claims = Math.max(cursor.claims, frame + 1);
}

/** F11: a command that waited for a signal consumes the oldest one of that name. */
function takeSignal(draft: Draft, on: ParkedOn): void {
  if (on.kind !== 'signal') return;
  const [, ...left] = draft.signals.get(on.name) ?? [];
  if (left.length === 0) draft.signals.delete(on.name);
  else draft.signals.set(on.name, left);
}
