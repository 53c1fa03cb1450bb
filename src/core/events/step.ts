import type { PlainMapping } from '../../common/plain-value.ts';
import type { Failure, Result } from '../result.ts';
import type { Head } from './head.ts';

export type StepEvent = StepEntered | StepSkipped | StepExited | NextEvaluated;

/** An activation of a step: the first is run 1. */
export interface RunId {
  readonly step: string;
  readonly run: number;
}

export interface StepEntered extends Head, RunId {
  readonly type: 'step.enter';
  /** The arrivals this run consumed, in the order in which their arguments were merged. */
  readonly arrivals: readonly Arrival[];
  readonly loop: LoopStart | undefined;
}

/** A selected arc that has reached its target. */
export interface Arrival {
  /** Undefined for the start of the execution and for the final step. */
  readonly from: RunId | undefined;
  /** Index in `next.arcs`, or -1 for the implicit arc to `end`. */
  readonly arc: number;
  readonly args: PlainMapping;
}

export interface LoopStart {
  readonly total: number;
  /** Undefined: as many as the engine allows. Sequential loops have 1. */
  readonly maxInFlight: number | undefined;
  /** The items, evaluated once; large collections are stored. */
  readonly items: Result;
  /** Set if the items are not known at the start but claimed on the way. */
  readonly cursor?: CursorStart | undefined;
}

export interface CursorStart {
  /** Frames that may be under way at a time: claims, and rows that are not all settled. */
  readonly maxFrames: number;
  /** Rows that are claimed in all, at most. */
  readonly limit: number | undefined;
}

export interface StepSkipped extends Head {
  readonly type: 'step.skipped';
  readonly step: string;
  readonly why: /** The guard, admission or whoever started it said no: this is a run, and routing goes on from it. */
    | {
        readonly reason: 'guard' | 'admission' | 'request';
        readonly run: number;
        readonly arrivals: readonly Arrival[];
      }
    /** No live branch can reach the step any more. Final. */
    | { readonly reason: 'unreached' };
}

export interface StepExited extends Head, RunId {
  readonly type: 'step.exit';
  readonly outcome: RunOutcome;
  /** Of one whose command waited for a callback: what its tool had answered itself. */
  readonly call?: Result | undefined;
}

export type RunOutcome =
  | { readonly status: 'COMPLETED'; readonly result: Result }
  | { readonly status: 'FAILED'; readonly error: Failure; readonly result: Result };

/** The routing decision of one run, made once. Replay follows it and evaluates nothing. */
export interface NextEvaluated extends Head, RunId {
  readonly type: 'next.evaluated';
  readonly mode: 'exclusive' | 'inclusive';
  readonly arcs: readonly ArcEvaluation[];
  /** Arcs that were selected, in authored order. */
  readonly tokens: readonly Token[];
  readonly failure: FailureRouting;
  /** Why the execution fails: the run's own error, or that routing itself went wrong. */
  readonly error: Failure | undefined;
  /** No arc was considered, because an earlier failure is ending the execution. */
  readonly drained: boolean;
}

/**
 * What became of a failed run: a failure arc took care of it, the step tolerates failures, or it ends
 * the execution. `none`: the run did not fail.
 */
export type FailureRouting = 'none' | 'handled' | 'tolerated' | 'fatal';

export interface ArcEvaluation {
  readonly arc: number;
  readonly target: string;
  readonly matched: boolean;
  /** In words for people: `when is false`, `not considered: an earlier arc matched`. */
  readonly why: string;
}

/** A selected arc on its way to its target. */
export interface Token {
  readonly target: string;
  readonly arc: number;
  readonly args: PlainMapping;
  /** Whether the arc leads back to the head of a loop. */
  readonly back: boolean;
}
