import { EMPTY_MAPPING, mappingOf, type PlainValue } from '../../common/plain-value.ts';
import { type QueueCursor, queueCursorText, readQueueCursor } from '../../core/view/queue-cursor.ts';
import { queueItem } from '../../core/view/queue-item.ts';
import { addOpenCommands, type QueueSize } from '../../engine/read/open-commands.ts';
import { type QueueStatus, queuePage } from '../../engine/read/queue-page.ts';
import { findExecution } from '../execution/find-execution.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { ChapterHandlers } from '../implement.ts';
import { type OwnWorkers, ownPool, poolBody, workerBody } from '../live/pool-body.ts';
import { poolsOf, WORKER_POOL } from '../live/pools.ts';
import type { ServerServices } from '../services.ts';

const STATUSES: readonly QueueStatus[] = ['queued', 'leased', 'retry', 'done', 'dead'];

export const queueHandlers: ChapterHandlers<'queue'> = {
  'queue.list': async ({ services, query }) => {
    if (query.execution_id !== undefined) await findExecution(services, query.execution_id);
    const { events, engine } = services;
    const reads = { events, state: (id: string) => engine.state(id) };
    const { commands, next } = await queuePage(reads, {
      status: readStatus(query.status),
      executionId: query.execution_id,
      limit: query.limit ?? 100,
      from: readCursor(query.cursor),
    });
    const items = commands.map(({ executionId, ...row }) => queueItem(executionId, row));
    return { items, count: items.length, next_cursor: next ? queueCursorText(next) : null };
  },
  'queue.size': async ({ services }) => {
    let counts: QueueSize = { queued: 0, leased: 0, retry: 0 };
    for (const id of await services.events.open())
      counts = addOpenCommands(counts, await services.engine.state(id));
    return { size: counts.queued + counts.leased + counts.retry, ...counts };
  },
  'queue.pools': ({ services, query }) => {
    const pools = poolsOf(services);
    const items = [
      ownPool(ownWorkers(services), services.clock.now()),
      ...(services.leases?.workers() ?? []).map(workerBody),
      ...pools.list().map(pool => poolBody(pools, pool)),
    ].filter(
      ({ kind, status, name }) =>
        (query.kind === undefined || kind === query.kind) &&
        (query.status === undefined || status === query.status.toLowerCase()) &&
        (query.name === undefined || name === query.name),
    );
    return { items, count: items.length };
  },
  'queue.register_pool': ({ services, body }) => {
    const { name, kind = body.component_type ?? WORKER_POOL } = body;
    const about: [string, PlainValue][] = [
      ...Object.entries(body.runtime ?? EMPTY_MAPPING),
      ...(body.hostname === undefined ? [] : [['hostname', body.hostname] as [string, PlainValue]]),
      ...(body.pid === undefined ? [] : [['pid', body.pid] as [string, PlainValue]]),
    ];
    const status = poolsOf(services).register({
      name,
      kind,
      uri: body.uri ?? body.base_url,
      labels: body.labels ?? EMPTY_MAPPING,
      capabilities: body.capabilities ?? [],
      capacity: body.capacity,
      runtime: mappingOf(about),
    });
    if (status === 'full') {
      throw new HttpError(503, 'there are too many pools registered; try again later', { retryAfter: 60 });
    }
    return { status, name, kind, runtime_id: `${kind}:${name}` };
  },
  'queue.pool_heartbeat': ({ services, body: { name, kind = WORKER_POOL } }) => {
    const at = poolsOf(services).beat(name, kind);
    if (at === undefined) throw noPool(name, kind);
    return { status: 'ok', name, heartbeat: new Date(at).toISOString() };
  },
  'queue.deregister_pool': ({ services, body }) => deregister(services, body),
  'queue.deregister_pool_by_post': ({ services, body }) => deregister(services, body),
};

function deregister(
  services: ServerServices,
  { name, kind = WORKER_POOL }: { readonly name: string; readonly kind?: string },
) {
  if (!poolsOf(services).deregister(name, kind)) throw noPool(name, kind);
  return { status: 'ok' as const, message: `the ${kind} '${name}' is not registered any more` };
}

const noPool = (name: string, kind: string): HttpError =>
  notFound(`no ${kind} '${name}' is registered: register it (POST /api/worker/pool/register)`);

function readStatus(text: string | undefined): QueueStatus | undefined {
  if (text === undefined || text === '') return undefined;
  const status = STATUSES.find(each => each === text.toLowerCase());
  if (status) return status;
  throw new HttpError(400, `status '${text.slice(0, 50)}' is none of the queue: ${STATUSES.join(', ')}`);
}

function readCursor(text: string | undefined): QueueCursor | undefined {
  const cursor = text === undefined ? undefined : readQueueCursor(text);
  if (cursor || text === undefined) return cursor;
  throw new HttpError(400, 'cursor must be the `next_cursor` of the page before');
}

function ownWorkers({ load, clock }: ServerServices): OwnWorkers {
  const { running, slots } = load().commands;
  return { pid: process.pid, running, slots, since: clock.now() - process.uptime() * 1000 };
}
