import { describe, expect, it } from 'vitest';
import { compile } from '../index.ts';

const print = (v: unknown) => compile('{{ v|pprint }}').evaluate({ v });

describe('pprint prints as Python does', () => {
  it('on one line what fits, with sorted keys', () => {
    expect(print({ b: 1, a: [1, { z: 1, y: 'it’s' }] })).toBe("{'a': [1, {'y': 'it’s', 'z': 1}], 'b': 1}");
  });

  it('one item per line otherwise', () => {
    const item = { a: 'x'.repeat(30), b: 1, c: 'hello world '.repeat(10) };
    expect(print([item, ['a'.repeat(50), 'b'.repeat(50)]])).toBe(
      [
        "[{'a': 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',",
        "  'b': 1,",
        "  'c': 'hello world hello world hello world hello world hello world hello '",
        "       'world hello world hello world hello world hello world '},",
        " ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',",
        "  'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb']]",
      ].join('\n'),
    );
  });

  it('a long text in parentheses at the top', () => {
    expect(print('hello world '.repeat(10))).toBe(
      [
        "('hello world hello world hello world hello world hello world hello world '",
        " 'hello world hello world hello world hello world ')",
      ].join('\n'),
    );
  });
});
