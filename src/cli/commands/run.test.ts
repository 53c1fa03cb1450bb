import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capturedConsole } from '../../../test/support/captured-console.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { type RunOptions, runCommand } from './run.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noetl-run-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(name: string, text?: string, more: Partial<RunOptions> = {}) {
  const file = join(folder, name);
  if (text !== undefined) await writeFile(file, text);
  const console = capturedConsole();
  const options = { dataDir: join(folder, 'data'), ephemeral: true, ...more };
  const code = await runCommand(file, undefined, options, testCli(console));
  return { code, file, ...console.written };
}

const header = 'apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: one }\n';
const valid = `${header}workflow:\n  - step: start\n`;

describe('noetl run', () => {
  it('runs a playbook: the result on standard output, what happened on standard error', async () => {
    const text = `${header}workflow:\n  - { step: greet, tool: { kind: noop, input: { hello: "{{ workload.name }}" } } }\nworkload: { name: world }\n`;
    const { code, out, err } = await run('hello.yaml', text);
    expect({ code, out }).toEqual({ code: 0, out: '{\n  "hello": "world"\n}\n' });
    expect(err).toMatch(/^✓ greet {2}\d+ ms\ncompleted in \d+ ms {2}execution \d+\n$/);
    const other = await run('hello.yaml', text, { set: ['name=Ada'], output: 'json', quiet: true });
    expect(JSON.parse(other.out)).toMatchObject({ status: 'COMPLETED', result: { hello: 'Ada' } });
    expect(other.err).toBe('');
  });

  it('exits with 1 and names step and cause when the execution fails', async () => {
    const { code, out, err } = await run(
      'fail.yaml',
      `${header}workflow:\n  - { step: stop, tool: { kind: shell, cmds: ["exit 3"] } }\n`,
    );
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain("error: step 'stop': ");
    expect(err).toContain('3');
  });

  it('refuses values it cannot read', async () => {
    const { code, err } = await run('hello.yaml', valid, { set: ['name'] });
    expect(code).toBe(2);
    expect(err).toContain('--set name must be written as key=value');
  });

  it('counts the warnings, and says where to see them', async () => {
    const legacy = `${valid}    next: [{ step: end }]\n`;
    const { code, err, file } = await run('legacy.yaml', legacy);
    expect(code).toBe(0);
    expect(err).toContain(`1 warning, shown by \`noetl validate ${file}\``);
  });

  it('reports every error of a file with its place, and exits with 2', async () => {
    const { code, out, err, file } = await run('bad.yaml', `${valid}    next: nowhere\n    timeout: soon\n`);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`${file}:6:11: error: `);
    expect(err).toContain(`${file}:7:14: error: `);
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
