import type { PlainValue } from '../../../common/plain-value.ts';
import { at, readTime } from '../plain.ts';
import { endIteration, endLoop } from './end-loop.ts';
import type { Envelope } from './envelope.ts';
import { countIn, failureIn, inPayload, isFailure, resultIn } from './lookups.ts';
import { type Reading, richer } from './reading.ts';
import type { RunTrack } from './run-track.ts';
import type { Subject } from './translate.ts';
import { type Named, nameCommand, runFor } from './which-run.ts';

export function onIssued(reading: Reading, envelope: Envelope, subject: Subject): void {
  const track = reading.step(subject.step);
  const given = envelope.commandId;
  const known = given === undefined ? undefined : track.runOfCommand.get(given);
  if (known) return reading.setAside(envelope, 'its command was issued before');
  const run = track.active ?? runFor(reading, envelope, subject, { reopens: true }).run;
  if (given !== undefined) track.runOfCommand.set(given, run);
  run.maxAttempts = countIn(inPayload(envelope, 'max_attempts')) ?? run.maxAttempts;
  if (run.loop) {
    const before = run.loop.issued.size;
    nameCommand(reading, envelope, run, subject, { mayGuess: true });
    if (run.loop.issued.size === before) reading.setAside(envelope, 'its iteration is not one to issue');
  } else if (run.isIssued) reading.setAside(envelope, 'its run has a command already');
  else reading.ensureIssued(envelope, run, given);
}

/** Calls `emit` with the command that an event of a run under way speaks of. */
function ofOpenCommand(
  reading: Reading,
  envelope: Envelope,
  subject: Subject,
  emit: (named: Named, run: RunTrack) => void,
  { reopens = false } = {},
): void {
  const { run, isOver } = runFor(reading, envelope, subject, { reopens });
  if (isOver) return reading.setAside(envelope, 'its run is over');
  const named = nameCommand(reading, envelope, run, subject);
  if (!named) return reading.setAside(envelope, 'its iteration is unknown or settled');
  emit(named, run);
}

export function onClaimed(reading: Reading, envelope: Envelope, subject: Subject): void {
  const worker = envelope.worker ?? workerIn(envelope) ?? '';
  ofOpenCommand(
    reading,
    envelope,
    subject,
    named => reading.emit(envelope, { type: 'command.claimed', ...named, worker }),
    { reopens: true },
  );
}

export function onStarted(reading: Reading, envelope: Envelope, subject: Subject): void {
  ofOpenCommand(
    reading,
    envelope,
    subject,
    (named, run) => {
      const attempt = attemptIn(envelope) ?? run.attempts + 1;
      if (!run.loop) run.attempts = attempt;
      const worker = envelope.worker ?? workerIn(envelope);
      reading.emit(envelope, { type: 'command.started', ...named, attempt, worker });
    },
    { reopens: true },
  );
}

/** Data comes here; a command that waits for a callback ends here as well. */
export function onCallDone(reading: Reading, envelope: Envelope, subject: Subject): void {
  ofOpenCommand(reading, envelope, subject, (named, run) => {
    const result = resultIn(envelope);
    reading.emit(envelope, { type: 'call.done', ...named, result });
    if (run.loop && named.iteration !== undefined) run.loop.data.set(named.iteration, result);
    else run.data = richer(result, run.data);
    if (run.isParked) complete(reading, envelope, run, named);
  });
}

export function onCallError(reading: Reading, envelope: Envelope, subject: Subject): void {
  ofOpenCommand(reading, envelope, subject, (named, run) => {
    const attempt = attemptIn(envelope) ?? Math.max(1, run.attempts);
    reading.emit(envelope, { type: 'call.error', ...named, attempt, error: failureIn(envelope) });
  });
}

