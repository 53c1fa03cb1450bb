import { describe, expect, it } from 'vitest';
import { compile, Environment } from '../index.ts';

const value = (expression: string, context = {}) => compile(`{{ ${expression} }}`).evaluate(context);

describe('tests of what a value is', () => {
  const values = [
    'missing',
    'none',
    'true',
    '1',
    '1.0',
    "'a'",
    '[1]',
    '(1,)',
    '{}',
    'range(2)',
    '[1]|select',
    'range',
  ];
  /** One letter per value above: whether the test holds. */
  it.each([
    ['defined', '-xxxxxxxxxxx'],
    ['undefined', 'x-----------'],
    ['none', '-x----------'],
    ['boolean', '--x---------'],
    ['true', '--x---------'],
    ['integer', '---x--------'],
    ['float', '----x-------'],
    ['number', '--xxx-------'],
    ['string', '-----x------'],
    ['sequence', 'x----xxxxx--'],
    ['iterable', 'x----xxxxxx-'],
    ['mapping', '--------x---'],
    ['callable', 'x----------x'],
    ['escaped', '------------'],
  ])('%s', (test, expected) => {
    const answers = values.map(item => (value(`(${item}) is ${test}`) ? 'x' : '-'));
    expect(answers.join('')).toBe(expected);
  });
});

describe('tests that compare', () => {
  it.each([
    ['1 is eq 1.0', true],
    ["'1' is eq 1", false],
    ['2 is gt 1 and 2 is ge 2 and 1 is lt 2 and 1 is le 1 and 1 is ne 2', true],
    ["[3, 1]|select('lessthan', 2)|list", [1]],
    ['[1] is sameas [1]', false],
    ["'a' is in 'abc' and 1 is in [1] and 'k' is in {'k': 1}", true],
    ["'abc' is contains('b') and {'k': 1} is contains('k')", true],
    ["[1, {'a': 1}] is superset([{'a': 1.0}])", true],
    ["['a', 'b'] is subset(['a'])", false],
  ])('%s', (expression, expected) => expect(value(expression)).toEqual(expected));

  it('refuse what Python refuses', () => {
    expect(() => value("1 is gt 'a'")).toThrow("'>' cannot compare int with str");
    expect(() => value('missing is lt 1')).toThrow('undefined');
  });
});

describe('tests of numbers and text', () => {
  it.each([
    ['3 is odd and 4.0 is even and 9 is divisibleby 3 and -3 is odd', true],
    ["'ab1' is lower and 'AB' is upper and '1' is not lower and missing is not upper", true],
  ])('%s', (expression, expected) => expect(value(expression)).toBe(expected));

  it('refuse text, by its type', () => {
    expect(() => value("'5' is odd")).toThrow("the test 'odd' needs numbers, not str");
    expect(() => value('missing is even')).toThrow('undefined');
    expect(() => value('3 is divisibleby 0')).toThrow('division by zero');
  });
});

it('filter and test know the vocabulary of their environment', () => {
  const environment = new Environment({ filters: { shout: String } });
  const source = "{{ 'shout' is filter }} {{ 'upper' is filter }} {{ 'odd' is test }} {{ 'x' is test }}";
  expect(environment.compile(source).renderText()).toBe('True True True False');
});
