import type { ResponseOf } from '../../api/route.ts';
import type { Routes } from '../../api/routes/index.ts';
import { EMPTY_MAPPING, mappingOf } from '../../common/plain-value.ts';
import type { JoinedWorker } from '../../ports/leases.ts';
import { type Pool, type Pools, WORKER_POOL } from './pools.ts';

/** Workers as the API tells of them. */
export type PoolBody = ResponseOf<Routes['queue.pools']>['items'][number];

/** What the process that holds the data directory runs itself. */
export interface OwnWorkers {
  readonly pid: number;
  readonly running: number;
  readonly slots: number;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** They are there as long as the process answers. */
export function ownPool({ pid, running, slots, since }: OwnWorkers, now: number): PoolBody {
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
    runtime: mappingOf([['pid', pid]]),
    heartbeat: time,
    created_at: new Date(since).toISOString(),
    updated_at: time,
  };
}

/** A worker in a process of its own, which leases what it runs. */
export function workerBody(worker: JoinedWorker): PoolBody {
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

export function poolBody(pools: Pools, pool: Pool): PoolBody {
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