export function onRetry(reading: Reading, envelope: Envelope, subject: Subject): void {
  ofOpenCommand(reading, envelope, subject, (named, run) => {
    const attempt = attemptIn(envelope) ?? Math.max(1, run.attempts);
    const delay = 1000 * (numberIn(inPayload(envelope, 'retry_delay_seconds')) ?? 0);
    const task = inPayload(envelope, 'task');
    if (!run.loop) run.attempts = attempt;
    const hasError = inPayload(envelope, 'error') !== undefined || (envelope.error ?? null) !== null;
    reading.emit(envelope, {
      type: 'action_retry',
      ...named,
      task: typeof task === 'string' ? task : undefined,
      attempt,
      maxAttempts: countIn(inPayload(envelope, 'max_attempts')) ?? run.maxAttempts,
      delay,
      availableAt: readTime(inPayload(envelope, 'available_at'), 'available_at') ?? envelope.at + delay,
      error: hasError ? failureIn(envelope) : undefined,
    });
  });
}

export function onCompleted(reading: Reading, envelope: Envelope, subject: Subject): void {
  if (at(envelope.meta, 'cursor') !== undefined) {
    return reading.setAside(envelope, 'a row of a cursor does not end its step');
  }
  if (isFailure(envelope)) return onFailed(reading, envelope, subject);
  const { run, isOver } = runFor(reading, envelope, subject);
  if (isOver) return reading.setAside(envelope, 'its run is over');
  if (run.loop) return endOfLoopOrIteration(reading, envelope, run, subject);
  const named = nameCommand(reading, envelope, run, subject) as Named;
  if (inPayload(envelope, 'pending_callback') === true || at(envelope.meta, 'pending_callback') === true) {
    run.isParked = true;
    const waitsFor = { kind: 'callback' as const, deadline: undefined };
    return reading.emit(envelope, { type: 'command.parked', ...named, waitsFor });
  }
  complete(reading, envelope, run, named);
}

function complete(reading: Reading, envelope: Envelope, run: RunTrack, named: Named): void {
  const reported = richer(
    resultIn(envelope),
    reading.outlook.lateData.get(envelope.index) ?? { kind: 'none' },
  );
  const result = richer(run.data, reported);
  const attempt = attemptIn(envelope) ?? Math.max(1, run.attempts);
  reading.emit(envelope, { type: 'command.completed', ...named, attempt, result });
  reading.exit(envelope, run, { status: 'COMPLETED', result });
}

export function onFailed(reading: Reading, envelope: Envelope, subject: Subject): void {
  const { run, isOver } = runFor(reading, envelope, subject);
  if (isOver) return reading.setAside(envelope, 'its run is over');
  if (run.loop) return endOfLoopOrIteration(reading, envelope, run, subject);
  const named = nameCommand(reading, envelope, run, subject) as Named;
  const error = failureIn(envelope);
  const attempt = attemptIn(envelope) ?? Math.max(1, run.attempts);
  reading.emit(envelope, { type: 'command.failed', ...named, attempt, error });
  reading.exit(envelope, run, { status: 'FAILED', error, result: run.data });
}

/** Without an id and an index, the step's own end is meant. */
function endOfLoopOrIteration(reading: Reading, envelope: Envelope, run: RunTrack, subject: Subject): void {
  const named = nameCommand(reading, envelope, run, subject, {
    mayGuess: envelope.commandId !== undefined,
  });
  if (named) return endIteration(reading, envelope, run, named);
  const isParent = subject.iteration === undefined && envelope.commandId === undefined;
  if (!isParent)
    return reading.setAside(envelope, 'its iteration is settled already, or not one of the loop');
  endLoop(reading, envelope, run, isFailure(envelope) ? failureIn(envelope) : undefined);
}

export function onCancelled(reading: Reading, envelope: Envelope, subject: Subject): void {
  ofOpenCommand(reading, envelope, subject, named => {
    const reason = inPayload(envelope, 'reason');
    reading.emit(envelope, {
      type: 'command.cancelled',
      ...named,
      reason: typeof reason === 'string' ? reason : '',
    });
  });
}

const attemptIn = (envelope: Envelope): number | undefined =>
  envelope.attempt ?? countIn(inPayload(envelope, 'attempt'));

function workerIn(envelope: Envelope): string | undefined {
  const found = inPayload(envelope, 'worker_id') ?? at(envelope.meta, 'worker_id');
  return typeof found === 'string' ? found : undefined;
}

const numberIn = (value: PlainValue | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;
