import type { FastifyReply, FastifyRequest } from 'fastify';
import { isTerminal } from '../../core/fold/fold.ts';
import { rowsUpTo } from '../../engine/read/event-rows.ts';
import { findExecution, findWithState } from '../execution/find-execution.ts';
import { HttpError } from '../http-error.ts';
import type { ChapterHandlers } from '../implement.ts';
import { liveOf } from '../live/live.ts';
import { streamEvents } from '../live/stream-events.ts';
import { streamLogs } from '../live/stream-logs.ts';
import { streamStatuses } from '../live/stream-statuses.ts';
import type { ServerServices } from '../services.ts';
import { SseConnection } from '../sse/sse-connection.ts';

export const streamsHandlers: ChapterHandlers<'streams'> = {
  'streams.execution': async ({ services, params, query, request, reply }) => {
    const { summary, state } = await findWithState(services, params.id);
    const { executionId } = summary;
    const lastId = lastEventId(request, query.last_event_id);
    const from = lastId === undefined ? 0 : await placeAfter(services, executionId, lastId);
    // A browser comes back whenever a stream ends. 204 tells it that there is nothing more to come.
    if (lastId !== undefined && isTerminal(state) && from >= summary.events) return nothingMore(reply);
    const filter = { type: query.event_type, step: query.step };
    return streaming(services, request, reply, connection =>
      streamEvents(services, connection, { executionId, from, filter }),
    );
  },
  'streams.all': ({ services, query, request, reply }) =>
    streaming(services, request, reply, connection =>
      streamStatuses(services, connection, {
        lastEventId: lastEventId(request, query.last_event_id),
        limit: query.limit ?? Number.POSITIVE_INFINITY,
      }),
    ),
  'streams.logs': async ({ services, params, query, request, reply }) => {
    const { executionId } = await findExecution(services, params.id);
    const lastId = lastEventId(request, query.last_event_id);
    if (lastId !== undefined && !/^\d{1,16}$/.test(lastId)) {
      throw new HttpError(400, `'${lastId.slice(0, 100)}' is no id of a line of this stream`);
    }
    const from = Number(lastId ?? 0);
    return streaming(services, request, reply, connection =>
      streamLogs(services, connection, { executionId, from, query }),
    );
  },
};

/** The header that browsers send, or what stands in the query in its place. */
function lastEventId({ headers }: FastifyRequest, asked: string | undefined): string | undefined {
  const header = headers['last-event-id'];
  const id = typeof header === 'string' && header !== '' ? header : asked;
  return id === '' ? undefined : id;
}

async function placeAfter({ events }: ServerServices, executionId: string, id: string): Promise<number> {
  const rows = await rowsUpTo(events, executionId, id);
  if (rows !== undefined) return rows;
  throw new HttpError(400, `execution ${executionId} has no event '${id.slice(0, 100)}' to go on after`);
}

function nothingMore(reply: FastifyReply): undefined {
  void reply.code(204).send();
  return undefined;
}

/** Runs a stream to its end. What goes wrong after its head was sent can only be logged. */
async function streaming(
  services: ServerServices,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (connection: SseConnection) => Promise<void>,
): Promise<undefined> {
  const live = liveOf(services);
  live.mustHaveRoom();
  const connection = new SseConnection(reply, services.clock);
  live.opened(connection);
  try {
    await run(connection);
  } catch (error) {
    request.log.error({ err: error, component: 'http' }, 'a stream failed');
  } finally {
    connection.end();
  }
  return undefined;
}
