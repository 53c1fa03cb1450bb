import { describe, expect, it } from 'vitest';
import { compile, Environment } from '../index.ts';

const text = (source: string, context = {}) => compile(source).renderText(context);

describe('text filters take any value as its text', () => {
  it('and undefined as nothing', () => {
    expect(text("{{ 12|upper }}{{ none|lower }}{{ missing|title }}{{ [1]|replace('1', 2) }}")).toBe(
      '12none[2]',
    );
  });

  it('but not undefined where the template is strict', () => {
    const strict = new Environment({ strict: true });
    expect(() => strict.compile('{{ missing|upper }}').renderText()).toThrow('undefined');
    expect(strict.compile("{{ missing|default('x') }}").renderText()).toBe('x');
  });
});

describe('replace', () => {
  it.each([
    ["'aaa'|replace('a', 'b')", 'bbb'],
    ["'aaa'|replace('a', 'b', 2)", 'bba'],
    ["'ab'|replace('', '-')", '-a-b-'],
    ["'ab'|replace('', '-', 2)", '-a-b'],
    ["'a.b'|replace('.', '$&')", 'a$&b'],
    ["('x' * 40)|replace('x' * 17, '-')", '--xxxxxx'],
  ])('%s is %s', (expression, expected) => expect(text(`{{ ${expression} }}`)).toBe(expected));
});

describe('wordwrap breaks lines where Python does', () => {
  it.each([
    ['a veryverylongword b', '8', 'a veryve\nrylongwo\nrd b'],
    ['state-of-the-art', '9', 'state-of-\nthe-art'],
    ['abc-defghijkl', '6, break_on_hyphens=false', 'abc-de\nfghijk\nl'],
    ['veryverylongword b', '8, false', 'veryverylongword\nb'],
    ['one  two', '3', 'one\ntwo'],
    ['a b\n\nc d', '1', 'a\nb\n\nc\nd'],
    ['😀😀😀', '2', '😀😀\n😀'],
  ])('%j at %s', (source, args, expected) => {
    expect(text(`{{ s|wordwrap(${args}) }}`, { s: source })).toBe(expected);
  });
});

describe('truncate', () => {
  it.each([
    ["'foo bar baz qux'|truncate(9)", 'foo...'],
    ["'foo bar baz qux'|truncate(9, true)", 'foo ba...'],
    ["'foo bar baz qux'|truncate(11)", 'foo bar baz qux'],
    ["'foo bar baz qux'|truncate(11, false, '...', 0)", 'foo bar...'],
    ["'😀😀😀😀'|truncate(3, true, '', 0)", '😀😀😀'],
  ])('%s is %s', (expression, expected) => expect(text(`{{ ${expression} }}`)).toBe(expected));

  it('leaves short lists alone and refuses long ones', () => {
    expect(text('{{ [1, 2]|truncate(5) }}x')).toBe('[1, 2]x');
    expect(() => text('{{ range(99)|truncate(5) }}')).toThrow("'truncate' needs text, not range");
  });
});

describe('indent', () => {
  it('skips the first line and blank ones unless asked', () => {
    expect(text("{{ 'a\n\nb'|indent(2) }}")).toBe('a\n\n  b');
    expect(text("{{ 'a\n\nb'|indent('> ', true, true) }}")).toBe('> a\n> \n> b');
  });
});

it('split keeps what follows the last split', () => {
  expect(compile("{{ ' a  b  c '|split(none, 1) }}").evaluate()).toEqual(['a', 'b  c ']);
  expect(compile("{{ 'a,b,,c'|split(',') }}").evaluate()).toEqual(['a', 'b', '', 'c']);
});

it('quote makes one word of a shell command, whatever is in it', () => {
  expect(text("{{ 'plain-1.txt'|quote }} {{ ''|quote }} {{ '$(rm -rf /)'|quote }}")).toBe(
    "plain-1.txt '' '$(rm -rf /)'",
  );
});
