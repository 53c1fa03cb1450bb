import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capturedConsole } from '../../../test/support/captured-console.ts';
import { runCommand } from './run.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noetl-run-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(name: string, text?: string) {
  const file = join(folder, name);
  if (text !== undefined) await writeFile(file, text);
  const console = capturedConsole();
  const code = await runCommand(file, { console, readStdin: async () => '' });
  return { code, file, ...console.written };
}

const valid =
  'apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: one }\nworkflow:\n  - step: start\n';

describe('noetl run', () => {
  it('accepts a playbook and says that it was not executed', async () => {
    const { code, out, err, file } = await run('ok.yaml', valid);
    expect(code).toBe(0);
    expect(out).toBe(`${file}: valid (one, 1 step)\n`);
    expect(err).toContain('does not execute yet');
  });

  it('counts the warnings, and says where to see them', async () => {
    const legacy = `${valid}    next: [{ step: end }]\n`;
    const { code, err, file } = await run('legacy.yaml', legacy);
    expect(code).toBe(0);
    expect(err).toContain(`1 warning, shown by \`noetl validate ${file}\``);
  });

  it('reports every error of a file with its place, and exits with 2', async () => {
    const { code, out, err, file } = await run('bad.yaml', 'apiVersion: v3\nkind: Playbok\nworkflow: []\n');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`${file}:1:13: error: `);
    expect(err).toContain(`${file}:2:7: error: `);
    expect(err).toContain(`${file}:3:11: error: `);
  });

  it('says that a file does not exist and what the path is relative to', async () => {
    const { code, err } = await run('missing.yaml');
    expect(code).toBe(2);
    expect(err).toContain('there is no such file');
    expect(err).toContain(process.cwd());
  });

  it('refuses a directory', async () => {
    const { code, err } = await run('.');
    expect(code).toBe(2);
    expect(err).toContain('it is a directory');
  });
});
