import { assertNever } from '../../common/assert-never.ts';
import { EMPTY_MAPPING } from '../../common/plain-value.ts';
import { commandIdOf } from '../command.ts';
import type { RunOutcome } from '../event.ts';
import { isTerminal } from '../fold/fold.ts';
import type { Result } from '../result.ts';
import { acceptReport, endByCallback } from './accept-report.ts';
import type { Told, ToldReport } from './input.ts';
import { expectedAttempt, findOpenCommand, nameOf, type OpenCommand } from './open-commands.ts';
import type { Turn } from './turn.ts';

/**
 * C11: what is told from outside is recorded once per key, and then moves its command by the rules that hold
 * for any report. What speaks of no open command is recorded as late.
 */
export function acceptTold(turn: Turn, { event, report }: Told): void {
  if (event.once && turn.state.received?.has(event.key)) return;
  if (!report) {
    turn.emit({ ...event, late: undefined });
    return;
  }
  const commandId = event.commandId ?? commandOfStep(turn, event.step ?? '', report.iteration);
  const open = commandId === undefined ? NO_COMMAND : findOpenCommand(turn, commandId);
  const late = isTerminal(turn.state) ? ENDED : 'late' in open ? open.late : problemOf(open, report);
  const why = report.mayRepeat ? undefined : late;
  turn.emit({ ...event, commandId, late: why });
  if ('late' in open || late !== undefined) {
    if (why !== undefined && commandId !== undefined && isResult(report))
      turn.emit({ type: 'command.late', commandId, reported: report.says.kind, why });
  } else take(turn, open, report.says);
}

const ENDED = 'the execution has ended';
const NO_COMMAND = { late: 'its step has no command that is under way' } as const;

function commandOfStep(turn: Turn, step: string, iteration: number | undefined): string | undefined {
  const [, looping, index] = /^(.+)_iter_(\d{1,15})$/.exec(step) ?? [];
  // Older engines gave iterations names of their own.
  if (looping !== undefined && turn.state.step(looping).active?.kind === 'loop')
    return commandOfStep(turn, looping, Number(index));
  const run = turn.state.step(step).active;
  if (!run || (run.kind === 'loop') !== (iteration !== undefined)) return undefined;
  return commandIdOf(turn.executionId, step, run.enterId, iteration);
}

function problemOf({ command, frame }: OpenCommand, { attempt, says }: ToldReport): string | undefined {
  if (frame !== undefined) return 'it claims rows for a loop: its worker alone can say what came of it';
  const due = expectedAttempt(command);
  if (attempt !== undefined && attempt !== due)
    return `it speaks of attempt ${attempt}, and attempt ${due} is due`;
  const { status } = command;
  if (says.kind === 'pending' && status.kind === 'parked') return 'it waits already';
  if (says.kind !== 'claimed' || status.kind === 'issued' || status.kind === 'retry') return undefined;
  const holder = 'worker' in status ? status.worker : undefined;
  return holder === says.worker ? undefined : `it is taken by ${holder ?? 'another worker'}`;
}

const isResult = ({ says: { kind } }: ToldReport): boolean =>
  kind === 'data' || kind === 'error' || kind === 'done' || kind === 'failed' || kind === 'pending';

/** A command that somebody else has ended does not run on here. */
function take(turn: Turn, open: OpenCommand, says: ToldReport['says']): void {
  const { commandId } = open;
  const attempt = expectedAttempt(open.command);
  switch (says.kind) {
    case 'claimed':
      return acceptReport(turn, { kind: 'claimed', commandId, worker: says.worker });
    case 'started': {
      const by = says.worker === undefined ? {} : { worker: says.worker };
      return acceptReport(turn, { kind: 'started', commandId, attempt, ...by });
    }
    case 'alive':
      return;
    default:
      takeResult(turn, open, says, attempt);
      if ('late' in findOpenCommand(turn, commandId)) turn.cancelled.push(commandId);
  }
}

type Results = Extract<
  ToldReport['says'],
  { readonly kind: 'data' | 'error' | 'done' | 'failed' | 'pending' }
>;

/** Of a command that waits for a callback, the first word of its result is the callback. */
function takeResult(turn: Turn, open: OpenCommand, says: Results, attempt: number): void {
  const { commandId, command } = open;
  const isAwaited = command.status.kind === 'parked' && command.status.on.kind === 'callback';
  switch (says.kind) {
    case 'data':
      if (isAwaited) return endByCallback(turn, open, completed(says.result));
      turn.emit({ type: 'call.done', ...nameOf(open), result: says.result });
      return;
    case 'error':
      if (isAwaited) return acceptReport(turn, { kind: 'failed', commandId, attempt, error: says.error });
      turn.emit({ type: 'call.error', ...nameOf(open), attempt, error: says.error });
      return;
    case 'done': {
      // F8: what `call.done` carried is richer than the report of completion.
      const result = command.data.kind === 'none' ? says.result : command.data;
      if (isAwaited) return endByCallback(turn, open, completed(result));
      const outcome = { result, ctx: EMPTY_MAPPING };
      return acceptReport(turn, { kind: 'done', commandId, attempt, outcome });
    }
    case 'failed':
      return acceptReport(turn, { kind: 'failed', commandId, attempt, error: says.error });
    case 'pending': {
      const answer = { result: says.result, ctx: EMPTY_MAPPING };
      const waitsFor = { kind: 'callback' as const, deadline: undefined };
      return acceptReport(turn, { kind: 'parked', commandId, attempt, waitsFor, answer });
    }
    default:
      return assertNever(says, 'what is told of a command');
  }
}

const completed = (result: Result): RunOutcome => ({ status: 'COMPLETED', result });
