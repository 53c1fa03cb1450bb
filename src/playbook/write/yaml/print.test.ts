import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { NO_COMMENTS } from '../comments/comment-table.ts';
import { type Fields, type Layout, leaf, type Part, type Tree } from '../tree.ts';
import { printYaml } from './print.ts';

const part = (value: Tree): Part => ({ value, source: undefined });

function treeOf(data: unknown, layout: Layout = 'auto'): Tree {
  if (Array.isArray(data)) return { kind: 'items', layout, parts: data.map(each => part(treeOf(each))) };
  if (typeof data !== 'object' || data === null) return leaf(data as string);
  return {
    kind: 'fields',
    layout,
    parts: Object.entries(data).map(([key, value]) => ({ key, ...part(treeOf(value)) })),
  };
}

const print = (data: object) => printYaml(treeOf(data) as Fields, NO_COMMENTS);

describe('scalars', () => {
  it.each([
    'hello',
    'a b',
    'https://x.org/a?b=c',
    'SELECT * FROM t WHERE a::int = 1',
    '1s',
    '500ms',
    '-x',
    'a#b',
  ])('writes %j without quotes', text => expect(print({ k: text })).toBe(`k: ${text}\n`));

  it.each([
    '',
    ' a',
    'a ',
    'yes',
    'NO',
    'null',
    '~',
    '007',
    '1e3',
    '0x1F',
    '1_000',
    '12:30:45',
    '2026-01-01',
    '.5',
    '-',
    '- a',
    'a: b',
    'a #b',
    'a:',
    '{{ x }}',
    'x {{ y }}',
    '[1]',
    '*a',
    '&a',
    '!t',
    '%x',
    '@x',
    '`x`',
    '---',
    '...',
    '<<',
    '=',
  ])('quotes %j', text => expect(print({ k: text })).toBe(`k: "${text}"\n`));

  it('takes single quotes where double ones would need escapes', () => {
    expect(print({ k: '{{ f("x") }}' })).toBe(`k: '{{ f("x") }}'\n`);
    expect(print({ k: `{{ f("x", 'y') }}` })).toBe(`k: '{{ f("x", ''y'') }}'\n`);
  });

  it('escapes what cannot be printed', () => {
    expect(print({ k: 'a\u0000\u0085\u2028"' })).toBe('k: "a\\0\\x85\\u2028\\""\n');
  });

  it('writes numbers so that they are read as the same numbers', () => {
    expect(
      print({ a: 1.5, b: 1e300, c: 2 ** 60, d: 12345678901234567890n, e: Number.POSITIVE_INFINITY }),
    ).toBe('a: 1.5\nb: 1e+300\nc: 1.152921504606847e+18\nd: 12345678901234567890\ne: .inf\n');
  });
});

describe('texts of several lines', () => {
  it.each([
    ['a\n', '|'],
    ['a\nb', '|-'],
    ['a\nb\n', '|'],
    ['a\n\n\n', '|+'],
    ['  a\nb\n', '|2'],
    ['a\n\n  b\n\tc\n', '|'],
  ])('writes %j as a block that begins with %s', (text, header) => {
    const yaml = print({ k: { inner: [text, 'next'], z: text }, last: text });
    expect(yaml).toContain(`- ${header}\n`);
    expect(yaml).toContain(`z: ${header}\n`);
    expect(parse(yaml)).toEqual({ k: { inner: [text, 'next'], z: text }, last: text });
  });

  it.each(['\n', '\n\n', '\na', ' \n', 'a\n ', 'a\r\nb', 'a\n\u0001'])('quotes %j', text => {
    expect(print({ k: text })).toMatch(/^k: ".*"\n$/);
    expect(parse(print({ k: text }))).toEqual({ k: text });
  });
});

describe('layout', () => {
  it('writes small mappings and lists in brackets', () => {
    expect(print({ a: { b: 1, c: [1, 2], d: {}, e: [] } })).toBe('a: { b: 1, c: [1, 2], d: {}, e: [] }\n');
  });

  it('writes a list of mappings one per line', () => {
    expect(print({ a: [{ b: 1 }, { c: 2 }] })).toBe('a:\n  - { b: 1 }\n  - { c: 2 }\n');
  });

  it('writes what is too long or too deep one part per line', () => {
    const long = 'x'.repeat(60);
    expect(print({ a: { b: long, c: long } })).toBe(`a:\n  b: ${long}\n  c: ${long}\n`);
    expect(print({ a: { b: { c: { d: 1 } } } })).toBe('a:\n  b: { c: { d: 1 } }\n');
    expect(print({ a: [{ b: long, c: long }, [[1], { d: long, e: long }]] })).toBe(
      `a:\n  - b: ${long}\n    c: ${long}\n  - - [1]\n    - d: ${long}\n      e: ${long}\n`,
    );
  });

  it('leaves an empty line between the parts of a spaced list, but none that a text would swallow', () => {
    const steps = treeOf([{ code: 'a\n\n' }, { code: 'b\n' }, { code: 'c' }], 'spaced');
    const tree: Fields = { kind: 'fields', layout: 'block', parts: [{ key: 'w', ...part(steps) }] };
    const yaml = printYaml(tree, NO_COMMENTS);
    expect(yaml).toBe('w:\n  - code: |+\n      a\n\n  - code: |\n      b\n\n  - { code: c }\n');
    expect(parse(yaml)).toEqual({ w: [{ code: 'a\n\n' }, { code: 'b\n' }, { code: 'c' }] });
  });
});
