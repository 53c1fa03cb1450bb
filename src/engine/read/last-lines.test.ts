import { describe, expect, it } from 'vitest';
import type { LogFilter } from '../../core/view/printed-lines.ts';
import type { PlacedLine } from '../../ports/log-store.ts';
import { lastLines } from './last-lines.ts';

const ALL: LogFilter = { step: undefined, attempt: undefined, iteration: undefined };

/** A log whose lines come from two steps in turn, and the number of lines that were read of it. */
function logOf(count: number) {
  const lines = Array.from({ length: count }, (_, n): PlacedLine => {
    const commandId = `1:${n % 2 === 0 ? 'even' : 'odd'}:2`;
    return { place: n + 1, executionId: '1', commandId, attempt: 1, at: n, stream: 'stdout', text: `${n}` };
  });
  const log = {
    read: 0,
    readBefore: async (_: string, place = Number.POSITIVE_INFINITY, limit: number) => {
      const found = lines.filter(line => line.place < place).slice(-limit);
      log.read += found.length;
      return found;
    },
  };
  return log;
}

const textsOf = async (log: ReturnType<typeof logOf>, count: number, filter = ALL) => {
  const { lines, isAll } = await lastLines(log, '1', filter, count);
  return { texts: lines.map(({ text }) => text), isAll };
};

describe('the last lines of a log', () => {
  it('are read from its end, and no more of it', async () => {
    const log = logOf(100_000);
    expect(await textsOf(log, 2)).toEqual({ texts: ['99998', '99999'], isAll: false });
    expect(log.read).toBeLessThanOrEqual(1_000);
  });

  it('are those of one step, however far away', async () => {
    const log = logOf(5_000);
    const odd = { ...ALL, step: 'odd' };
    const { texts, isAll } = await textsOf(log, 2_000, odd);
    expect([texts.length, texts[0], texts.at(-1), isAll]).toEqual([2_000, '1001', '4999', false]);
    expect(await textsOf(log, 9, { ...ALL, step: 'none' })).toEqual({ texts: [], isAll: true });
  });

  it('are all where there are no more', async () => {
    expect(await textsOf(logOf(3), 3)).toEqual({ texts: ['0', '1', '2'], isAll: true });
    expect(await textsOf(logOf(1_000), 1_000)).toMatchObject({ isAll: true });
    expect(await textsOf(logOf(3), 0)).toEqual({ texts: [], isAll: false });
  });
});
