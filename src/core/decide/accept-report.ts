import { assertNever } from '../../common/assert-never.ts';
import { EMPTY_MAPPING, merged, type PlainMapping } from '../../common/plain-value.ts';
import type { RunOutcome } from '../event.ts';
import { isTerminal } from '../fold/fold.ts';
import { type Failure, NO_RESULT, type Result } from '../result.ts';
import type { CommandState } from '../state.ts';
import { cancelCommand } from './cancel-command.ts';
import type { Done, Report } from './input.ts';
import { issueAgain } from './issue-command.ts';
import { joinResults } from './join-results.ts';
import { expectedAttempt, findOpenCommand, nameOf, type OpenCommand } from './open-commands.ts';
import { decideRetry, type RetryDecision } from './retry.ts';
import { settleIteration } from './settle-iteration.ts';
import type { Turn } from './turn.ts';

/**
 * C1: a report speaks of the attempt under way of an open command. Anything else (an older attempt, a
 * settled command, a run that is over, an execution that has ended) is recorded and changes nothing.
 */
export function acceptReport(turn: Turn, report: Report): void {
  const found: OpenCommand | { readonly late: string } = isTerminal(turn.state)
    ? { late: 'the execution has ended' }
    : findOpenCommand(turn, report.commandId);
  const late = 'late' in found ? found.late : attemptProblem(found, report);
  if (late !== undefined) {
    if (report.kind === 'done' || report.kind === 'failed') {
      turn.emit({ type: 'command.late', commandId: report.commandId, reported: report.kind, why: late });
    }
    return;
  }
  accept(turn, found as OpenCommand, report);
}

function attemptProblem({ command }: OpenCommand, report: Report): string | undefined {
  if (!('attempt' in report)) return undefined;
  if (report.attempt !== expectedAttempt(command))
    return `it speaks of attempt ${report.attempt}, and attempt ${expectedAttempt(command)} is due`;
  const { delivery = command.redeliveries } = report;
  return delivery === command.redeliveries
    ? undefined
    : 'its lease was lost, and the command was given to others';
}

function accept(turn: Turn, open: OpenCommand, report: Report): void {
  const of = nameOf(open);
  switch (report.kind) {
    case 'claimed':
      if (open.command.status.kind === 'issued') {
        turn.emit({ type: 'command.claimed', ...of, worker: report.worker });
      }
      return;
    case 'started':
      return acceptStart(turn, open, report.worker ?? turn.ownerOf(open.step));
    case 'heartbeat': {
      const { attempt, checkpoint } = report;
      turn.emit({ type: 'command.heartbeat', ...of, attempt, checkpoint });
      return;
    }
    case 'done':
      return finishAttempt(turn, open, report.outcome);
    case 'failed':
      return failAttempt(turn, open, report.error);
    case 'task_retry': {
      const { task, taskAttempt: attempt, maxAttempts, delay, error } = report;
      const availableAt = turn.now + delay;
      turn.emit({ type: 'action_retry', ...of, task, attempt, maxAttempts, delay, availableAt, error });
      return;
    }
    case 'parked':
      return park(turn, open, report);
    case 'deadline':
      return reachDeadline(turn, open);
    case 'lease_lost':
      return redeliver(turn, open, report);
    default:
      return assertNever(report, 'report');
  }
}

/** L2: the start of an iteration is not recorded: its settlement says which attempt it was. */
function ensureStarted(turn: Turn, open: OpenCommand): void {
  if (open.iteration === undefined) recordStart(turn, open);
}

/** C7: from here on a retry is under way; without a record nobody could tell it from one that still waits. */
function acceptStart(turn: Turn, open: OpenCommand, worker: string | undefined): void {
  if (open.iteration === undefined || open.command.status.kind === 'retry') recordStart(turn, open, worker);
}

function recordStart(turn: Turn, open: OpenCommand, worker?: string): void {
  const { command } = open;
  if (command.status.kind === 'started' || command.status.kind === 'parked') return;
  turn.emit({ type: 'command.started', ...nameOf(open), attempt: command.attempts + 1, worker });
}

