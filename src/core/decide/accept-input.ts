import { assertNever } from '../../common/assert-never.ts';
import { mappingOf, type PlainValue } from '../../common/plain-value.ts';
import { isTerminal } from '../fold/fold.ts';
import type { Failure } from '../result.ts';
import type { CommandStatus } from '../state.ts';
import { unmarked } from '../stored-body.ts';
import { acceptCallback } from './accept-callback.ts';
import { acceptReport, endWait } from './accept-report.ts';
import { acceptTold } from './accept-told.ts';
import { cancelCommand } from './cancel-command.ts';
import { claimOf, mustQueue } from './claim-place.ts';
import type { Callback, Input, Restoration, Start, Steering } from './input.ts';
import { openCommands } from './open-commands.ts';
import { timeLimitOf } from './time-limit.ts';
import type { Turn } from './turn.ts';

export function acceptInput(turn: Turn, input: Input): void {
  switch (input.kind) {
    case 'start':
      return start(turn, input);
    case 'restore':
    case 'cancel':
    case 'admit':
    case 'pause':
    case 'resume':
    case 'signal':
    case 'set_ctx':
    case 'timeout':
      return isTerminal(turn.state) ? undefined : steer(turn, input);
    case 'claimed':
    case 'started':
    case 'heartbeat':
    case 'done':
    case 'failed':
    case 'task_retry':
    case 'parked':
    case 'deadline':
    case 'lease_lost':
      return acceptReport(turn, input);
    case 'callback':
      return acceptCallback(turn, input);
    case 'told':
      return acceptTold(turn, input);
    default:
      return assertNever(input, 'input');
  }
}

/** E1: an execution starts once; a repeated request to start it changes nothing. */
function start(turn: Turn, input: Start): void {
  if (turn.state.phase.kind !== 'initial') return;
  const { playbook } = turn.program;
  const workload = mappingOf([...Object.entries(playbook.workload), ...Object.entries(input.payload)]);
  const claim = claimOf(turn, workload);
  const time = timeLimitOf(turn.program, workload);
  turn.emit({
    type: 'playbook_started',
    executionId: input.executionId,
    catalogId: input.catalogId,
    path: input.path,
    version: input.version,
    hash: playbook.hash,
    workload,
    entry: input.entry ?? playbook.entry,
    parent: input.parent,
    concurrency: 'failure' in claim ? undefined : claim.claim,
    rerunOf: input.rerun?.of,
    ...(input.rerun?.callsLatest ? { callsLatest: true } : {}),
    ...(input.inPlaceOf === undefined ? {} : { inPlaceOf: input.inPlaceOf }),
    skip: input.skip,
    trace: input.trace,
  });
  if ('failure' in claim) return refuse(turn, claim.failure);
  if ('failure' in time) return refuse(turn, time.failure);
  if (mustQueue(claim.claim, input)) turn.emit({ type: 'playbook.queued' });
  restore(turn, input.rerun ?? { kept: [], more: false });
}

/** E4, E7: an execution whose limits cannot be rendered fails at once: running it without them would be wrong. */
function refuse(turn: Turn, error: Failure): void {
  turn.emit({ type: 'workflow_failed' });
  turn.emit({ type: 'playbook.failed', error, failedSteps: [] });
}

/** E8: a rerun takes over what it keeps before anything of it runs. */
function restore(turn: Turn, { kept, more }: Restoration): void {
  for (const event of kept) turn.emit(event);
  if (!more) turn.emit({ type: 'workflow_initialized' });
}

function steer(turn: Turn, input: Exclude<Steering, Callback>): void {
  switch (input.kind) {
    case 'restore':
      if (turn.state.isRestoring) restore(turn, input);
      return;
    case 'cancel':
      return cancel(turn, input.reason);
    case 'admit':
      if (turn.state.isQueued) turn.emit({ type: 'playbook.admitted' });
      return;
    case 'pause':
      if (!turn.state.isPaused) turn.emit({ type: 'playbook.paused', reason: input.reason });
      return;
    case 'resume':
      if (turn.state.isPaused) turn.emit({ type: 'playbook.resumed' });
      return;
    case 'signal':
      return receiveSignal(turn, input.name, input.data);
    case 'set_ctx':
      turn.emit({ type: 'ctx.updated', step: undefined, gen: 'api', values: input.values });
      return;
    case 'timeout':
      return timeOut(turn, input.limit);
    default:
      return assertNever(input, 'steering input');
  }
}

/** E2: cancelling ends the execution at once; what runs is told to stop, and its results come late. */
function cancel(turn: Turn, reason: string | undefined): void {
  for (const { commandId } of openCommands(turn)) turn.cancelled.push(commandId);
  turn.emit({ type: 'playbook.cancelled', reason });
}

/** E3: a signal wakes the command that waits for it, or is kept for the one that will. */
function receiveSignal(turn: Turn, name: string, sent: PlainValue): void {
  const data = unmarked(sent);
  turn.emit({ type: 'signal.received', name, data });
  const waiting = openCommands(turn).find(({ command }) => waitsForSignal(command.status, name));
  if (waiting) endWait(turn, waiting, { kind: 'inline', data });
}

const waitsForSignal = (status: CommandStatus, name: string): boolean =>
  status.kind === 'parked' && status.on.kind === 'signal' && status.on.name === name;

/** E4: an execution that exceeds its own time fails; nothing it has under way is waited for. */
function timeOut(turn: Turn, limit: string | undefined): void {
  const message = `the execution exceeded its timeout (${limit ?? 'executor.spec.timeout'})`;
  const details = limit === undefined ? {} : { details: { limit } };
  turn.emit({
    type: 'playbook.timed_out',
    error: { kind: 'timeout', message, retryable: false, ...details },
  });
  for (const command of openCommands(turn)) cancelCommand(turn, command, 'the execution timed out');
}
