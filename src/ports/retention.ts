import type { ExecutionStatus } from './event-store.ts';

export type EndedStatus = Exclude<ExecutionStatus, 'PENDING' | 'RUNNING' | 'PAUSED'>;

/** A finished execution that is nobody's child: the unit of removal is it with all its descendants. */
export interface EndedRoot {
  readonly executionId: string;
  readonly path: string;
  readonly status: EndedStatus;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Where a page of them ends. It need not be there any more. */
export type RootPlace = Pick<EndedRoot, 'startedAt' | 'executionId'>;

/** An execution with its descendants, and what keeps them. */
export interface ExecutionFamily {
  /** Its parent, if that is in the store: then it is removed with it, never alone. */
  readonly parent: string | undefined;
  /** The execution itself first. */
  readonly members: readonly string[];
  /** Members that have not ended. */
  readonly running: readonly string[];
  /** Reruns outside the family of one of its members: they read the members' results by reference. */
  readonly reruns: readonly string[];
}

/** Values in the result store. */
export interface ResultCount {
  readonly values: number;
  readonly bytes: number;
  /** That have some. */
  readonly executions: number;
}

/**
 * Takes executions out of the stores for good.
 *
 * What an execution that stays refers to is not removed. A child belongs to its parent and goes with it; a
 * rerun shares the results of its original, so the original goes with or after all its reruns. An
 * execution whose parent was removed before it was started counts as nobody's child.
 */
export interface Retention {
  /** By their start, newest first; `before` (exclusive) is the last one of the page before. */
  roots(page: { readonly before?: RootPlace; readonly limit: number }): Promise<readonly EndedRoot[]>;
  /** Undefined if the execution is not in the store. */
  family(executionId: string): Promise<ExecutionFamily | undefined>;
  /**
   * Removes the execution with its descendants: turns, summaries, results and snapshots in one transaction,
   * printed lines after it. Resolves, when that is durable, to how many executions went. Zero: it stays,
   * because it has a parent, something of it has not ended, or somebody who stays refers to it. Removals
   * take effect in the order in which they were asked for, also when they are asked for at once.
   */
  remove(executionId: string): Promise<number>;
  /**
   * Removes values of the execution and its descendants, by address; what belongs to the log stays. Resolves,
   * when that is durable, to how many went. Undefined: they stay, for one of the reasons why `remove` leaves
   * an execution.
   */
  removeResults(executionId: string, uris: readonly string[]): Promise<number | undefined>;
  /** Without what belongs to the log. */
  countResults(): Promise<ResultCount>;
  /** Values that were kept for a time which is over at `time` (milliseconds since 1970). */
  countExpiredResults(time: number): Promise<number>;
  /** Removes them; resolves to how many there were. */
  removeExpiredResults(time: number): Promise<number>;
  /** Commands' attempts whose last printed line is older than `time` (milliseconds since 1970). */
  countLogs(time: number): Promise<number>;
  /** Removes what they printed; resolves to how many there were. */
  removeLogs(time: number): Promise<number>;
  /** Gives the room of what was removed back to the disk, and clears up what an interrupted removal left. */
  compact(): Promise<void>;
  /** On disk; zero where nothing is. */
  bytes(): Promise<number>;
}
