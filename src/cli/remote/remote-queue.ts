import type { Client } from '../../client/index.ts';
import type { QueueRequest, RecordedQueue } from '../../compose/read.ts';
import { queueCursorText, readQueueCursor } from '../../core/view/queue-cursor.ts';

/** A page of the queue of a server. */
export async function remoteQueue(
  client: Client,
  { status, executionId, limit, from }: QueueRequest,
): Promise<RecordedQueue> {
  const query = {
    limit,
    ...(status === undefined ? {} : { status }),
    ...(executionId === undefined ? {} : { execution_id: executionId }),
    ...(from === undefined ? {} : { cursor: queueCursorText(from) }),
  };
  const { items, next_cursor: next } = await client.call('queue.list', { query });
  return { items, next: next === null ? undefined : readQueueCursor(next) };
}
