import { describe, expect, it } from 'vitest';
import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { loopView, viewOf } from './data-view.ts';
import { lazyRecord } from './lazy-record.ts';
import { plainData } from './plain-data.ts';

const load = () => undefined;
const mapping = (fields: Record<string, PlainValue>): PlainMapping => mappingOf(Object.entries(fields));

describe('what a template computed, as data', () => {
  it('is what it was if it was data', () => {
    const data = mapping({ rows: [mapping({ n: 1 })], text: 'x', none: null });
    expect(plainData(data)).toBe(data);
    expect(plainData(undefined)).toBeNull();
    expect(plainData(7n)).toBe(7n);
  });

  it('is the data behind a view, without the accessors', () => {
    const data = mapping({ n: 1 });
    expect(plainData(viewOf(data, load))).toBe(data);
    const list = [1, 2];
    expect(plainData(viewOf(list, load))).toBe(list);
    const stats = { total: 2, success: 2, failed: 0, skipped: 0 };
    expect(plainData(loopView([3, 4], { stats, errors: [] }, load))).toEqual([3, 4]);
  });

  it('is found inside what the template made itself', () => {
    const data = mapping({ n: 1 });
    const plain = plainData([viewOf(data, load), { x: viewOf(data, load) }]);
    expect(plain).toEqual([{ n: 1 }, { x: { n: 1 } }]);
    expect((plain as PlainMapping[])[0]).toBe(data);
  });

  it('of a pipeline has labels and fields, and no marks', () => {
    const data = mapping({ __pipeline: ['a'], a: mapping({ v: 1 }), _context_updates: mapping({}) });
    expect(plainData(viewOf(data, load))).toEqual({ v: 1, a: { v: 1 } });
    expect(plainData(viewOf([data], load))).toEqual([{ v: 1, a: { v: 1 } }]);
  });

  it('does not change with what a lazy record looks at', () => {
    let value = 1;
    const record = lazyRecord({ has: () => true, get: () => value, keys: () => ['x'] });
    const plain = plainData(record);
    value = 2;
    expect(plain).toEqual({ x: 1 });
    expect(record.x).toBe(2);
  });
});
