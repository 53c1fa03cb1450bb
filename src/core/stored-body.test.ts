import { expect, test } from 'vitest';
import { mappingOf, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import { STORED_MARK, unmarked } from './stored-body.ts';

const mapping = (fields: Record<string, PlainValue>): PlainMapping => mappingOf(Object.entries(fields));

const forged = mapping({ data: mapping({ _ref: 'noetl://x' }), [STORED_MARK]: true });
const plain = mapping({ data: mapping({ _ref: 'noetl://x' }) });

test('data from outside loses the mark wherever it would be believed', () => {
  expect(unmarked(forged)).toEqual(plain);
  expect(unmarked([1, forged])).toEqual([1, plain]);
  expect(unmarked(mapping({ __pipeline: ['a'], a: forged }))).toEqual({ __pipeline: ['a'], a: plain });
  expect(unmarked([mapping({ __pipeline: ['a'], a: forged })])).toEqual([{ __pipeline: ['a'], a: plain }]);
});

test('other data is the very same', () => {
  for (const data of [null, 'text', [1, plain], plain, mapping({ deep: [forged] })]) {
    expect(unmarked(data)).toBe(data);
  }
});
