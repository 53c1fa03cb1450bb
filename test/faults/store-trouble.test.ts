import { beforeAll, describe, expect, it } from 'vitest';
import { StoreError } from '../../src/adapters/common/store-error.ts';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { checkLogs, type Summary } from '../crash/check-logs.ts';
import { type WriteWatcher, watchWrites } from '../crash/failing-stores.ts';
import { scenarioOn } from '../crash/scenario.ts';
import { RunningClock } from './running-clock.ts';

const NOTHING: WriteWatcher = { before: () => {}, after: () => {} };
/** How often one and the same write fails before the disk has room again. */
const FAILURES = 3;

describe('a store that cannot be written for a while', () => {
  let writes: string[];
  let undisturbed: Summary;
  beforeAll(async () => {
    writes = [];
    undisturbed = (await run({ ...NOTHING, before: (_, what) => writes.push(what) })).summary;
  });

  async function run(watcher: WriteWatcher) {
    const clock = new RunningClock();
    const effects: string[] = [];
    const troubles: unknown[] = [];
    const stores = watchWrites(openMemory(), watcher);
    const scenario = scenarioOn(
      { stores, incarnation: 1, lastEventId: undefined, clock },
      { onEffect: line => effects.push(line), onTrouble: (_, error) => troubles.push(error) },
    );
    try {
      // Whoever starts an execution or sends a signal is told that it failed, and tries again.
      for (let tries = 0; ; tries++) {
        try {
          await scenario.finish();
          break;
        } catch (error) {
          if (tries > FAILURES) throw error;
        }
      }
      return { summary: await checkLogs(scenario), effects, troubles };
    } finally {
      clock.stop();
      await scenario.close();
    }
  }

  /** Fails a write, and the next ones as well: the outcome of a failed write is not known. */
  function failing(side: keyof WriteWatcher, from: number): WriteWatcher {
    const fail = (write: number, what: string) => {
      if (what === 'log' || write < from || write >= from + FAILURES) return;
      throw new StoreError('store_full', `write ${write}: the disk is full`);
    };
    return { ...NOTHING, [side]: fail };
  }

  it.each(['before', 'after'] as const)(
    '%s it has taken the write delays the execution and loses nothing of it',
    {
      timeout: 120_000,
    },
    async side => {
      for (const [index, what] of writes.entries()) {
        if (what === 'log') continue;
        const where = `${side} write ${index + 1} (${what})`;
        const { summary, effects } = await run(failing(side, index + 1));
        expect({ where, summary }).toEqual({ where, summary: undisturbed });
        const deliveries = effects.filter(line => !line.includes(':pipeline:') && !line.includes(':pages:'));
        expect({ where, twice: deliveries.length - new Set(deliveries).size }).toEqual({ where, twice: 0 });
      }
    },
  );
});