function finishAttempt(turn: Turn, open: OpenCommand, { result, ctx, step: locals }: Done): void {
  const retry = decideRetry(turn, open, { result, error: undefined });
  ensureStarted(turn, open);
  if (retry) return retryLater(turn, open, retry, undefined);
  if (locals) setLocals(turn, open, locals);
  endWait(turn, open, result, ctx);
}

/** C14: what the tasks before a wait gave and set counts when it ends. */
export function endWait(
  turn: Turn,
  open: OpenCommand,
  result: Result,
  ctx: PlainMapping = EMPTY_MAPPING,
): void {
  const { status } = open.command;
  const answer = status.kind === 'parked' && status.on.kind !== 'callback' ? status.answer : undefined;
  if (!answer) return completeCommand(turn, open, result, ctx);
  if (answer.step) setLocals(turn, open, answer.step);
  completeCommand(turn, open, joinResults(answer.result, result), merged(answer.ctx, ctx));
}

/** L4: `step.*` goes from one iteration to the next only where there is a next one; parallel ones keep theirs. */
function setLocals(turn: Turn, { step, run, commandId, iteration }: OpenCommand, values: PlainMapping): void {
  const isParallel = iteration !== undefined && turn.state.loop({ step, run })?.maxInFlight !== 1;
  if (isParallel || Object.keys(values).length === 0) return;
  turn.emit({ type: 'ctx.updated', step, run, gen: `${commandId}#step`, values });
}

/** Ends the command with a result. */
function completeCommand(
  turn: Turn,
  open: OpenCommand,
  result: Result,
  ctx: PlainMapping = EMPTY_MAPPING,
): void {
  const { step, run, commandId, iteration, command } = open;
  const attempt = expectedAttempt(command);
  const hasValues = Object.keys(ctx).length > 0;
  if (iteration === undefined) {
    turn.emit({ type: 'call.done', ...nameOf(open), result });
    turn.emit({ type: 'command.completed', ...nameOf(open), attempt, result: NO_RESULT });
    if (hasValues) turn.emit({ type: 'ctx.updated', step, gen: commandId, values: ctx });
    return;
  }
  // L4: what one iteration of a sequential loop sets, the next one sees.
  const isSequential = turn.state.loop({ step, run })?.maxInFlight === 1;
  if (isSequential && hasValues) turn.emit({ type: 'ctx.updated', step, gen: commandId, values: ctx });
  const kept = isSequential ? EMPTY_MAPPING : ctx;
  settleIteration(
    turn,
    'iteration_completed',
    { step, run },
    { index: iteration, attempt, result, error: undefined, ctx: kept },
  );
}

function failAttempt(turn: Turn, open: OpenCommand, error: Failure): void {
  const attempt = expectedAttempt(open.command);
  const retry = decideRetry(turn, open, { result: NO_RESULT, error });
  ensureStarted(turn, open);
  if (open.iteration === undefined) turn.emit({ type: 'call.error', ...nameOf(open), attempt, error });
  if (retry) return retryLater(turn, open, retry, error);
  failCommand(turn, open, error);
}

function failCommand(turn: Turn, open: OpenCommand, error: Failure): void {
  const { step, run, iteration, command } = open;
  const attempt = expectedAttempt(command);
  if (iteration === undefined) {
    turn.emit({ type: 'command.failed', ...nameOf(open), attempt, error });
    return;
  }
  const settled = { index: iteration, attempt, result: NO_RESULT, error, ctx: EMPTY_MAPPING };
  settleIteration(turn, 'iteration_failed', { step, run }, settled);
}

/** C2: a retry waits in the queue and holds no worker. */
function retryLater(
  turn: Turn,
  open: OpenCommand,
  { delay, maxAttempts }: RetryDecision,
  error: Failure | undefined,
): void {
  const availableAt = turn.now + delay;
  const attempt = expectedAttempt(open.command);
  turn.emit({
    type: 'action_retry',
    ...nameOf(open),
    task: undefined,
    attempt,
    maxAttempts,
    delay,
    availableAt,
    error,
  });
  issueAgain(turn, open.commandId, availableAt);
}

