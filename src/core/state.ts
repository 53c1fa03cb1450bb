import type { PlainMapping, PlainValue } from '../common/plain-value.ts';
import type {
  Answer,
  ConcurrencyClaim,
  CursorStart,
  LoopStats,
  ParentLink,
  ParkedOn,
  RunId,
  RunOutcome,
} from './event.ts';
import type { IndexRange } from './fold/index-ranges.ts';
import { type Failure, NO_RESULT, type Result } from './result.ts';

/**
 * What an execution is, as far as decisions need it: the fold of its events and nothing else. It holds
 * open work and the latest result of each step; what is over is counted, not kept, so its size does not
 * grow with the number of finished iterations, runs or events.
 *
 * Unions, not bags: a looping run is another variant than a plain one, an open command another than a
 * settled one, and no field says what its variant already says.
 */
export interface State {
  readonly phase: Phase;
  readonly header: Header | undefined;
  readonly isPaused: boolean;
  /** Waits for a place among executions with its concurrency key. */
  readonly isQueued: boolean;
  /** Takes over what it keeps of the execution it repeats; nothing runs before that is done. */
  readonly isRestoring: boolean;
  /** By name; only steps that were entered or skipped. */
  readonly steps: ReadonlyMap<string, StepState>;
  /** The steps that have an active run. */
  readonly active: ReadonlySet<string>;
  /** Selected arcs that no run has consumed yet, by target, oldest first. */
  readonly tokens: ReadonlyMap<string, readonly PendingToken[]>;
  /** Settled runs whose arcs have not been evaluated, in order of completion. */
  readonly unrouted: readonly RunId[];
  /** Durable variables (`ctx`). */
  readonly ctx: PlainMapping;
  /** By step: the completion whose `set` has been applied. */
  readonly ctxMarks: ReadonlyMap<string, string>;
  /** Signals that arrived before anybody waited for them, by name, oldest first. */
  readonly signals: ReadonlyMap<string, readonly PlainValue[]>;
  /** Failed runs that end the execution, in order of completion; empty while nothing is wrong. */
  readonly fatal: readonly FatalFailure[];
  readonly finalStepEntered: boolean;
  /** What was told from outside, by its sender's key: the latest ones, so that none counts twice. */
  readonly received?: ReadonlyMap<string, Receipt>;
  /** Completions so far: orders runs without looking at clocks. */
  readonly completions: number;
}

export type Phase =
  | { readonly kind: 'initial' }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'completed'; readonly at: number; readonly result: Result }
  | {
      readonly kind: 'failed';
      readonly at: number;
      readonly error: Failure;
      readonly failedSteps: readonly string[];
    }
  | { readonly kind: 'cancelled'; readonly at: number; readonly reason: string | undefined };

/** What the start of the execution fixed for good. */
export interface Header {
  readonly executionId: string;
  readonly catalogId: string;
  readonly path: string;
  readonly version: string;
  readonly hash: string;
  readonly workload: PlainMapping;
  readonly parent: ParentLink | undefined;
  readonly concurrency: ConcurrencyClaim | undefined;
  readonly rerunOf: string | undefined;
  readonly callsLatest?: boolean | undefined;
  readonly inPlaceOf?: string | undefined;
  readonly skip: readonly string[] | undefined;
  /** `traceparent` of the trace it belongs to; undefined: none. */
  readonly trace?: string | undefined;
  readonly startedAt: number;
  /** When it began to run: its start, or the end of its time in the queue. */
  readonly admittedAt: number;
}

export interface FatalFailure {
  /** Undefined if the execution as a whole failed: its time was up. */
  readonly step: string | undefined;
  readonly error: Failure;
}

/** That something was told, and what became of it. */
export interface Receipt {
  readonly eventId: string;
  /** It came too late and changed nothing. */
  readonly isLate: boolean;
}

export interface PendingToken {
  readonly from: RunId | undefined;
  readonly arc: number;
  readonly args: PlainMapping;
  readonly back: boolean;
}

// ---------------------------------------------------------------------------------------------- step

export interface StepState {
  /** Runs so far, those that the guard skipped included. */
  readonly runs: number;
  readonly active: ActiveRun | undefined;
  /** The latest run that is over. Its result stays visible while a later run is active. */
  readonly last: SettledRun | undefined;
  /** The result that templates see: that of the latest run which had one. */
  readonly result: Result;
  /** No live branch can reach the step any more. */
  readonly isUnreached: boolean;
  /** How often each of its arcs was taken, by index; -1 is the implicit one. Undefined: none yet. */
  readonly taken?: ReadonlyMap<number, number>;
}

export type ActiveRun = PlainRun | LoopRun;

interface RunBase {
  readonly run: number;
  /** Id of its `step.enter`, part of the ids of its commands. */
  readonly enterId: string;
  readonly enteredAt: number;
  /** Arguments of the consumed arrivals, merged. */
  readonly args: PlainMapping;
  readonly arrivals: readonly { readonly from: RunId | undefined; readonly args: PlainMapping }[];
  /** `step.*`: what its tasks have set for the time of the run. */
  readonly locals?: PlainMapping;
}

export interface PlainRun extends RunBase {
  readonly kind: 'plain';
  /** Undefined until it is issued. */
  readonly command: CommandState | undefined;
}

