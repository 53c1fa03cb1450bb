import { describe, expect, it } from 'vitest';
import { readEnv } from './environment.ts';
import { readLibs } from './libs.ts';
import { readMemoryLimit } from './memory-limit.ts';
import { readProgram } from './program.ts';

describe('the fields of tools that run code', () => {
  it.each([
    ['512mb', 512 * 2 ** 20],
    ['1.5 GiB', 1.5 * 2 ** 30],
    ['2g', 2 ** 31],
    ['64k', 65_536],
    [1048576, 1048576],
    [undefined, undefined],
  ])('read a memory limit of %s', (written, bytes) => {
    expect(readMemoryLimit(written === undefined ? {} : { memory_limit: written })).toBe(bytes);
  });

  it.each(['much', '-1', '0', '5 tb', 'mb'])('refuse a memory limit of %s', written => {
    expect(() => readMemoryLimit({ memory_limit: written })).toThrow('must be a size such as `512mb`');
  });

  it('take a script before code, and miss both', () => {
    expect(readProgram({ script: './a.py', code: 'x' })).toEqual({ script: './a.py' });
    expect(readProgram({ code: 'x' })).toEqual({ code: 'x' });
    expect(() => readProgram({})).toThrow('`code` or `script` is missing');
    expect(() => readProgram({ code: ' \n' })).toThrow('`code` must be a text with a program');
  });

  it('read variables as texts and refuse names and values that the system would cut', () => {
    expect(readEnv({ env: { A: 1, B: true, C: null } })).toEqual({ A: '1', B: 'true' });
    expect(() => readEnv({ env: { 'A=B': 1 } })).toThrow('contains `=`');
    expect(() => readEnv({ env: { A: 'a\0b' } })).toThrow('`env.A` contains a NUL character');
    expect(() => readEnv({ env: { A: [] } })).toThrow('`env.A` must be a text, not a list');
  });

  it('read libraries, and ignore a list of them', () => {
    const libs = { pd: 'pandas', gcs: { from: 'google.cloud', import: 'storage' } };
    expect(readLibs({ libs })).toBe(libs);
    expect(readLibs({ libs: ['pandas'] })).toEqual({});
    expect(() => readLibs({ libs: { pd: { from: 'pandas' } } })).toThrow('`libs.pd` must be a module');
  });
});