/** C3: a command that waits for a signal or a callback that has come already does not wait. */
function park(
  turn: Turn,
  open: OpenCommand,
  { waitsFor, answer }: Pick<Extract<Report, { kind: 'parked' }>, 'waitsFor' | 'answer'>,
): void {
  // A parked iteration must be known to be under way: whoever wakes it speaks of this attempt.
  recordStart(turn, open);
  const { callback } = open.command;
  turn.emit({ type: 'command.parked', ...nameOf(open), waitsFor, ...(answer ? { answer } : {}) });
  if (waitsFor.kind === 'callback' && callback) return endByCallback(turn, reopened(turn, open), callback);
  const [signal] = waitsFor.kind === 'signal' ? (turn.state.signals.get(waitsFor.name) ?? []) : [];
  if (signal !== undefined) endWait(turn, reopened(turn, open), { kind: 'inline', data: signal });
}

/** C9: what its callback brings is the command's result; what its tasks had set counts from now on. */
export function endByCallback(turn: Turn, open: OpenCommand, outcome: RunOutcome): void {
  if (outcome.status === 'FAILED') return failAttempt(turn, open, outcome.error);
  const { status } = open.command;
  const answer = status.kind === 'parked' ? status.answer : undefined;
  if (answer?.step) setLocals(turn, open, answer.step);
  completeCommand(turn, open, outcome.result, answer?.ctx);
}

const reopened = (turn: Turn, open: OpenCommand): OpenCommand => {
  const found = findOpenCommand(turn, open.commandId);
  return 'late' in found ? open : found;
};

function reachDeadline(turn: Turn, open: OpenCommand): void {
  const { status } = open.command;
  if (status.kind !== 'parked') return;
  const { on } = status;
  if (on.kind === 'time') return endWait(turn, open, NO_RESULT);
  if (on.kind === 'signal' && on.onDeadline) return endWait(turn, open, on.onDeadline);
  if (on.kind === 'child') return leaveChild(turn, open, on.path);
  const what = on.kind === 'signal' ? `the signal '${on.name}'` : 'its callback';
  failAttempt(turn, open, { kind: 'timeout', message: `${what} did not come in time`, retryable: false });
}

/** C13: whoever waits no longer for a playbook that it called cancels it. */
function leaveChild(turn: Turn, open: OpenCommand, path: string): void {
  turn.cancelled.push(open.commandId);
  const message = `the playbook '${path}' did not end in time`;
  failAttempt(turn, open, { kind: 'timeout', message, retryable: true });
}

/**
 * C4: a lost lease is delivered again, a few times; it is no failed attempt. One that its worker had not begun is no
 * delivery at all: it counts for nothing, and the step has not run.
 */
function redeliver(turn: Turn, open: OpenCommand, { worker, begun = true }: LeaseLost): void {
  const { command } = open;
  // C12: who is spoken of has it no more, so that there is nothing to lose.
  if (worker !== undefined && holderOf(command) !== worker) return;
  const redeliveries = command.redeliveries + (begun ? 1 : 0);
  const never = begun && turn.program.step(open.step).redeliver === 'never';
  if (command.status.kind === 'parked') return;
  // X1: what is taken back from a worker while the execution is failing does not run any more.
  if (turn.state.fatal.length > 0) return cancelCommand(turn, open, 'the execution is failing');
  if (never || redeliveries > turn.limits.maxRedeliveries) {
    const message = never
      ? 'its worker is gone and the step must not run twice'
      : `its worker was lost ${redeliveries} times`;
    return failCommand(turn, open, { kind: 'lease_expired', message, retryable: false });
  }
  const owner = turn.ownerOf(open.step);
  turn.emit({ type: 'command.lease_expired', ...nameOf(open), redeliveries, worker, owner });
  issueAgain(turn, open.commandId, undefined);
}

const holderOf = ({ status }: CommandState): string | undefined =>
  status.kind === 'claimed' || status.kind === 'started' ? status.worker : undefined;

type LeaseLost = Extract<Report, { kind: 'lease_lost' }>;
