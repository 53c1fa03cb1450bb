import { EMPTY_MAPPING } from '../../../common/plain-value.ts';
import { commandIdOf } from '../../command.ts';
import type { Arrival, Event, LoopStart, Unstamped } from '../../event.ts';
import type { Result } from '../../result.ts';
import type { Envelope } from './envelope.ts';
import {
  type LoopTrack,
  newLoopTrack,
  newRunTrack,
  newStepTrack,
  type RunTrack,
  type StepTrack,
} from './run-track.ts';

/** An event that has no place among the canonical ones, and why. It is kept, and changes nothing. */
export interface Aside {
  readonly index: number;
  readonly eventType: string;
  readonly why: string;
}

/** What is known of the log as a whole before its first event is read. */
export interface Outlook {
  readonly executionId: string;
  /** The step that runs first. */
  readonly entry: string;
  /** Data that followed a report of completion, by the index of that report. */
  readonly lateData: ReadonlyMap<number, Result>;
  /** Iterations that the log names of a step whose loop does not say how many there are. */
  readonly iterationsOf: (step: string) => number;
  /** Steps that are known to loop, whatever the log says of them. */
  readonly loops: ReadonlySet<string>;
}

/** A log of an older engine while it is being read. */
export class Reading {
  readonly events: Event[] = [];
  readonly aside: Aside[] = [];
  readonly outlook: Outlook;
  isStarted = false;
  readonly failedSteps: string[] = [];
  readonly #steps = new Map<string, StepTrack>();

  constructor(outlook: Outlook) {
    this.outlook = outlook;
  }

  step(name: string): StepTrack {
    const known = this.#steps.get(name);
    if (known) return known;
    const track = newStepTrack();
    this.#steps.set(name, track);
    return track;
  }

  /** Whether iterations of this step are logged under names of their own. */
  isLoop(name: string): boolean {
    const track = this.#steps.get(name);
    return this.outlook.loops.has(name) || (track?.active ?? track?.last)?.loop !== undefined;
  }

  /** Events that one raw event implies carry its id and time. */
  emit<E extends Unstamped>(envelope: Pick<Envelope, 'id' | 'at'>, unstamped: E): void {
    this.events.push({ id: envelope.id, at: envelope.at, ...unstamped } as unknown as Event);
  }

  setAside({ index, eventType }: Pick<Envelope, 'index' | 'eventType'>, why: string): void {
    this.aside.push({ index, eventType, why });
  }

  /** Opens the next run of a step, or the one under way anew, where more is known of it. */
  enter(
    envelope: Envelope,
    step: string,
    loop?: { readonly track: LoopTrack; readonly start: LoopStart },
  ): RunTrack {
    const track = this.step(step);
    const { runs } = track;
    const isReplaced = track.active !== undefined;
    const run = isReplaced ? runs : runs + 1;
    track.runs = run;
    track.active = newRunTrack(step, run, envelope.id, loop?.track);
    this.emit(envelope, { type: 'step.enter', step, run, arrivals: FROM_SOMEWHERE, loop: loop?.start });
    return track.active;
  }

  /** The id of a run's command, or of one of its iterations, as the log has it or as we would name it. */
  commandId(run: RunTrack, iteration: number | undefined, given: string | undefined): string {
    return given ?? commandIdOf(this.outlook.executionId, run.step, run.enterId, iteration);
  }

  /** Makes sure that a plain run has a command before anything is said of it. */
  ensureIssued(envelope: Envelope, run: RunTrack, given: string | undefined): void {
    if (run.loop || run.isIssued) return;
    run.isIssued = true;
    const commandId = this.commandId(run, undefined, given);
    const { step, run: number, maxAttempts } = run;
    this.emit(envelope, {
      type: 'command.issued',
      step,
      run: number,
      commandId,
      window: undefined,
      maxAttempts,
      owner: undefined,
    });
  }

  exit(envelope: Envelope, run: RunTrack, outcome: Extract<Event, { type: 'step.exit' }>['outcome']): void {
    this.emit(envelope, { type: 'step.exit', step: run.step, run: run.run, outcome });
    const track = this.step(run.step);
    track.last = run;
    track.active = undefined;
    if (outcome.status === 'FAILED') this.failedSteps.push(run.step);
  }

  /** Follows events that name their runs themselves, where a log has both kinds. */
  observe(event: Event): void {
    this.events.push(event);
    if (event.type === 'playbook_started') this.isStarted = true;
    if (event.type === 'step.enter') {
      const track = this.step(event.step);
      track.runs = event.run;
      const loop = event.loop && newLoopTrack(event.loop.total, false);
      track.active = newRunTrack(event.step, event.run, event.id, loop);
      track.active.isIssued = true;
    } else if (event.type === 'step.exit') {
      const track = this.step(event.step);
      track.last = track.active ?? track.last;
      track.active = undefined;
    }
  }
}

/** Older logs do not say what led to a step; that of the entry step is the start itself. */
export const FROM_SOMEWHERE: readonly Arrival[] = [{ from: undefined, arc: -1, args: EMPTY_MAPPING }];

/** Richer data comes with `call.done`; the report of completion counts where there was none. */
export const richer = (attached: Result, reported: Result): Result =>
  attached.kind === 'none' ? reported : attached;
