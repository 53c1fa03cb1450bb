import { describe, expect, it } from 'vitest';
import { compile } from '../index.ts';

const people = [
  { n: 'Bob', age: 30 },
  { n: 'ann', age: 25 },
  { n: 'Cid', age: 30 },
];
const value = (expression: string) => compile(`{{ ${expression} }}`).evaluate({ people });

describe('sort', () => {
  it.each([
    ["['b', 'A', 'c', 'a']|sort", ['A', 'a', 'b', 'c']],
    ["['b', 'A', 'c', 'a']|sort(case_sensitive=true)", ['A', 'a', 'b', 'c']],
    ["['b', 'A', 'c', 'a']|sort(reverse=true)", ['c', 'b', 'A', 'a']],
    ["people|sort(attribute='age,n')|map(attribute='n')|list", ['ann', 'Bob', 'Cid']],
    ["people|sort(true, attribute='age')|map(attribute='n')|list", ['Bob', 'Cid', 'ann']],
    ['[3, 1.5, true]|sort', [true, 1.5, 3]],
    [
      '[(2, "a"), (1, "b")]|sort',
      [
        [1, 'b'],
        [2, 'a'],
      ],
    ],
    ['[[2], [1, 9]]|sort', [[1, 9], [2]]],
    ['[none, none]|sort', [null, null]],
    ["['\ud83d\ude00', '\uffee']|sort", ['\uffee', '\ud83d\ude00']],
  ])('%s', (expression, expected) => expect(value(expression)).toEqual(expected));

  it('refuses to order what Python refuses, by type and not by value', () => {
    expect(() => value("[1, 'secret']|sort")).toThrow("'<' cannot compare str with int");
  });

  it('does not change the list it was given', () => {
    const l = [2, 1];
    expect(compile('{{ l|sort }}').evaluate({ l })).toEqual([1, 2]);
    expect(l).toEqual([2, 1]);
  });
});

describe('min and max', () => {
  it.each([
    ["['b', 'A']|min", 'A'],
    ["['b', 'A', 'a']|min(case_sensitive=true)", 'A'],
    ["(people|max(attribute='age')).n", 'Bob'],
    ['[]|max', undefined],
    ['{"b": 1, "a": 2}|max', 'b'],
  ])('%s', (expression, expected) => expect(value(expression)).toEqual(expected));
});

describe('unique', () => {
  it.each([
    ["['a', 'A', 'b']|unique|list", ['a', 'b']],
    ["['a', 'A', 'b']|unique(case_sensitive=true)|list", ['a', 'A', 'b']],
    ["people|unique(attribute='age')|map(attribute='n')|list", ['Bob', 'ann']],
    ['[1, true, 1.0, "1", none, none, missing, missing]|unique|list', [1, '1', null, undefined]],
    ['[(1, "a"), (1.0, "A"), (1, "a")]|unique|list|length', 2],
    ['[("a", "b"), ("ab", "")]|unique|list|length', 2],
  ])('%s', (expression, expected) => expect(value(expression)).toEqual(expected));

  it('needs an attribute for mappings', () => {
    expect(() => value('people|unique')).toThrow("unique(attribute='id')");
  });
});

describe('groupby', () => {
  it('sorts, groups without regard to case and names groups as their first item is', () => {
    expect(value("['CA', 'ny', 'ca', 'NY']|map('list')|map('join')|groupby(none)|list")).toEqual([
      ['CA', ['CA', 'ca']],
      ['ny', ['ny', 'NY']],
    ]);
    expect(value("people|groupby('age')|map(attribute='grouper')|list")).toEqual([25, 30]);
    expect(value("(people|groupby('age'))[1].list|map(attribute='n')|list")).toEqual(['Bob', 'Cid']);
  });

  it('prints groups as tuples', () => {
    const source = "{{ [{'a': 1}, {'a': 1}, {}]|groupby('a', default=0) }}";
    expect(compile(`${source}.`).renderText()).toBe("[(0, [{}]), (1, [{'a': 1}, {'a': 1}])].");
  });
});

describe('dictsort', () => {
  it.each([
    [
      '{"b": 1, "A": 3, "c": 2}|dictsort',
      [
        ['A', 3],
        ['b', 1],
        ['c', 2],
      ],
    ],
    [
      '{"b": 1, "A": 3, "c": 2}|dictsort(by="value", reverse=true)',
      [
        ['A', 3],
        ['c', 2],
        ['b', 1],
      ],
    ],
  ])('%s', (expression, expected) => expect(value(expression)).toEqual(expected));
});
