import type { Event } from '../core/event.ts';

/** The events of one turn, as they are appended: together or not at all. */
export interface Turn {
  readonly executionId: string;
  /** 1 for the first turn of an execution, then one more each. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly events: readonly Event[];
}

/** What a list of executions shows without folding their logs. Kept up to date by `append`. */
export interface ExecutionSummary {
  readonly executionId: string;
  readonly path: string;
  readonly hash: string;
  readonly status: ExecutionStatus;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly parentExecutionId: string | undefined;
  /** The execution whose results it shares. */
  readonly rerunOf: string | undefined;
  /** The entry of the catalog that it runs; undefined: it did not come from there. */
  readonly catalogId?: string | undefined;
  readonly version: number;
  /** Its events as they are shown: one that speaks of several iterations counts for each. */
  readonly events: number;
}

export type ExecutionStatus = 'PENDING' | 'RUNNING' | 'PAUSED' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

export interface ExecutionFilter {
  readonly status?: ExecutionStatus;
  readonly path?: string;
  /** Stands in the path; the case of the letters A to Z does not matter. */
  readonly pathPart?: string;
  /** Runs of this entry of the catalog. */
  readonly catalogId?: string;
  /** Started then or later, in milliseconds since 1970. */
  readonly since?: number;
  /** The children of this execution; goes with `before` and `limit` alone. */
  readonly parent?: string;
  /** Only executions that started before this one: the next page. None if there is no such execution. */
  readonly before?: string;
  /** 100 unless given. */
  readonly limit?: number;
  /** So many are passed over; `before` finds the next page faster. */
  readonly offset?: number;
}

/** Of executions that started in a time, in milliseconds since 1970; without bounds all of them. */
export interface CountFilter {
  /** Inclusive. */
  readonly from?: number;
  /** Exclusive. */
  readonly to?: number;
}

export type ExecutionCounts = Readonly<Record<ExecutionStatus, number>>;

export const NO_EXECUTIONS: ExecutionCounts = {
  PENDING: 0,
  RUNNING: 0,
  PAUSED: 0,
  COMPLETED: 0,
  FAILED: 0,
  CANCELLED: 0,
};

/** Where an event stands in the log: events are counted as they are shown, from 0. */
export interface TurnOfRow {
  readonly version: number;
  /** The first of the turn. */
  readonly firstRow: number;
}

/** Which events are wanted. */
export interface EventFilter {
  /** By name, or by the beginning of one. */
  readonly type?: { readonly is: string } | { readonly startsWith: string };
  readonly step?: string;
}

/** How many events of the turns `from` to `to` (inclusive) are wanted, counted as they are shown. */
export interface SpanTally {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
}

/** The turns `from` to `to` (inclusive), `span` of them at a time. */
export interface TallyRange {
  readonly from: number;
  readonly to: number;
  readonly span: number;
}

/** A part of a log. */
export interface ReadRange {
  /** The last version wanted; all unless given. */
  readonly upTo?: number;
  /** At most so many turns; all unless given. */
  readonly limit?: number;
}

/**
 * The log: the only truth. Delivery, conflict and absence:
 * - `append` resolves `appended` only when the turn is durable. It resolves `conflict`, and has written
 *   nothing, if the execution is not at `version - 1`: somebody else has advanced it.
 * - Turns of different executions may be committed in one group; one that fails does not fail the others.
 * - `read` of an unknown execution gives no turns; it is no error.
 * - What a process appended is seen by every reader that asks after `append` has resolved.
 */
export interface EventStore {
  append(turn: Turn): Promise<'appended' | 'conflict'>;
  /** In order of version, from `fromVersion` (default 1) on. */
  read(executionId: string, fromVersion?: number, range?: ReadRange): Promise<readonly Turn[]>;
  /** The turn with the n-th event, found without reading those before it. Undefined if there are fewer. */
  turnOfRow(executionId: string, row: number): Promise<TurnOfRow | undefined>;
  /**
   * Where wanted events stand in a part of a log: the spans that have some, in order; found without reading the
   * events.
   */
  tally(executionId: string, filter: EventFilter, range: TallyRange): Promise<readonly SpanTally[]>;
  summary(executionId: string): Promise<ExecutionSummary | undefined>;
  list(filter?: ExecutionFilter): Promise<readonly ExecutionSummary[]>;
  /** How many there are, by status, without reading them. */
  count(filter?: CountFilter): Promise<ExecutionCounts>;
  /** Executions without a terminal event, oldest first: what a start has to take up again. */
  open(): Promise<readonly string[]>;
  close(): Promise<void>;
}
