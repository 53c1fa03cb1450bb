import { describe, expect, it } from 'vitest';
import { compile } from '../index.ts';
import { findMethod, methodNames } from './index.ts';

const text = (source: string, context = {}) => compile(source).renderText(context);
const value = (expression: string, context = {}) => compile(`{{ ${expression} }}`).evaluate(context);

describe('methods of text count characters, not UTF-16 units', () => {
  it.each([
    ["'a😀b😀'.find('b')", 2],
    ["'a😀b😀'.rfind('😀')", 3],
    ["'😀😀'.count('')", 3],
    ["'a😀'.center(4, '·')", '·a😀·'],
    ["'😀x'.zfill(3)", '0😀x'],
    ["'x😀y'.find('y', 2)", 2],
    ["'😀a'.strip('😀')", 'a'],
    ["'😀'.ljust(2, '🙂')", '😀🙂'],
    ["'a🙂b🙂c'.rsplit('🙂', 1)", ['a🙂b', 'c']],
  ])('%s', (expression, expected) => expect(value(expression)).toEqual(expected));
});

describe('methods of text do what Python does at the edges', () => {
  it.each([
    ["'abc'.find('', 3)", 3],
    ["'abc'.find('', 4)", -1],
    ["'abc'.find('c', -1)", 2],
    ["'abcabc'.rfind('abc', 0, 5)", 0],
    ["'aaaa'.count('aa')", 2],
    ["'abc'.count('', 2)", 2],
    ["'abc'.startswith('', 5)", false],
    ["'abc'.startswith(('x', 'b'), 1)", true],
    ["'abc'.endswith('b', 0, 2)", true],
    ["'  a b '.split(none, 1)", ['a', 'b ']],
    ["' a  b '.rsplit(none, 1)", [' a', 'b']],
    ["'a,b,c'.split(',', 1)", ['a', 'b,c']],
    ["'aaa'.rsplit('aa')", ['', 'a']],
    ["'aaa'.rsplit('aa', 1)", ['a', '']],
    ["''.split()", []],
    ["''.split(',')", ['']],
    ["'a\\r\\nb\\x0bc\\n'.splitlines(true)", ['a\r\n', 'b\x0b', 'c\n']],
    ["'x'.partition('-')", ['x', '', '']],
    ["'x'.rpartition('-')", ['', '', 'x']],
    ["'\\u00a0 x\\x1f'.strip()", 'x'],
    ["'\\ufeffx'.strip()", '\ufeffx'],
    ["'ab'.center(5, '*')", '**ab*'],
    ["'ab'.center(4) ~ 'abc'.center(6)", ' ab  abc  '],
    ["'+5'.zfill(4)", '+005'],
    ["'a\\tb\\n\\tc'.expandtabs(4)", 'a   b\n    c'],
    ["'²'.isdigit() and not '²'.isdecimal() and '½'.isnumeric() and not '½'.isdigit()", true],
    ["''.isalpha() or ''.isspace() or ''.isdigit() or ''.islower()", false],
    ["''.isascii() and ''.isprintable()", true],
    ["'A Bc'.istitle() and not 'A bC'.istitle()", true],
    ["'ßa'.capitalize()", 'Ssa'],
  ])('%s', (expression, expected) => expect(value(expression)).toEqual(expected));

  it.each([
    ["'a'.split('')", 'may not be empty'],
    ["'a'.partition('')", 'may not be empty'],
    ["'a'.index('b')", "'index' did not find the text"],
    ["'a'.center(5, 'ab')", 'must be one character'],
    ["'a'.startswith(['a'])", 'write `(a, b)` instead'],
    ["','.join([1])", 'item 0 is of type int'],
    ["'a'.encode()", 'b64encode'],
    ["'a'.upper(1)", "the method of str 'upper' got 1 positional arguments"],
  ])('%s is an error', (expression, message) => expect(() => value(expression)).toThrow(message));
});

