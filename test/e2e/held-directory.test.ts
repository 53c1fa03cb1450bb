import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { BackgroundCommand } from '../support/background-command.ts';
import { capturedConsole } from '../support/captured-console.ts';
import { ServedDirectory } from '../support/served-directory.ts';
import { testCli } from '../support/test-cli.ts';

const GREET = `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: greet, path: demo/greet }
workflow:
  - { step: start, tool: { kind: noop, input: { text: hello } } }
`;

let served: ServedDirectory;
let folder: string;
let file: string;
beforeEach(async () => {
  served = await ServedDirectory.open();
  folder = await mkdtemp(join(tmpdir(), 'noetl-held-'));
  file = join(folder, 'greet.yaml');
  await writeFile(file, GREET);
});
afterEach(() => served.close());

/** In a directory of its own that nobody holds. */
async function alone(...args: readonly string[]) {
  const console = capturedConsole();
  const place = ['--data-dir', join(folder, 'free')];
  const code = await runCli([...args, ...place], { ...testCli(console), env: { HOME: folder } });
  return { code, ...console.written };
}

describe('in a directory that a server holds', () => {
  it('playbooks are registered, deleted and restored as in one that is free', async () => {
    for (const args of [
      ['register', file],
      ['register', file],
      ['catalog', 'delete', 'demo/greet', '--version', '7'],
      ['catalog', 'delete', 'demo/nothing'],
      ['catalog', 'restore', 'demo/greet'],
      ['catalog', 'delete', 'demo/greet'],
      ['catalog', 'get', 'demo/greet'],
    ]) {
      const held = await served.here(...args);
      expect({ args, ...held }).toEqual({ args, ...(await alone(...args)) });
      expect(held.err).not.toContain('in use');
    }
  });

  it('what was registered is there for the server at once, and runs by its name', async () => {
    expect((await served.here('register', file)).err).toBe('1 playbook registered\n');
    expect((await served.remote('catalog', 'list')).out).toContain('demo/greet');
    const run = await served.here('run', 'demo/greet', '-o', 'json');
    expect(JSON.parse(run.out)).toMatchObject({ status: 'COMPLETED', result: { text: 'hello' } });
    expect((await served.here('status', 'last')).out).toContain('version 1  catalog://demo/greet@1');
  });

  it('what a run prints there is shown here while it is printed, before the step ends', async () => {
    const talk = join(folder, 'talk.yaml');
    const command = 'echo first line; until [ -e go ]; do sleep 0.02; done; echo last line';
    const step = `{ step: start, tool: { kind: shell, cmds: '${command}', cwd: '${folder}' } }`;
    await writeFile(talk, GREET.replace(/ {2}- .*\n/, `  - ${step}\n`));
    const flags = ['-v', '--data-dir', served.dataDir];
    const running = new BackgroundCommand(['run', talk, ...flags], folder);
    await running.says(/first line/);
    expect(running.err).not.toContain('last line');
    await writeFile(join(folder, 'go'), '');
    expect(await running.ended).toBe(0);
    expect(running.err).toMatch(/first line[\s\S]*last line[\s\S]*✓/);
    expect(running.err.match(/first line/g)).toHaveLength(1);
  });

  it('credentials are stored and deleted without any flag', async () => {
    const add = ['credential', 'add', 'db', '--type', 'bearer', '--data', '{"token": "s3cret-token"}'];
    expect((await served.here(...add)).err).toBe("added credential 'db' (bearer)\n");
    expect((await served.remote('credential', 'list')).out).toContain('db');
    expect((await served.here('credential', 'delete', 'db')).err).toBe("deleted credential 'db'\n");
  });
});
