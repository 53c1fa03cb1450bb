import { describe, expect, it } from 'vitest';
import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { Event } from '../../core/event.ts';
import { MAX_ROW_BYTES, readEvents, writeEvents } from './turn-text.ts';

const values = (fields: Record<string, PlainValue>): Event => ({
  id: '1',
  at: 0,
  type: 'ctx.updated',
  step: undefined,
  gen: 'api',
  values: mappingOf(Object.entries(fields)),
});

const settled = (count: number, bytes: number): Event => ({
  id: '2',
  at: 0,
  type: 'iteration_completed',
  step: 'each',
  run: 1,
  settled: Array.from({ length: count }, (_, index) => ({
    index,
    attempt: 1,
    result: { kind: 'inline', data: `${index}`.padEnd(bytes, 'x') },
    error: undefined,
    ctx: mappingOf([]),
  })),
});

const write = (...events: Event[]) => writeEvents({ executionId: '1', version: 1, at: 0, events });
const rowOf = (...events: Event[]): PlainMapping[] => JSON.parse(write(...events).text) as PlainMapping[];

describe('a turn as text', () => {
  it('is what it is while it is small', () => {
    const { text, form, apart } = write(values({ a: 1 }), settled(3, 10));
    expect([form, apart]).toEqual([1, []]);
    expect(JSON.parse(text)).toHaveLength(2);
  });

  it('names a large value and leaves everything beside it in its place', () => {
    const { apart, form } = write(values({ big: 'x'.repeat(70_000), n: 1 }));
    expect([apart.length, form]).toEqual([1, 2]);
    const [row] = rowOf(values({ big: 'x'.repeat(70_000), n: 1 }));
    expect(row).toMatchObject({ type: 'ctx.updated', values: { big: { $stored: apart[0]?.ref.uri }, n: 1 } });
  });

  it('stores a value that stands in two places once', () => {
    const big = 'x'.repeat(70_000);
    expect(write(values({ a: big }), values({ b: big })).apart).toHaveLength(1);
  });

  it('takes a list of small values out as a whole, not value by value', () => {
    const { apart } = write(values({ rows: Array.from({ length: 20_000 }, (_, n) => n) }));
    expect(apart.map(({ ref }) => ref.bytes > 40_000)).toEqual([true]);
  });

  it('keeps one entry for each iteration, whatever their results take', () => {
    const { text } = write(settled(64, 60_000));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_ROW_BYTES);
    const [row] = JSON.parse(text) as [{ settled: unknown[] }];
    expect(row.settled).toHaveLength(64);
    expect(row.settled[63]).toMatchObject({ index: 63, result: { kind: 'inline' } });
  });

  it('says what is missing if a value it names is not there', () => {
    const { text, form } = write(values({ big: 'x'.repeat(70_000) }));
    expect(() => readEvents('1', 1, text, form, () => undefined)).toThrow(
      expect.objectContaining({ code: 'store_corrupt' }),
    );
  });

  it('takes nothing for a reference in rows that have none', () => {
    const text = '[{"values":{"x":{"$stored":"mine"}}}]';
    expect(readEvents('1', 1, text, 1, () => 'wrong')).toEqual([{ values: { x: { $stored: 'mine' } } }]);
  });
});
