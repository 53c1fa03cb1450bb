import { describe, expect, it } from 'vitest';
import { compile } from '../index.ts';

const value = (expression: string, context = {}) => compile(`{{ ${expression} }}`).evaluate(context);

describe('filters of mappings', () => {
  it.each([
    [
      'd|items|list',
      [
        ['b', 1],
        ['a', { x: 1 }],
      ],
    ],
    ['d|keys|list', ['b', 'a']],
    ['d|values|list', [1, { x: 1 }]],
    ['d|get("b")', 1],
    ['d|get("zz", 5)', 5],
    ['[7]|get(0)', 7],
    ['missing|items|list', []],
    ['missing|get("a", 1)', 1],
    ['d|attr("b")', undefined],
    [
      'd|dict2items("k", "v")',
      [
        { k: 'b', v: 1 },
        { k: 'a', v: { x: 1 } },
      ],
    ],
    ['d|dict2items|items2dict == d', true],
  ])('%s', (expression, expected) =>
    expect(value(expression, { d: { b: 1, a: { x: 1 } } })).toEqual(expected),
  );

  it('reach no key that is not the mapping’s own', () => {
    expect(value("[d|get('constructor'), d|get('__proto__'), d|attr('constructor')]", { d: {} })).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('combine', () => {
  it('is shallow unless asked, and changes neither mapping', () => {
    const a = { x: { p: 1 }, y: 1 };
    expect(value('a|combine({"x": {"q": 2}})', { a })).toEqual({ x: { q: 2 }, y: 1 });
    expect(value('a|combine({"x": {"q": 2}}, {"y": 2}, recursive=true)', { a })).toEqual({
      x: { p: 1, q: 2 },
      y: 2,
    });
    expect(a).toEqual({ x: { p: 1 }, y: 1 });
  });

  it('makes `__proto__` a key like any other', () => {
    const combined = value('a|combine(b)', { a: {}, b: JSON.parse('{"__proto__": {"polluted": 1}}') });
    expect(Object.keys(combined as object)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
