import { describe, expect, it } from 'vitest';
import { compile, Environment } from '../index.ts';

const text = (source: string, context = {}) => compile(source).renderText(context);
const value = (expression: string, context = {}) => compile(`{{ ${expression} }}`).evaluate(context);

describe('sequences', () => {
  it('of nothing have no first and no last', () => {
    expect([value('[]|first'), value("''|last"), value('missing|first'), value('[]|random')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('of text are characters, not UTF-16 units', () => {
    expect(value("['a😀'|length, 'a😀'|last, '😀a'|first, 'a😀'|reverse, 'a😀'|list]")).toEqual([
      2,
      '😀',
      '😀',
      '😀a',
      ['a', '😀'],
    ]);
  });

  it('of a mapping are its keys', () => {
    expect(value('[d|first, d|last, d|list, d|length]', { d: { a: 1, b: 2 } })).toEqual([
      'a',
      'b',
      ['a', 'b'],
      2,
    ]);
  });

  it('that are generators have no length and no last', () => {
    expect(() => value('[1]|select|length')).toThrow('a generator has no length');
    expect(() => value('[1]|select|last')).toThrow('make it a list first');
  });

  it('are copied by list: the copy can be changed, the original stays', () => {
    const context = { l: [1, 2] };
    expect(text('{% set c = l|list %}{% set _ = c.append(3) %}{{ c }} {{ l }}', context)).toBe(
      '[1, 2, 3] [1, 2]',
    );
    expect(context.l).toEqual([1, 2]);
  });
});

describe('batch and slice', () => {
  it.each([
    ['[1,2,3,4,5]|batch(2)|list', [[1, 2], [3, 4], [5]]],
    [
      "[1,2,3]|batch(2, 'x')|list",
      [
        [1, 2],
        [3, 'x'],
      ],
    ],
    ['[1,2,3,4,5]|slice(3)|list', [[1, 2], [3, 4], [5]]],
    [
      '[1,2,3,4,5]|slice(3, 0)|list',
      [
        [1, 2],
        [3, 4],
        [5, 0],
      ],
    ],
    ['[1]|slice(3)|list', [[1], [], []]],
    ['missing|batch(2)|list', []],
  ])('%s', (expression, expected) => expect(value(expression)).toEqual(expected));
});

describe('join', () => {
  it('prints items as templates do, and undefined as nothing', () => {
    expect(text("{{ [1, none, true, missing, 'a', [1.0]]|join('-') }}")).toBe('1-None-True--a-[1.0]');
  });
});

describe('flatten, zip and the set filters', () => {
  it.each([
    ['[1, [2, [3, [none]]], (4,)]|flatten', [1, 2, 3, 4]],
    [
      "['a', 'b', 'c']|zip([1, 2])|list",
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
    ["[{'a': 1}, {'a': 1.0}, [2], '2', 2]|union([[2]])", [{ a: 1 }, [2], '2', 2]],
    ["['a', 'b', 'a']|intersect(['a'])", ['a']],
    ['[1, 2, 2, 3]|difference([3])', [1, 2]],
  ])('%s', (expression, expected) => expect(value(expression)).toEqual(expected));
});

it('random asks the host and says so where there is none', () => {
  const template = new Environment().compile('{{ [1, 2, 3]|random }}');
  expect(template.evaluate({}, { random: () => 0.99 })).toBe(3);
  expect(() => template.evaluate()).toThrow("'random' is not available");
});
