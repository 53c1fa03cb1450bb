import { afterAll, describe, expect, it } from 'vitest';
import { failureOf, linesOf, resultOf } from '../../../test/support/run-code.ts';
import { SETTINGS } from '../../../test/support/run-tool.ts';
import { createTool } from './index.ts';

const tool = createTool(SETTINGS);
afterAll(() => tool.close?.());

/** What holds for trusted code holds in the sandbox. */
describe.each([
  ['trusted code', {}],
  ['code in a sandbox', { sandbox: true }],
])('%s', (_, config) => {
  const run = (code: string, input = {}, context = {}) => resultOf(tool, code, { input, context, config });
  const fail = (code: string, input = {}) => failureOf(tool, code, { input, config });
  const print = (code: string) => linesOf(tool, code, { config });

  it('finds its inputs, the whole input, the execution and the step', async () => {
    const code = 'result = [x + y, input, args.x, input_data.y, execution_id, step]';
    expect(await run(code, { x: 1, y: 2 })).toEqual([3, { x: 1, y: 2 }, 1, 2, '7001', 'transform']);
  });

  it('finds the context by the names that stand in it, and the element of a loop', async () => {
    const context = { workload: { city: 'Graz' }, 'two-words': 3, iter: { item: 7 }, item: 7, _index: 0 };
    const code = 'result = [context.workload.city, context["two-words"], item, _index]';
    expect(await run(code, {}, context)).toEqual(['Graz', 3, 7, 0]);
  });

  it('answers with result, however it is declared', async () => {
    expect(await run('result = 1')).toBe(1);
    expect(await run('const result = 2')).toBe(2);
    expect(await run('if (x) { result = { big: true } }', { x: 1 })).toEqual({ big: true });
    expect(await run('result = Promise.resolve(3)')).toBe(3);
    expect(await run('const x = 1')).toBeNull();
  });

  it('answers with what it returns, and may wait for it', async () => {
    expect(await run('for (const n of list) if (n > 2) return n', { list: [1, 3] })).toBe(3);
    expect(await run('return await Promise.resolve(5) // five')).toBe(5);
    expect(await run('return null\nresult = 2')).toBeNull();
  });

  it('answers with what main or the default export answers', async () => {
    expect(await run('function main() { return 1 }')).toBe(1);
    expect(await run('const main = async ({ a }, context) => a * 2', { a: 4 })).toBe(8);
    expect(await run('export default async function (input) { return input.a }', { a: 4 })).toBe(4);
    expect(await run('export default { a: 1 }')).toEqual({ a: 1 });
    expect(await run('export const n = 2\nexport function main() { return n }')).toBe(2);
    expect(
      await run('async function main(b, a = 7, context) { return [a, b, typeof context] }', { b: 1 }),
    ).toEqual([7, 1, 'object']);
  });

  it('may declare what is also an input, and use an input called result', async () => {
    expect(await run('const x = 5; result = x', { x: 1 })).toBe(5);
    expect(await run('result = { was: result }', { result: 5 })).toEqual({ was: 5 });
    expect(await run('result += 1', { result: 5 })).toBe(6);
    expect(await run('function main() { return result * 2 }', { result: 5 })).toBe(10);
    expect(await run('if (result === 5) { }', { result: 5 })).toBeNull();
  });

  it('skips inputs whose names no variable can have', async () => {
    expect(
      await run('result = [input["two words"], input.class, ünï]', { 'two words': 1, class: 2, ünï: 3 }),
    ).toEqual([1, 2, 3]);
  });

  it('prints to the log', async () => {
    expect(await print('console.log("a\\nb", 1, { c: 2n }); console.error("no")')).toEqual([
      ['stdout', 'a'],
      ['stdout', expect.stringMatching(/^b 1 \{.*c.*2n?.*\}$/)],
      ['stderr', 'no'],
    ]);
  });

  it('carries integers of any size, unusual keys and every character', async () => {
    const id = 2n ** 63n + 1n;
    const text = 'grüße 😀 \ud800 \u2028 \0 \\ "';
    expect(await run('result = [id, id + 1n, -id, text]', { id, text })).toEqual([id, id + 1n, -id, text]);
    const data = (await run('result = JSON.parse(\'{"__proto__": 1, "constructor": 2}\')')) as object;
    expect(Object.entries(data)).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
    expect(Object.getPrototypeOf(data)).toBeNull();
    const own = Object.create(null, { ['__proto__']: { value: 1, enumerable: true } });
    expect(await run('result = Object.keys(value)', { value: own })).toEqual(['__proto__']);
  });

  it('turns what JSON does not know into what it does', async () => {
    const code = `result = {
      date: new Date(0), map: new Map([["a", 1]]), set: new Set([1]), none: undefined, call() {},
      bytes: new Uint8Array([0, 255]), error: new TypeError("no"), nan: NaN, list: [undefined, , 1],
    }`;
    expect(await run(code)).toEqual({
      date: '1970-01-01T00:00:00.000Z',
      map: { a: 1 },
      set: [1],
      bytes: 'AP8=',
      error: { name: 'TypeError', message: 'no' },
      nan: null,
      list: [null, null, 1],
    });
    expect(await print(code)).toEqual([
      ['log', 'javascript: bytes were encoded as base64'],
      ['log', 'javascript: result.nan is NaN and became null'],
    ]);
  });

  it.each([
    ['result = { a: [1, -Infinity] }', 'result.a[1] is -Infinity, which JSON cannot carry'],
    ['result = []; result.push({ me: result })', 'result[0].me contains itself'],
    ['let r = 0; for (let i = 0; i < 300; i++) r = [r]; result = r', 'is nested deeper than 200 levels'],
    ['return () => 1', 'result is a function, which is no data'],
    ['result = { a: [new Promise(() => {})] }', 'result.a[0] is a promise: await it'],
  ])('is told what is no data: %s', async (code, message) => {
    expect(await fail(code)).toMatchObject({
      kind: 'exception',
      code: 'RESULT_NOT_DATA',
      message: expect.stringContaining(message),
    });
  });

  it('fails with the type, message and line of what it throws', async () => {
    const error = await fail('function share(total) {\n  return total.parts.length;\n}\n\nshare(1);\n');
    expect(error).toMatchObject({
      kind: 'exception',
      retryable: false,
      details: { type: 'TypeError', line: 2 },
    });
    expect(error.message).toMatch(/^TypeError: /);
    const told = String(error.details?.traceback);
    expect(told).toMatch(/share \(?<transform>:2/);
    expect(told).not.toMatch(/worker|node_modules|sandbox|work\//);
    expect((await fail('\n\nfunction main() {\n  throw new RangeError("r")\n}')).details).toMatchObject({
      line: 4,
    });
    expect(await fail('throw "text"')).toMatchObject({ message: 'Error: text' });
    expect((await fail('class Bad extends Error { name = "Bad" }\nthrow new Bad("x")')).message).toBe(
      'Bad: x',
    );
    expect((await fail('x = 1')).message).toMatch(/^ReferenceError: .*x.* is not defined$/);
  });

  it('points at the line of a syntax error', async () => {
    const error = await fail('const a = 1\nconst b = )\n');
    expect(error.message).toMatch(/^SyntaxError: /);
    expect(error.details).toMatchObject({ type: 'SyntaxError', line: 2 });
  });

  it('starts without what an earlier call left behind', async () => {
    await run('globalThis.left = 1; result = 1');
    expect(await run('result = typeof left')).toBe('undefined');
  });

  it('carries ten megabytes both ways', async () => {
    const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `${'ä'.repeat(40)}${id}` }));
    const data = await resultOf(tool, 'result = rows.reverse()', {
      input: { rows },
      config: { ...config, memory_limit: '1gb' },
    });
    expect(data).toHaveLength(rows.length);
    expect((data as object[])[0]).toEqual(rows.at(-1));
  });
});
