import type { ResponseOf } from '../../api/route.ts';
import type { Routes } from '../../api/routes/index.ts';
import { EMPTY_MAPPING, mappingOf, type PlainValue } from '../../common/plain-value.ts';
import { type QueueCursor, queueCursorText, readQueueCursor } from '../../core/view/queue-cursor.ts';
import { queueItem } from '../../core/view/queue-item.ts';
import { addOpenCommands, type QueueSize } from '../../engine/read/open-commands.ts';
import { type QueueStatus, queuePage } from '../../engine/read/queue-page.ts';
import type { JoinedWorker } from '../../ports/leases.ts';
import { findExecution } from '../execution/find-execution.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { ChapterHandlers } from '../implement.ts';
import { type Pool, type Pools, poolsOf, WORKER_POOL } from '../live/pools.ts';
import type { ServerServices } from '../services.ts';

const STATUSES: readonly QueueStatus[] = ['queued', 'leased', 'retry', 'done', 'dead'];

type PoolBody = ResponseOf<Routes['queue.pools']>['items'][number];

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
      ownPool(services),
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

/** The workers of this process: they are there as long as it answers. */
function ownPool(services: ServerServices): PoolBody {
  const { running, slots } = services.load().commands;
  const now = services.clock.now();
  const started = new Date(now - process.uptime() * 1000).toISOString();
  const time = new Date(now).toISOString();
  return {
    runtime_id: `${WORKER_POOL}:local`,
    name: 'local',
    kind: WORKER_POOL,
    uri: null,
    status: 'ready',
    labels: EMPTY_MAPPING,
    capabilities: [],
    capacity: slots,
    running,
    runtime: mappingOf([['pid', process.pid]]),
    heartbeat: time,
    created_at: started,
    updated_at: time,
  };
}

/** A worker in a process of its own, which leases what it runs. */
function workerBody(worker: JoinedWorker): PoolBody {
  const { worker: name, pools, slots, pid, running, isConnected, since, heardAt } = worker;
  const heartbeat = new Date(heardAt).toISOString();
  return {
    runtime_id: `${WORKER_POOL}:${name}`,
    name,
    kind: WORKER_POOL,
    uri: null,
    status: isConnected ? 'ready' : 'offline',
    labels: mappingOf([['pools', pools.join(',')]]),
    capabilities: [],
    capacity: slots,
    running,
    runtime: mappingOf([['pid', pid]]),
    heartbeat,
    created_at: new Date(since).toISOString(),
    updated_at: heartbeat,
  };
}

function poolBody(pools: Pools, pool: Pool): PoolBody {
  const { name, kind, uri, labels, capabilities, capacity, runtime } = pool;
  const time = (at: number) => new Date(at).toISOString();
  return {
    runtime_id: `${kind}:${name}`,
    name,
    kind,
    uri: uri ?? null,
    status: pools.isOffline(pool) ? 'offline' : 'ready',
    labels,
    capabilities: [...capabilities],
    capacity: capacity ?? null,
    running: null,
    runtime,
    heartbeat: time(pool.heartbeat),
    created_at: time(pool.createdAt),
    updated_at: time(pool.updatedAt),
  };
}
