import { describe, expect, it } from 'vitest';
import { compile } from '../index.ts';

const value = (expression: string) => compile(`{{ ${expression} }}`).evaluate({ s: 'Order 42, order 7' });

describe('regular expressions', () => {
  it.each([
    ["s|regex_search('order \\\\d+')", 'order 7'],
    ["s|regex_search('order \\\\d+', ignorecase=true)", 'Order 42'],
    ["s|regex_search('zzz')", null],
    ["s|regex_search('(\\\\w+) (\\\\d+)', '\\\\2', '\\\\1')", ['42', 'Order']],
    ["s|regex_search('(?P<id>\\\\d+)', '\\\\g<id>')", ['42']],
    ["s|regex_match('Order')", true],
    ["s|regex_match('order')", false],
    ["s|regex_findall('\\\\d+')", ['42', '7']],
    [
      "s|regex_findall('(\\\\w+) (\\\\d)')",
      [
        ['Order', '4'],
        ['order', '7'],
      ],
    ],
    ["s|regex_findall('(?:x)?(\\\\d)')", ['4', '2', '7']],
    ["'a\\nb'|regex_findall('^\\\\w', multiline=true)", ['a', 'b']],
    ["s|regex_replace('(\\\\w+) (\\\\d+)', '\\\\2:\\\\g<1>')", '42:Order, 7:order'],
    ["s|regex_replace('\\\\d', '#', count=1)", 'Order #2, order 7'],
    ["s|regex_replace('ORDER ', '', true)", '42, 7'],
    ["'abc'|regex_replace('', '-')", '-a-b-c-'],
    ["'ab'|regex_replace('b\\\\Z', '$1')", 'a$1'],
    ["'a.b*c'|regex_escape", 'a\\.b\\*c'],
    ["'a.b' is match('a.b'|regex_escape)", true],
    ["s is search('order 7')", true],
    ["s is match('42')", false],
    ["s is regex('ORDER', true)", true],
    ["missing|regex_search('a')", null],
  ])('%s', (expression, expected) => expect(value(expression)).toEqual(expected));

  it.each(['(', 'a(?=b)', '(a)\\\\1', '[z-a]'])(
    'say that %s is not a pattern, and what is not supported',
    pattern => {
      expect(() => value(`s|regex_search('${pattern}')`)).toThrow(
        /not a valid regular expression[\s\S]*look-around/,
      );
    },
  );

  it('refuse a group that the pattern does not have', () => {
    expect(() => value("s|regex_replace('a', '\\\\1')")).toThrow('refers to a group');
    expect(() => value("s|regex_search('a', 'x')")).not.toThrow();
    expect(() => value("s|regex_search('d', 'x')")).toThrow('must be written as');
  });

  it('take linear time where a backtracking engine would not end', () => {
    expect(value("('a' * 5000) is match('(a+)+$')")).toBe(true);
    expect(value("('a' * 5000 ~ 'b') is match('(a+)+$')")).toBe(false);
  });

  it('end in a budget error where finding all matches is quadratic', () => {
    const source = "{{ ('a' * 100000)|regex_findall('a[^b]*b|a')|length }}";
    expect(() => compile(source, { budgets: { steps: 200_000 } }).evaluate()).toThrow('steps budget');
  });
});
