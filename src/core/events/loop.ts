import type { PlainMapping } from '../../common/plain-value.ts';
import type { Failure, Result } from '../result.ts';
import type { Head } from './head.ts';
import type { RunId } from './step.ts';

export type LoopEvent =
  | IteratorStarted
  | IterationsSettled
  | IteratorCompleted
  | LoopDone
  | FrameStarted
  | FrameCommitted
  | FrameFailed;

export interface IteratorStarted extends Head, RunId {
  readonly type: 'iterator_started';
  readonly total: number;
  readonly mode: 'sequential' | 'parallel';
}

/** Iterations that settled in one turn, together: a loop of a million items stays small in the log. */
export interface IterationsSettled extends Head, RunId {
  readonly type: 'iteration_completed' | 'iteration_failed';
  readonly settled: readonly SettledIteration[];
}

export interface SettledIteration {
  readonly index: number;
  readonly attempt: number;
  readonly result: Result;
  /** Of a failed one. */
  readonly error: Failure | undefined;
  /** `ctx` values it set; merged in order of index when a parallel loop ends. */
  readonly ctx: PlainMapping;
}

export interface IteratorCompleted extends Head, RunId {
  readonly type: 'iterator_completed';
  readonly stats: LoopStats;
}

export interface LoopStats {
  readonly total: number;
  readonly success: number;
  readonly failed: number;
  /** Never issued, because an earlier iteration failed. */
  readonly skipped: number;
}

export interface LoopDone extends Head, RunId {
  readonly type: 'loop.done';
}

/** A claim has found rows, which are the next iterations; they are the result of its command. None: the cursor is drained. */
export interface FrameStarted extends Head, RunId {
  readonly type: 'frame.started';
  readonly frame: number;
  /** Index of the iteration that its first row is. */
  readonly from: number;
  readonly rows: number;
}

/** All rows of the frame are settled. */
export interface FrameCommitted extends Head, RunId {
  readonly type: 'frame.committed';
  readonly frame: number;
}

/** The claim failed for good: nothing more is claimed, and the loop fails when what is under way has drained. */
export interface FrameFailed extends Head, RunId {
  readonly type: 'frame.failed';
  readonly frame: number;
  readonly error: Failure;
}