export interface LoopRun extends RunBase {
  readonly kind: 'loop';
  readonly total: number;
  readonly maxInFlight: number | undefined;
  readonly items: Result;
  /** The iterations below this index have been issued. */
  readonly issued: number;
  /** All iterations below this index are settled; `settledAbove` has the settled ones beyond it. */
  readonly watermark: number;
  readonly settledAbove: readonly IndexRange[];
  readonly open: ReadonlyMap<number, CommandState>;
  readonly success: number;
  readonly failed: number;
  /** Of the first failures, by index. */
  readonly errors: readonly { readonly index: number; readonly error: Failure }[];
  /** Results by index while the loop is small; undefined once it is not, and they are in the store alone. */
  readonly results: ReadonlyMap<number, Result> | undefined;
  /** `ctx` values that iterations of a parallel loop set, by name, until the loop ends. */
  readonly ctx: ReadonlyMap<string, IterationValue>;
  /** Set if the items are claimed on the way: `total` grows with each claim. */
  readonly cursor?: CursorProgress;
}

/** How far the claims of a loop have come. */
export interface CursorProgress extends CursorStart {
  /** Claims so far: the number of the next one. */
  readonly claims: number;
  /** Claims whose rows are not known yet, by number. */
  readonly open: ReadonlyMap<number, CommandState>;
  /** Frames whose rows are not all settled, in order of index. */
  readonly frames: readonly OpenFrame[];
  /** A claim found nothing. */
  readonly isDrained: boolean;
  /** Why a claim failed for good. */
  readonly failure: Failure | undefined;
}

/** Rows that were claimed together: the iterations `from` to `to` (exclusive). */
export interface OpenFrame {
  readonly frame: number;
  readonly from: number;
  readonly to: number;
  readonly items: Result;
}

/** A value with the iteration that set it. */
export interface IterationValue {
  readonly index: number;
  readonly value: PlainValue;
}

export interface SettledRun {
  readonly run: number;
  /** `step.*`, which its arcs still read. */
  readonly locals?: PlainMapping;
  readonly outcome: 'completed' | 'failed' | 'skipped';
  readonly error: Failure | undefined;
  readonly stats: LoopStats | undefined;
  /** Of a loop's first failed iterations; templates read them as `failed_items`. */
  readonly errors: LoopRun['errors'];
  /** Of its command; 0 if it had none, or one for each item. */
  readonly attempts: number;
  readonly enteredAt: number;
  readonly settledAt: number;
  /** Id of its `step.exit` or `step.skipped`: the generation of its `set`. */
  readonly exitId: string;
  /** Of one whose command waited for a callback: what its tool had answered itself. */
  readonly call?: Result;
  /** Place in the order of completions. */
  readonly order: number;
  readonly isRouted: boolean;
}

// ------------------------------------------------------------------------------------------- command

export interface CommandState {
  /** Executions that failed, plus the one under way. Compared with `maxAttempts`. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Leases that were lost. They do not count as attempts. */
  readonly redeliveries: number;
  /** How far it has come, as its worker reported it; kept over attempts and redeliveries. */
  readonly checkpoint: PlainValue | undefined;
  /** What the tool returned, before the command is reported complete. */
  readonly data: Result;
  readonly status: CommandStatus;
  /** Its callback, which came before it waits for it. */
  readonly callback?: RunOutcome;
  /** What its tool answered before it waited for the callback. */
  readonly call?: Result;
}

export type CommandStatus =
  | { readonly kind: 'issued' }
  | { readonly kind: 'claimed'; readonly worker: string }
  | { readonly kind: 'started'; readonly worker: string | undefined }
  | { readonly kind: 'retry'; readonly availableAt: number }
  | { readonly kind: 'parked'; readonly on: ParkedOn; readonly answer?: Answer }
  | { readonly kind: 'completed'; readonly result: Result }
  | { readonly kind: 'failed'; readonly error: Failure }
  | { readonly kind: 'cancelled'; readonly reason: string };

export const isOpen = (command: CommandState): boolean =>
  command.status.kind !== 'completed' &&
  command.status.kind !== 'failed' &&
  command.status.kind !== 'cancelled';

/** Where a command stands in its run: nowhere in particular, at an iteration, or as a claim. */
export interface CommandPlace {
  readonly iteration: number | undefined;
  readonly frame?: number | undefined;
}

export function commandAt(run: ActiveRun, { iteration, frame }: CommandPlace): CommandState | undefined {
  if (run.kind === 'plain') return run.command;
  if (frame !== undefined) return run.cursor?.open.get(frame);
  return iteration === undefined ? undefined : run.open.get(iteration);
}

/** All commands of a run, with where they stand. */
export function commandsIn(run: ActiveRun): readonly (readonly [CommandPlace, CommandState])[] {
  if (run.kind === 'plain') return run.command ? [[{ iteration: undefined }, run.command]] : [];
  const claims = [...(run.cursor?.open ?? [])].map(
    ([frame, command]) => [{ iteration: undefined, frame }, command] as const,
  );
  return [...claims, ...[...run.open].map(([iteration, command]) => [{ iteration }, command] as const)];
}

/** A loop whose items are claimed. */
export type CursorRun = LoopRun & { readonly cursor: CursorProgress };

/** Where the item of an iteration is: at `at` of these. */
export function itemPlace(run: LoopRun, index: number): { readonly items: Result; readonly at: number } {
  if (!run.cursor) return { items: run.items, at: index };
  const frame = run.cursor.frames.find(({ from, to }) => from <= index && index < to);
  return frame ? { items: frame.items, at: index - frame.from } : { items: NO_RESULT, at: 0 };
}
