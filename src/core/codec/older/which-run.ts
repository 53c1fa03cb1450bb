import { commandIdOf } from '../../command.ts';
import type { Envelope } from './envelope.ts';

import { enterLoop } from './on-step.ts';
import type { Reading } from './reading.ts';
import type { LoopTrack, RunTrack } from './run-track.ts';
import type { Subject } from './translate.ts';

/**
 * The run that an event without a run number speaks of: that of its command id, else the one under way,
 * else, of a step that was never entered, a new one. `reopens`: of a step that has finished as well.
 */
export function runFor(
  reading: Reading,
  envelope: Envelope,
  { step, iteration }: Subject,
  { reopens = false } = {},
): { readonly run: RunTrack; readonly isOver: boolean } {
  const track = reading.step(step);
  const id = envelope.commandId;
  const known = id === undefined ? undefined : track.runOfCommand.get(id);
  if (known) return { run: known, isOver: known !== track.active };
  if (!track.active && track.last && id === undefined && !reopens) return { run: track.last, isOver: true };
  if (!track.active) openImplicitly(reading, envelope, step, iteration);
  const run = track.active as unknown as RunTrack;
  if (id !== undefined) track.runOfCommand.set(id, run);
  return { run, isOver: false };
}

/** Nobody said how many iterations there are: as many as the log names, and their end is an event. */
function openImplicitly(
  reading: Reading,
  envelope: Envelope,
  step: string,
  iteration: number | undefined,
): void {
  const isLoop = iteration !== undefined && reading.isLoop(step);
  enterLoop(reading, envelope, step, isLoop ? reading.outlook.iterationsOf(step) : undefined, false);
}

/** The fields that name a command in a canonical event. */
export interface Named {
  readonly step: string;
  readonly run: number;
  readonly commandId: string;
  readonly iteration: number | undefined;
}

/** Names the command, issuing it if that was not recorded; undefined if it is no open one of the run. */
export function nameCommand(
  reading: Reading,
  envelope: Envelope,
  run: RunTrack,
  { iteration }: Subject,
  { mayGuess = false } = {},
): Named | undefined {
  const given = envelope.commandId;
  if (!run.loop) {
    reading.ensureIssued(envelope, run, given);
    return {
      step: run.step,
      run: run.run,
      commandId: reading.commandId(run, undefined, given),
      iteration: undefined,
    };
  }
  const { loop } = run;
  const index = iteration ?? loop.indexOfCommand.get(given ?? '') ?? (mayGuess ? nextIndex(loop) : undefined);
  if (index === undefined || index >= loop.total || loop.settled.has(index)) return undefined;
  if (given !== undefined) loop.indexOfCommand.set(given, index);
  issueIteration(reading, envelope, run, index);
  return { step: run.step, run: run.run, commandId: reading.commandId(run, index, given), iteration: index };
}

/** For commands that neither say nor show their index: in the order in which they are first seen. */
function nextIndex(loop: LoopTrack): number {
  while (loop.issued.has(loop.firstFree)) loop.firstFree++;
  return loop.firstFree;
}

function issueIteration(
  reading: Reading,
  envelope: Envelope,
  { step, run, enterId, maxAttempts, loop }: RunTrack,
  index: number,
): void {
  if (!loop || loop.issued.has(index)) return;
  loop.issued.add(index);
  const commandId = commandIdOf(reading.outlook.executionId, step, enterId);
  const window = { from: index, to: index + 1 };
  reading.emit(envelope, {
    type: 'command.issued',
    step,
    run,
    commandId,
    window,
    maxAttempts,
    owner: undefined,
  });
}
