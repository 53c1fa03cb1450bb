import { describe, expect, it } from 'vitest';
import { compile } from '../index.ts';

const users = [
  { name: 'Bob', age: 30, tags: ['x'], address: { city: 'Rome' } },
  { name: 'ann', age: 25, tags: [] },
];
const value = (expression: string) => compile(`{{ ${expression} }}`).evaluate({ users });

describe('map', () => {
  it.each([
    ["users|map(attribute='name')|list", ['Bob', 'ann']],
    ["users|map(attribute='address.city', default='?')|list", ['Rome', '?']],
    ["users|map(attribute='tags.0')|list", ['x', undefined]],
    ["['a', 'b']|map('upper')|list", ['A', 'B']],
    ["['a-b']|map('replace', '-', new='+')|list", ['a+b']],
    ["[[2, 1]]|map('sort', reverse=true)|list", [[2, 1]]],
    ['none|map()|list', []],
  ])('%s', (expression, expected) => expect(value(expression)).toEqual(expected));

  it('says what it needs, and suggests a filter', () => {
    expect(() => value('[1]|map()')).toThrow("'map' needs a filter or an attribute");
    expect(() => value("[1]|map('uper')")).toThrow("did you mean 'upper'?");
    expect(() => value("[1]|map(attribute='a', other=1)")).toThrow("no argument 'other'");
  });
});

describe('select and its kin', () => {
  it.each([
    ['[0, 1, none, "a"]|select|list', [1, 'a']],
    ['[0, 1, none, "a"]|reject|list', [0, null]],
    ['range(6)|select("divisibleby", 3)|list', [0, 3]],
    ["users|selectattr('age', 'gt', 26)|map(attribute='name')|list", ['Bob']],
    ["users|rejectattr('address', 'defined')|map(attribute='name')|list", ['ann']],
    ["users|selectattr('tags')|map(attribute='name')|list", ['Bob']],
    ["users|selectattr('address.city', '==', 'Rome')|map(attribute='age')|list", [30]],
    ['missing|selectattr("a")|list', []],
  ])('%s', (expression, expected) => expect(value(expression)).toEqual(expected));

  it('names what is missing', () => {
    expect(() => value('users|selectattr')).toThrow("'selectattr' needs the name of an attribute");
    expect(() => value("users|select('od')")).toThrow("did you mean 'odd'?");
  });

  it('gives the same items again when walked twice', () => {
    const source = '{% set s = [1, 2]|select %}{{ s|list }}{{ s|list }}';
    expect(compile(source).renderText()).toBe('[1, 2][1, 2]');
  });
});
