import { afterAll, describe, expect, it } from 'vitest';
import { HeldMost } from '../../../test/support/held-bytes.ts';
import { type CodeCall, failureOf, linesOf, resultOf } from '../../../test/support/run-code.ts';
import { callOf, SETTINGS } from '../../../test/support/run-tool.ts';
import { createTool } from './index.ts';

const tool = createTool(SETTINGS, { max: 2, warm: 2 });
afterAll(() => tool.close?.());
const run = (code: string, call: CodeCall = {}) => resultOf(tool, code, call);
const fail = (code: string, call: CodeCall = {}) => failureOf(tool, code, call);

/** Aborts as soon as the code has printed. */
function abortWhenPrinted(config: Record<string, string | boolean>, reason?: unknown) {
  const controller = new AbortController();
  const print = () => controller.abort(reason);
  return tool.run(callOf('javascript', config), { signal: controller.signal, print });
}

describe.each([
  ['trusted code', {}],
  ['code in a sandbox', { sandbox: true }],
])('stopping %s', (_, config) => {
  it('ends an endless loop, and goes on with another worker', async () => {
    const code = 'console.log("ready"); for (;;) {}';
    expect(await abortWhenPrinted({ code, ...config })).toMatchObject({ error: { kind: 'cancelled' } });
    const reason = new DOMException('too slow', 'TimeoutError');
    expect(await abortWhenPrinted({ code, ...config }, reason)).toMatchObject({ error: { kind: 'timeout' } });
    expect(await run('result = 1', { config })).toBe(1);
  });

  it('survives code that recurses without end', async () => {
    expect((await fail('const f = n => f(n + 1) + 1; f(0)', { config })).message).toMatch(/stack/i);
    expect(await run('result = 1', { config })).toBe(1);
  });

  it('does not start what was stopped before', async () => {
    expect(await fail('result = 1', { config, signal: AbortSignal.abort() })).toMatchObject({
      kind: 'cancelled',
    });
  });
});

