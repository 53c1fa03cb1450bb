import { describe, expect, it } from 'vitest';
import { assignsResult, canBeNamed, wrapCode } from './wrap-code.ts';

describe('wrapping code', () => {
  it('adds no line before the last one of the code', () => {
    const { source, offset } = wrapCode('one\ntwo // end', ['x']);
    expect(source.slice(offset).split('\n').slice(0, 2)).toEqual(['one', 'two // end']);
  });

  it.each([
    ['export default async function (a) {}', '__noetl.exported = async function (a) {}'],
    ['export const a = 1', 'const a = 1'],
    ["import a from 'm';", "const { default: a } = await import('m');"],
    ["import * as a from 'm'", "const a = await import('m')"],
    ["import { a, b as c } from 'm'", "const {  a, b : c } = await import('m')"],
    ["import {\n  a,\n  b\n} from 'm'", "const { \n  a,\n  b\n} = await import('m')"],
    ["import d, { a } from 'm'", "const { default: d,  a } = await import('m')"],
    ["import 'm'", "await import('m')"],
  ])('rewrites %s', (code, rewritten) => {
    const { moduleSource, offset } = wrapCode(code, []);
    expect(moduleSource?.slice(offset).startsWith(`${rewritten}\n;return`)).toBe(true);
  });

  it('leaves code without modules alone', () => {
    expect(wrapCode('const important = exports', []).moduleSource).toBeUndefined();
  });
});

it.each([
  ['result = 1', true],
  ['if (x) result ??= 1', true],
  ['result++', true],
  ['[result, x] = [1, 2]', true],
  ['({ result } = x)', true],
  ['const result = 1', true],
  ['result == 1', false],
  ['result => 1', false],
  ['x.result = 1', false],
  ['resultSet = 1', false],
  ['f(result)', false],
])('knows whether code gives result a value: %s', (code, assigns) => {
  expect(assignsResult(code)).toBe(assigns);
});

it('knows which names variables can have', () => {
  expect(['a', '$', '_b1', 'ünï', 'result'].filter(canBeNamed)).toHaveLength(5);
  expect(['1a', 'a-b', 'a b', '', 'class', 'await', 'arguments', 'a;b'].filter(canBeNamed)).toEqual([]);
});
