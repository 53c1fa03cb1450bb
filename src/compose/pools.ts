import { resolve } from 'node:path';
import type { ResponseOf } from '../api/route.ts';
import type { Routes } from '../api/routes/index.ts';
import { EMPTY_MAPPING, mappingOf } from '../common/plain-value.ts';
import type { Clock } from '../ports/clock.ts';
import { findHold } from './inspect.ts';
import { openForReading } from './read.ts';

export type Pool = ResponseOf<Routes['queue.pools']>['items'][number];

/**
 * Who works on a data directory: the process that holds it, or nobody. In the words of the API; what only that
 * process knows (how much it can do, how much it does) is null.
 */
export async function poolsAt(dataDir: string, clock: Pick<Clock, 'now'>): Promise<readonly Pool[]> {
  // Says what is wrong with the directory, if something is.
  await (await openForReading(dataDir)).close();
  const hold = await findHold(resolve(dataDir));
  if (hold.kind === 'free') return [];
  const now = new Date(clock.now()).toISOString();
  return [
    {
      runtime_id: 'worker_pool:local',
      name: 'local',
      kind: 'worker_pool',
      uri: null,
      status: hold.answers ? 'ready' : 'offline',
      labels: EMPTY_MAPPING,
      capabilities: [],
      capacity: null,
      running: null,
      runtime: hold.pid === undefined ? EMPTY_MAPPING : mappingOf([['pid', hold.pid]]),
      heartbeat: now,
      created_at: hold.since ?? now,
      updated_at: now,
    },
  ];
}