describe('trusted code', () => {
  it('ends at its memory limit without harm to others', async () => {
    const code = 'const kept = []; for (;;) kept.push(new Array(100000).fill(kept.length))';
    expect(await fail(code, { config: { memory_limit: '32mb' } })).toMatchObject({
      kind: 'process',
      code: 'OUT_OF_MEMORY',
      message: 'the code needed more than 32 MiB of memory',
    });
    expect(await run('result = 1')).toBe(1);
  });

  it('that calls process.exit ends its worker only', async () => {
    expect(await fail('console.log("last words"); process.exit(3)')).toMatchObject({
      kind: 'process',
      message: 'the code ended its worker with process.exit(3)',
    });
    expect(await run('result = 1')).toBe(1);
  });

  it('fails with what a timer or a forgotten promise throws', async () => {
    const timer = 'setTimeout(() => { throw new RangeError("late") }); await new Promise(() => {})';
    expect(await fail(timer)).toMatchObject({ kind: 'exception', message: 'RangeError: late' });
    const promise = 'Promise.reject(new RangeError("lost")); await new Promise(() => {})';
    expect(await fail(promise)).toMatchObject({ kind: 'exception', message: 'RangeError: lost' });
    expect(await run('result = 1')).toBe(1);
  });

  it('that waits for nothing is stopped like any other', async () => {
    const code = 'console.log(1); await new Promise(() => {})';
    expect(await abortWhenPrinted({ code })).toMatchObject({ error: { kind: 'cancelled' } });
  });

  it('leaves no timer behind', async () => {
    const thread = 'require("node:worker_threads").threadId';
    const first = await run(`setInterval(() => {}, 1); result = ${thread}`);
    const second = await run(`result = ${thread}`);
    expect(second).not.toBe(first);
    expect(await run(`await new Promise(done => setTimeout(done, 1)); result = ${thread}`)).toBe(second);
    expect(await run(`result = ${thread}`)).toBe(second);
  });

  it('gets a worker of its own with isolate', async () => {
    const code = 'result = require("node:worker_threads").threadId';
    const ids = [await run(code, { config: { isolate: true } }), await run(code), await run(code)];
    expect(ids[1]).toBe(ids[2]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('may import, require and name libraries', async () => {
    const code = `
import { createHash as hash } from 'node:crypto';
import os, { EOL } from 'node:os';
import * as path from "node:path"
const { sep } = require('node:path');
result = [typeof hash, os.EOL === EOL, path.sep === sep, (await import('node:util')).inspect(1), fs.existsSync('/'), join('a', 'b')]`;
    const libs = { fs: 'node:fs', join: { from: 'node:path', import: 'join' } };
    expect(await run(code, { config: { libs } })).toEqual(['function', true, true, '1', true, 'a/b']);
    expect(await fail('throw 1', { config: { libs: { a: 'no-such-package' } } })).toMatchObject({
      code: 'MODULE_MISSING',
      message: expect.stringContaining('there is no module no-such-package'),
    });
  });

  it('finds packages from the base folder, whatever the current one is', async () => {
    expect(await run('result = typeof require("yaml").parse')).toBe('function');
    expect(await run('result = typeof (await import("yaml")).parse')).toBe('function');
  });

  it('may stand in a file', async () => {
    const script = { source: { type: 'inline', code: 'result = x * 2' } };
    expect(await run('', { config: { script }, input: { x: 2 } })).toBe(4);
    expect(await fail('', { config: { script: './no-such-file.js' } })).toMatchObject({ kind: 'validation' });
  });

  it('sees of the environment what is passed on, and nothing of an earlier call', async () => {
    const code =
      'result = [process.env.NOETL_ENCRYPTION_KEY ?? null, process.env.REGION ?? null, process.env.NOETL_STEP]';
    expect(await run(code, { config: { env: { REGION: 'eu' } } })).toEqual([null, 'eu', 'transform']);
    expect(await run(code)).toEqual([null, null, 'transform']);
  });

  it('prints through every door', async () => {
    const code =
      'process.stdout.write("a"); process.stdout.write(Buffer.from("b\\n")); console.warn("c %d", 1)';
    expect(await linesOf(tool, code)).toEqual([
      ['stdout', 'ab'],
      ['stderr', 'c 1'],
    ]);
  });

  it('may print half a gigabyte at constant memory', async () => {
    const held = new HeldMost();
    let characters = 0;
    const print = (_: string, text: string) => {
      characters += text.length;
      if (characters % 2 ** 25 < text.length) held.look();
    };
    const code = 'const part = "x".repeat(2 ** 20); for (let n = 0; n < 512; n++) console.log(part)';
    const { signal } = new AbortController();
    expect(await tool.run(callOf('javascript', { code }), { signal, print })).toMatchObject({ status: 'ok' });
    expect(characters).toBe(2 ** 29);
    expect(held.growth).toBeLessThan(50 * 2 ** 20);
  });
});

describe('code in a sandbox', () => {
  const config = { sandbox: true };

  it('reaches nothing outside', async () => {
    const names =
      'process require fetch setTimeout Buffer WebAssembly std os __print __done __data __tag __noetl2';
    const code = `result = ${JSON.stringify(names.split(' '))}.filter(name => name in globalThis)`;
    expect(await run(code, { config })).toEqual([]);
    expect(await run('result = Object.keys(globalThis)', { config })).toEqual(['console']);
    expect((await fail('await import("node:fs")', { config })).kind).toBe('exception');
    expect((await fail('import fs from "node:fs"', { config })).kind).toBe('exception');
  });

  it('cannot climb out through the functions it is given', async () => {
    const code = `result = [
      console.log.constructor('return typeof process')(),
      (() => {}).constructor('return typeof require')(),
      __noetl.end.constructor('return typeof globalThis.process')(),
    ]`;
    expect(await run(code, { config })).toEqual(['undefined', 'undefined', 'undefined']);
  });

  it('may tamper with its own surroundings to no effect on others', async () => {
    const code = `
JSON.stringify = () => '{"ok":true,"data":{"forged":1},"notes":5}';
Object.prototype.polluted = 1;
result = 1`;
    await tool.run(callOf('javascript', { code, ...config }), {
      signal: new AbortController().signal,
      print() {},
    });
    expect(await run('result = [({}).polluted ?? null, JSON.stringify(1)]', { config })).toEqual([null, '1']);
    expect(await run('result = ({}).polluted ?? null')).toBeNull();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('ends at its memory limit', async () => {
    const code = 'const kept = []; for (;;) kept.push("x".repeat(2 ** 20) + kept.length)';
    expect((await fail(code, { config })).message).toMatch(/out of memory/);
    expect((await fail('result = "x".repeat(2 ** 29)', { config })).message).toMatch(/memory|length/);
    expect(await run('result = 1', { config })).toBe(1);
  });

  it('is told that nothing it could wait for can happen', async () => {
    expect((await fail('await new Promise(() => {})', { config })).message).toBe(
      'Error: the code waits for something that cannot happen in a sandbox',
    );
  });

  it('has no libraries, environment and folder', async () => {
    expect(await fail('result = 1', { config: { ...config, libs: { a: 'b' } } })).toMatchObject({
      kind: 'validation',
      message: '`libs` has no meaning in a sandbox, which reaches nothing but its input',
    });
  });
});
