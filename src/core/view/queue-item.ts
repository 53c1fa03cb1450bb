import type { QueueRow } from './queue-view.ts';

/** A command of the queue in the words of the API. */
export interface QueueItem {
  /** The id of the command: the same over all attempts. */
  readonly queue_id: string;
  readonly command_id: string;
  readonly execution_id: string;
  readonly node_name: string;
  readonly status: QueueRow['status'];
  readonly attempts: number;
  readonly max_attempts: number;
  readonly available_at: string | null;
  readonly worker_id: string | null;
  readonly last_error: string | null;
}

export const queueItem = (executionId: string, row: QueueRow): QueueItem => ({
  queue_id: row.command_id,
  execution_id: executionId,
  command_id: row.command_id,
  node_name: row.node_name,
  status: row.status,
  attempts: row.attempts,
  max_attempts: row.max_attempts,
  available_at: row.available_at ?? null,
  worker_id: row.worker_id ?? null,
  last_error: row.last_error ?? null,
});
