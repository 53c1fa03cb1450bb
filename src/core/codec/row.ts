import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';

/** One event as the API, the SQL view and exports show it. Absent columns are left out. */
export interface EventRow {
  /** Decimal digits; `<id>.<n>` for the n-th iteration of an event that speaks of several. */
  readonly event_id: string;
  readonly execution_id: string;
  readonly catalog_id?: string;
  readonly parent_execution_id?: string;
  readonly event_type: string;
  readonly node_id?: string;
  readonly node_name?: string;
  readonly node_type: 'execution' | 'workflow' | 'step' | 'command' | 'iterator' | 'context' | 'external';
  /** `PENDING RUNNING COMPLETED FAILED CANCELLED PAUSED SKIPPED`. */
  readonly status: string;
  readonly context?: PlainMapping;
  readonly result?: PlainMapping;
  readonly meta?: PlainMapping;
  readonly error?: PlainMapping;
  readonly worker_id?: string;
  readonly attempt?: number;
  /** RFC 3339 in UTC. */
  readonly created_at: string;
  /** Version of this form; readers lift older ones. */
  readonly v: number;
}

/** The columns that hold the fields of an event. */
export interface Columns {
  readonly columns: Record<string, PlainValue>;
  readonly context: Record<string, PlainValue>;
  readonly meta: Record<string, PlainValue>;
}
