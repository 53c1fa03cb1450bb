import { isMapping, type PlainValue } from '../../../common/plain-value.ts';
import type { LoopStats } from '../../event.ts';
import { endIteration } from './end-loop.ts';
import type { Envelope } from './envelope.ts';
import { countIn, inPayload } from './lookups.ts';
import { enterLoop } from './on-step.ts';
import type { Reading } from './reading.ts';
import type { LoopTrack } from './run-track.ts';
import type { Subject } from './translate.ts';
import { nameCommand, runFor } from './which-run.ts';

/** Opens the loop's run, unless an enter that told the number of iterations has done so. */
export function onIteratorStarted(reading: Reading, envelope: Envelope, { step }: Subject): void {
  const track = reading.step(step);
  if (!track.active?.loop) {
    if (track.active?.isIssued) return reading.setAside(envelope, 'its run is no loop');
    enterLoop(reading, envelope, step, totalIn(envelope) ?? reading.outlook.iterationsOf(step), false);
  }
  const run = track.active;
  if (!run?.loop) return;
  const mode = inPayload(envelope, 'mode') === 'sequential' ? 'sequential' : 'parallel';
  reading.emit(envelope, { type: 'iterator_started', step, run: run.run, total: run.loop.total, mode });
}

function totalIn(envelope: Envelope): number | undefined {
  const counted = ['total_count', 'iterations_expected', 'total', 'count'].map(key =>
    countIn(inPayload(envelope, key)),
  );
  const listed = ['collection', 'items'].map(key => inPayload(envelope, key)).find(Array.isArray);
  return counted.find(count => count !== undefined) ?? listed?.length;
}

export function onIterationSettled(reading: Reading, envelope: Envelope, subject: Subject): void {
  const iteration = subject.iteration ?? countIn(inPayload(envelope, 'index'));
  const { run, isOver } = runFor(reading, envelope, { ...subject, iteration });
  if (isOver) return reading.setAside(envelope, 'its run is over');
  const named = run.loop && nameCommand(reading, envelope, run, { ...subject, iteration });
  if (!named) return reading.setAside(envelope, 'its iteration is unknown or settled');
  endIteration(reading, envelope, run, named);
}

export function onIteratorCompleted(reading: Reading, envelope: Envelope, { step }: Subject): void {
  const run = reading.step(step).active ?? reading.step(step).last;
  if (!run?.loop) return reading.setAside(envelope, 'its step is no loop');
  reading.emit(envelope, {
    type: 'iterator_completed',
    step,
    run: run.run,
    stats: statsIn(inPayload(envelope, 'stats')) ?? statsOf(run.loop),
  });
}

export function onLoopDone(reading: Reading, envelope: Envelope, { step }: Subject): void {
  const run = reading.step(step).active ?? reading.step(step).last;
  if (!run) return reading.setAside(envelope, 'its step was never entered');
  reading.emit(envelope, { type: 'loop.done', step, run: run.run });
}

function statsIn(value: PlainValue | undefined): LoopStats | undefined {
  if (!isMapping(value)) return undefined;
  const count = (key: keyof LoopStats) => countIn(value[key]) ?? 0;
  return {
    total: count('total'),
    success: count('success'),
    failed: count('failed'),
    skipped: count('skipped'),
  };
}

function statsOf({ total, settled }: LoopTrack): LoopStats {
  const failed = [...settled.values()].filter(({ error }) => error !== undefined).length;
  return { total, success: settled.size - failed, failed, skipped: total - settled.size };
}
