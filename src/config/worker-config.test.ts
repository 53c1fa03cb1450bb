import { describe, expect, it } from 'vitest';
import { poolsOf } from './server-config.ts';
import { readWorkerConfig, servedPools, slotsOf } from './worker-config.ts';

describe('a worker', () => {
  it('that is told nothing runs what is shared, a few commands per core', () => {
    const { pools, slots } = readWorkerConfig({});
    expect(pools).toEqual(['shared']);
    expect(slots).toBeGreaterThanOrEqual(4);
  });

  it('takes its pools and slots from the environment', () => {
    const env = { NOETL_WORKER_POOL_NAME: 'gpu, shared,gpu', NOETL_WORKER_MAX_INFLIGHT_COMMANDS: '3' };
    expect(readWorkerConfig(env)).toEqual({ pools: ['gpu', 'shared'], slots: 3 });
  });

  it('of no pool, or with no room, is a mistake', () => {
    expect(() => servedPools('none', '--pool')).toThrow(/--pool must name a pool/);
    expect(() => servedPools('gpu,', '--pool')).toThrow(/'' is no name/);
    for (const wrong of ['0', '-1', '1.5', 'many', '1001'])
      expect(() => slotsOf(wrong)).toThrow(/--slots must be/);
  });
});

it('a server may run no pool at all', () => {
  expect(poolsOf('none', '--pools')).toEqual([]);
});
