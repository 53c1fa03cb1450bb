import { describe, expect, it } from 'vitest';
import { compile } from '../index.ts';

const text = (source: string, context = {}) => compile(source).renderText(context);

describe('round', () => {
  it.each([
    ['2.5', '2.0'],
    ['3.5', '4.0'],
    ['2.675, 2', '2.67'],
    ['1.005, 2', '1.0'],
    ['1234.5, -2', '1200.0'],
    ['15, -1', '20'],
    ['25, -1', '20'],
    ['7', '7'],
    ['2.1, 0, "ceil"', '3.0'],
    ['-2.1, 0, "floor"', '-3.0'],
    ['-0.5, 0, "ceil"', '0.0'],
    ['2.5, none', '2'],
    ['0.5, 400', '0.5'],
  ])('of %s is %s, as in Python', (args, expected) => {
    const [value, ...rest] = args.split(', ');
    expect(text(`{{ (${value})|round(${rest.join(', ')}) }}x`)).toBe(`${expected}x`);
  });

  it('knows no other methods', () => {
    expect(() => text("{{ 1.5|round(0, 'half') }}")).toThrow("must be 'common', 'ceil' or 'floor'");
  });
});

describe('int and float read what Python reads', () => {
  it.each([
    ["'42.9'|int", 42],
    ["' -7 '|int", -7],
    ["'1_000'|int", 1000],
    ["'1__0'|int", 0],
    ["'0x1F'|int(0, 16)", 31],
    ["'0x1F'|int(base=0)", 31],
    ["'zz'|int(-1, 36)", 1295],
    ["'abc'|int", 0],
    ["'abc'|int(none)", null],
    ['none|int(3)', 3],
    ['missing|int', 0],
    ['missing|int(5)', 5],
    ['true|int', 1],
    ["'123456789012345678901'|int", 123456789012345678901n],
    ['1e20|int', 100000000000000000000n],
    ["'1e3'|float", 1000],
    ["'.5'|float", 0.5],
    ["'nope'|float(2)", 2],
    ['missing|float', 0],
  ])('%s', (expression, expected) => {
    expect(compile(`{{ ${expression} }}`).evaluate()).toBe(expected);
  });

  it('gives a float where Python does', () => {
    expect(text("{{ '3'|float }} {{ missing|float }} {{ 2|float }}")).toBe('3.0 0.0 2.0');
  });

  it('refuses an infinite number and more digits than Python reads', () => {
    expect(() => text("{{ 'inf'|int }}x")).toThrow('infinite');
    expect(() => text("{{ ('9' * 5000)|int }}x")).toThrow('digits');
  });
});

describe('sum', () => {
  it('adds floats, attributes, a start and lists', () => {
    expect(text('{{ [1, 2.5]|sum }} {{ []|sum }} {{ [1]|sum(start=10) }}')).toBe('3.5 0 11');
    expect(text("{{ u|sum(attribute='m.k') }}", { u: [{ m: { k: 1 } }, { m: { k: 2 } }] })).toBe('3');
    expect(text('{{ [[1], [2]]|sum(start=[]) }}x')).toBe('[1, 2]x');
  });

  it('names the types that do not add up, and no value', () => {
    expect(() => text("{{ [1, 'secret']|sum }}")).toThrow("'+' does not work between int and str");
  });
});

describe('filesizeformat', () => {
  it.each([
    ['0', '0 Bytes'],
    ['1', '1 Byte'],
    ['999', '999 Bytes'],
    ['1000', '1.0 kB'],
    ['123456789', '123.5 MB'],
    ["'2048', true", '2.0 KiB'],
  ])('of %s is %s', (args, expected) => {
    const [value, ...rest] = args.split(', ');
    expect(text(`{{ ${value}|filesizeformat(${rest.join()}) }}`)).toBe(expected);
  });
});

it('bool takes the texts that conditions take for false', () => {
  expect(text("{{ ['no', ' OFF ', '0', '', 'yes', 'x', 0, [], [0]]|map('bool')|list }}x")).toBe(
    '[False, False, False, False, True, True, False, False, True]x',
  );
});
