import { describe, expect, it } from 'vitest';
import { compile } from '../index.ts';

const text = (source: string, context = {}, host = {}) => compile(source).renderText(context, host);
const value = (expression: string, host = {}) => compile(`{{ ${expression} }}`).evaluate({}, host);

describe('range', () => {
  it.each([
    ['range(3)|list', [0, 1, 2]],
    ['range(5, 0, -2)|list', [5, 3, 1]],
    ['range(2, 2)|list', []],
    ['range(10)[2:4]', [2, 3]],
  ])('%s', (expression, expected) => expect(value(expression)).toEqual(expected));

  it('needs one to three integers and a step', () => {
    expect(() => value('range()')).toThrow('one to three numbers');
    expect(() => value('range(1.5)')).toThrow('must be an integer, not float');
    expect(() => value('range(1, 2, 0)')).toThrow('cannot be zero');
    expect(() => value('range(10 ** 30)')).toThrow('too large');
  });
});

describe('dict and namespace', () => {
  it('take a mapping or pairs, and any name', () => {
    expect(value("dict({'a': 1}, mapping=2, self=3)")).toEqual({ a: 1, mapping: 2, self: 3 });
    expect(value("dict([['a', 1], ('b', 2), 'cd'])")).toEqual({ a: 1, b: 2, c: 'd' });
    expect(() => value('dict([1])')).toThrow('a list of pairs, not a list of int');
  });

  it('copy: the caller’s mapping stays as it is', () => {
    const d = { a: 1 };
    expect(text('{% set c = dict(d) %}{% set _ = c.update(b=2) %}{{ c }}', { d })).toBe("{'a': 1, 'b': 2}");
    expect(d).toEqual({ a: 1 });
  });

  it('carry a value out of a loop', () => {
    const source =
      '{% set ns = namespace(n=0) %}{% for i in range(4) %}{% set ns.n = ns.n + i %}{% endfor %}{{ ns.n }}';
    expect(text(source)).toBe('6');
  });
});

describe('cycler and joiner', () => {
  it('keep their state within one evaluation', () => {
    const source =
      "{% set c = cycler('a', 'b') %}{% set j = joiner('|') %}" +
      '{% for i in range(3) %}{{ j() }}{{ c.next() }}{% endfor %} {{ c.current }}{{ c.reset() or c.current }}';
    expect(text(source)).toBe('a|b|a ba');
    expect(text(source)).toBe('a|b|a ba');
  });
});

describe('what the host answers', () => {
  const host = {
    now: () => Date.UTC(2024, 0, 31, 12, 0, 0, 250),
    uuid: () => 'an-id',
    env: (name: string) => (name === 'A' ? '1' : undefined),
    token: (name: string) => `t-${name}`,
  };

  it.each([
    ['now()', '2024-01-31T12:00:00.250Z'],
    ["now(fmt='%Y')", '2024'],
    ['(now() + timedelta(weeks=1, hours=-12)).date()', '2024-02-07'],
    ['now() - timedelta(days=31) < now()', true],
    ['uuid()', 'an-id'],
    ["env('A')", '1'],
    ["env('B', 'b')", 'b'],
    ["env('B')", undefined],
    ["token('c')", 't-c'],
  ])('%s', (expression, expected) => expect(value(expression, host)).toEqual(expected));

  it.each(['now()', 'uuid()', "env('A')", "token('c')"])(
    '%s is an error where there is no host',
    expression => {
      expect(() => value(expression)).toThrow(expect.objectContaining({ code: 'template_unavailable' }));
    },
  );
});

describe('timedelta', () => {
  it('adds its parts and prints as Python does', () => {
    expect(text('{{ timedelta(1, hours=2, minutes=30) }} {{ timedelta(seconds=-1) }}')).toBe(
      '1 day, 2:30:00 -1 day, 23:59:59',
    );
    expect(value('timedelta(minutes=1.5).total_seconds()')).toBe(90);
    expect(() => value('timedelta(days=10 ** 12)')).toThrow('too long');
  });
});

it('lipsum gives paragraphs, the same every time', () => {
  expect(value('lipsum(2)')).toMatch(/^<p>[A-Z].*\.<\/p>\n<p>[A-Z].*\.<\/p>$/);
  expect(value('lipsum(3, html=false).split("\\n\\n")|length')).toBe(3);
  expect(value('lipsum()')).toBe(value('lipsum()'));
});
