import { describe, expect, it } from 'vitest';
import { capturedConsole } from '../../../test/support/captured-console.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { createProgram } from '../program.ts';
import { bashScript } from './bash.ts';
import { commandTable } from './command-table.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const program = createProgram(testCli(capturedConsole()), () => {});
const table = commandTable(program, { help: ['run', 'loops'] });
const run = table.find(({ names }) => names.includes('run'));

describe('the table', () => {
  it('has every command that the help shows, with its other names', () => {
    expect(run?.names).toEqual(['run', 'exec']);
    expect(table.flatMap(({ names }) => names)).not.toContain('complete');
  });

  it('knows what stands behind each option', () => {
    const values = new Map(run?.options.map(({ flags, value }) => [flags.at(-1), value?.kind]));
    expect(values.get('--output')).toBe('words');
    expect(values.get('--data-dir')).toBe('folders');
    expect(values.get('--from')).toBe('steps');
    expect(values.get('--set')).toBe('free');
    expect(values.get('--dry-run')).toBeUndefined();
  });

  it('knows what the arguments are', () => {
    expect(run?.arguments.map(({ kind }) => kind)).toEqual(['files', 'steps']);
    expect(table.find(({ names }) => names[0] === 'status')?.arguments).toEqual([{ kind: 'executions' }]);
  });
});

describe.each([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
])('the script for %s', (_shell, script) => {
  const text = script(table);

  it('names every command and every long option', () => {
    for (const { names, options } of table) {
      for (const name of names) expect(text).toContain(name);
      for (const { flags } of options) expect(text).toContain((flags.at(-1) ?? '').replace(/^--/, ''));
    }
  });

  it('asks for executions and steps when they are needed, not before', () => {
    expect(text).toContain('complete executions');
    expect(text).toContain('complete steps');
  });
});
