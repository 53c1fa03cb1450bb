import type { ServerServices } from '../services.ts';
import type { SseConnection } from '../sse/sse-connection.ts';
import { Bell } from './bell.ts';
import { liveOf } from './live.ts';

/**
 * Sends changes of status as they come. A client that comes back after too long, or reads too slowly, has
 * missed some: it gets `reset`, and reads the list again.
 */
export async function streamStatuses(
  services: ServerServices,
  connection: SseConnection,
  { lastEventId, limit }: { readonly lastEventId: string | undefined; readonly limit: number },
): Promise<void> {
  const live = liveOf(services);
  const { statuses } = live;
  const bell = new Bell();
  const stop = live.listen(undefined, bell.ring);
  connection.signal.addEventListener('abort', bell.ring);
  const resumed = lastEventId === undefined ? statuses.end : statuses.after(lastEventId);
  let place = resumed ?? -1;
  let sent = 0;
  try {
    while (!connection.signal.aborted && sent < limit) {
      if (!statuses.has(place)) {
        place = statuses.end;
        sent += 1;
        await connection.send(RESET);
        continue;
      }
      const change = statuses.at(place);
      if (!change) {
        await bell.rung();
        continue;
      }
      place += 1;
      sent += 1;
      await connection.send({ id: change.event_id, data: change });
    }
  } finally {
    stop();
  }
}

const RESET = {
  event: 'reset',
  data: { message: 'some changes were missed: read GET /api/executions again' },
} as const;
