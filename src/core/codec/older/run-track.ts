import type { Failure, Result } from '../../result.ts';
import { NO_RESULT } from '../../result.ts';

/**
 * What the reader of an older log remembers of a step, because those logs know no runs: which run an event
 * without a number belongs to, and what an exit that nobody wrote has to say.
 */
export interface StepTrack {
  runs: number;
  active: RunTrack | undefined;
  last: RunTrack | undefined;
  /** The run each command id was first seen in. */
  readonly runOfCommand: Map<string, RunTrack>;
}

export interface RunTrack {
  readonly step: string;
  readonly run: number;
  readonly enterId: string;
  isIssued: boolean;
  isParked: boolean;
  /** The attempt under way, or the last that failed. */
  attempts: number;
  maxAttempts: number;
  /** What `call.done` brought. */
  data: Result;
  readonly loop: LoopTrack | undefined;
}

export interface LoopTrack {
  readonly total: number;
  /**
   * Engines that announce the number of iterations end a loop when they have all settled; those that
   * announce an iterator end it by an event of its own, and a loop that lacks it is stuck.
   */
  readonly endsByCount: boolean;
  readonly issued: Set<number>;
  /** No index below this one is free. */
  firstFree: number;
  readonly settled: Map<number, { readonly result: Result; readonly error: Failure | undefined }>;
  readonly indexOfCommand: Map<string, number>;
  /** What `call.done` brought for iterations that are not settled. */
  readonly data: Map<number, Result>;
}

export const newStepTrack = (): StepTrack => ({
  runs: 0,
  active: undefined,
  last: undefined,
  runOfCommand: new Map(),
});

export const newRunTrack = (
  step: string,
  run: number,
  enterId: string,
  loop: LoopTrack | undefined,
): RunTrack => ({
  step,
  run,
  enterId,
  isIssued: false,
  isParked: false,
  attempts: 0,
  maxAttempts: 1,
  data: NO_RESULT,
  loop,
});

export const newLoopTrack = (total: number, endsByCount: boolean): LoopTrack => ({
  total,
  endsByCount,
  issued: new Set(),
  firstFree: 0,
  settled: new Map(),
  indexOfCommand: new Map(),
  data: new Map(),
});