describe('methods of lists', () => {
  it.each([
    ['append(4)', '[3, 1, 2, 4]'],
    ['extend(x)', '[3, 1, 2, 3, 1, 2]'],
    ["extend('ab')", "[3, 1, 2, 'a', 'b']"],
    ['insert(-1, 9)', '[3, 1, 9, 2]'],
    ['insert(99, 9)', '[3, 1, 2, 9]'],
    ['pop()', '[3, 1]'],
    ['pop(0)', '[1, 2]'],
    ['remove(1)', '[3, 2]'],
    ['reverse()', '[2, 1, 3]'],
    ['sort()', '[1, 2, 3]'],
    ['sort(reverse=true)', '[3, 2, 1]'],
    ['clear()', '[]'],
  ])('%s', (call, expected) => {
    expect(text(`{% set x = [3, 1, 2] %}{% set _ = x.${call} %}{{ x }}.`)).toBe(`${expected}.`);
  });

  it.each([
    'append(1)',
    'extend([1])',
    'insert(0, 1)',
    'pop()',
    'remove(1)',
    'reverse()',
    'sort()',
    'clear()',
  ])('%s leaves a list of the caller alone', call => {
    const l = [2, 1];
    expect(() => value(`l.${call}`, { l })).toThrow(expect.objectContaining({ code: 'template_read_only' }));
    expect(l).toEqual([2, 1]);
  });

  it('fail where Python fails', () => {
    expect(() => value('[].pop()')).toThrow('does not have');
    expect(() => value('[1].index(2)')).toThrow('not in the list');
    expect(() => value("[1, 'a'].sort()")).toThrow('cannot compare');
  });

  it('of a tuple only read', () => {
    expect(value('[(1, 2, 1).count(1), (1, 2).index(2)]')).toEqual([2, 1]);
    expect([...methodNames(value('(1,)') as never)]).not.toContain('nothing');
    expect(() => value('(1, 2).append(3)')).toThrow('append');
  });
});

describe('methods of mappings', () => {
  it.each([
    ["update({'b': 3}, c=4)", "{'a': 1, 'b': 3, 'c': 4}"],
    ["update([('d', 5)])", "{'a': 1, 'b': 2, 'd': 5}"],
    ["pop('a')", "{'b': 2}"],
    ['popitem()', "{'a': 1}"],
    ["setdefault('a', 9)", "{'a': 1, 'b': 2}"],
    ["setdefault('c')", "{'a': 1, 'b': 2, 'c': None}"],
    ['clear()', '{}'],
  ])('%s', (call, expected) => {
    expect(text(`{% set x = {'a': 1, 'b': 2} %}{% set _ = x.${call} %}{{ x }}.`)).toBe(`${expected}.`);
  });

  it.each(['update(b=1)', "pop('a')", 'popitem()', "setdefault('b', 1)", 'clear()'])(
    '%s leaves a mapping of the caller alone',
    call => {
      const d = { a: 1 };
      expect(() => value(`d.${call}`, { d })).toThrow(
        expect.objectContaining({ code: 'template_read_only' }),
      );
      expect(d).toEqual({ a: 1 });
    },
  );

  it('print views as Python does', () => {
    expect(text("{{ {'a': 1}.items() }} {{ {'a': 1}.keys() }} {{ {'a': 1}.values() }}")).toBe(
      "dict_items([('a', 1)]) dict_keys(['a']) dict_values([1])",
    );
  });

  it('give none for a key that is missing, or the default, even an undefined one', () => {
    expect(value("[d.get('x'), d.get('x', 1), d.get('x', missing)]", { d: {} })).toEqual([
      null,
      1,
      undefined,
    ]);
  });

  it('see no key that is not the mapping’s own', () => {
    expect(value("[d.get('constructor'), d.get('__proto__')]", { d: {} })).toEqual([null, null]);
  });
});

describe('methods of times', () => {
  const time = "('2024-02-29T10:20:30.5Z'|to_datetime)";
  it.each([
    [`${time}.isoformat()`, '2024-02-29T10:20:30.500000+00:00'],
    [`${time}.isoformat(' ')`, '2024-02-29 10:20:30.500000+00:00'],
    [`${time}.timestamp()`, 1709202030.5],
    [`[${time}.weekday(), ${time}.isoweekday()]`, [3, 4]],
    [`${time}.replace(year=2023, day=1).date()`, '2023-02-01'],
    [`${time}.replace(hour=0, minute=0, second=0, microsecond=0)`, '2024-02-29T00:00:00Z'],
  ])('%s', (expression, expected) => expect(value(expression)).toEqual(expected));

  it('replace makes no day that does not exist', () => {
    expect(() => value(`${time}.replace(year=2023)`)).toThrow('does not exist');
    expect(() => value(`${time}.replace(hour=24)`)).toThrow('does not exist');
  });
});

describe('findMethod', () => {
  it('finds nothing that a prototype has', () => {
    for (const target of ['a', 1, 1.5, [], {}, new Map(), null, undefined]) {
      for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'map', 'at', 'size']) {
        expect(findMethod(target, name)).toBeUndefined();
      }
    }
  });

  it('lists the methods a writer may have meant', () => {
    expect([...methodNames('a')]).toContain('startswith');
    expect([...methodNames(null)]).toEqual([]);
  });
});
