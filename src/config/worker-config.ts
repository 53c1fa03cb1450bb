import { availableParallelism } from 'node:os';
import { SHARED_POOL } from '../common/pool-name.ts';
import { ConfigProblem, countOf, poolsOf } from './server-config.ts';

/** What the environment asks of a worker. Flags of the command line come before it. */
export interface WorkerConfig {
  readonly pools: readonly string[];
  /** Commands at a time. */
  readonly slots: number;
}

const SLOTS_PER_CORE = 4;
const MOST_SLOTS = 1000;

export function readWorkerConfig(env: Readonly<Record<string, string | undefined>>): WorkerConfig {
  const slots = countOf(env, 'NOETL_WORKER_MAX_INFLIGHT_COMMANDS', availableParallelism() * SLOTS_PER_CORE);
  return {
    pools: servedPools(env.NOETL_WORKER_POOL_NAME || SHARED_POOL, 'NOETL_WORKER_POOL_NAME'),
    slots: Math.min(slots, MOST_SLOTS),
  };
}

export function servedPools(written: string, where: string): readonly string[] {
  const pools = poolsOf(written, where);
  if (pools.length > 0) return pools;
  throw new ConfigProblem(`${where} must name a pool: a worker of none has nothing to do`);
}

export function slotsOf(written: string): number {
  const slots = Number(written);
  if (/^[1-9]\d*$/.test(written) && slots <= MOST_SLOTS) return slots;
  throw new ConfigProblem(`--slots must be a number from 1 to ${MOST_SLOTS}, not '${written}'`);
}
