import type { Envelope } from './envelope.ts';
import { countIn, inPayload } from './lookups.ts';
import { FROM_SOMEWHERE, type Reading } from './reading.ts';
import { newLoopTrack } from './run-track.ts';
import type { Subject } from './translate.ts';

/**
 * A server's enter opens a run, and says how many iterations it has; a worker's own enter, inside a run
 * that is under way, says nothing new.
 */
export function onEnter(reading: Reading, envelope: Envelope, { step }: Subject): void {
  const { active, runOfCommand } = reading.step(step);
  const total = countIn(inPayload(envelope, 'iterations_expected'));
  if (active && (total === undefined || active.loop || active.isIssued)) {
    return reading.setAside(envelope, 'its run is under way');
  }
  if (runOfCommand.has(envelope.commandId ?? '')) return reading.setAside(envelope, 'its run is over');
  enterLoop(reading, envelope, step, total, true);
}

/** Opens a run: a loop if the number of iterations is known. */
export function enterLoop(
  reading: Reading,
  envelope: Envelope,
  step: string,
  total: number | undefined,
  endsByCount: boolean,
): void {
  if (total === undefined) {
    reading.enter(envelope, step);
    return;
  }
  const maxInFlight = inPayload(envelope, 'mode') === 'sequential' ? 1 : undefined;
  const start = { total, maxInFlight, items: { kind: 'none' as const } };
  reading.enter(envelope, step, { track: newLoopTrack(total, endsByCount), start });
}

/** A skip is a run of its own, unless the step was entered before its guard was asked. */
export function onSkipped(reading: Reading, envelope: Envelope, { step }: Subject): void {
  if (inPayload(envelope, 'reason') === 'unreached') {
    return reading.emit(envelope, { type: 'step.skipped', step, why: { reason: 'unreached' } });
  }
  const track = reading.step(step);
  if (track.active?.isIssued) return reading.setAside(envelope, 'its run is under way');
  if (!track.active) track.runs++;
  track.active = undefined;
  const why = { reason: 'guard' as const, run: track.runs, arrivals: FROM_SOMEWHERE };
  reading.emit(envelope, { type: 'step.skipped', step, why });
}
