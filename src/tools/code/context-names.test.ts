import { expect, it } from 'vitest';
import { namesInCode, pickNames } from './context-names.ts';

const context = { workload: {}, fetch: [1], 'load-rows': 2, city: 'Graz', _index: 3, iter: { city: 'Graz' } };

it('takes every name that stands in code that mentions the context', () => {
  const code = 'x = context["fetch"] + context.get("load-rows")  # of workload';
  expect(namesInCode(code, context).context).toEqual(['fetch', 'workload', 'load-rows']);
  expect(namesInCode('variables.fetch', context).context).toEqual(['fetch']);
});

it('takes only the parameters of main from code that does not mention it', () => {
  const python = 'def main(fetch, other=1):\n    return fetch, workload';
  expect(namesInCode(python, context).context).toEqual(['fetch']);
  expect(namesInCode('async function main(fetch) { workload }', context).context).toEqual(['fetch']);
  expect(namesInCode('fetch = 1', context).context).toEqual([]);
});

it('makes the element of a loop and its index globals where the code mentions them', () => {
  expect(namesInCode('city, _index, _total', context).globals).toEqual(['_index', 'city']);
  expect(namesInCode('city', { city: 'Graz' }).globals).toEqual([]);
});

it('does not take names of objects for names of the context', () => {
  expect(namesInCode('context.toString, constructor, __proto__', context).context).toEqual([]);
});

it('picks values as plain data', () => {
  expect(pickNames({ a: [{ b: 1n }], c: undefined }, ['a', 'c'])).toEqual({ a: [{ b: 1n }], c: null });
});
