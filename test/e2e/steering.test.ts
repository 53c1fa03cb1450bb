import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDataDirectoryForReading } from '../../src/adapters/sqlite/data-directory.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { BackgroundCommand } from '../support/background-command.ts';
import { capturedConsole } from '../support/captured-console.ts';
import { CLI, runCommand } from '../support/run-command.ts';
import { ensureBuilt } from '../support/services/start.ts';
import { testCli } from '../support/test-cli.ts';
import { until } from '../support/until.ts';

beforeAll(ensureBuilt);

const playbook = (name: string, workflow: string) =>
  `apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: ${name} }\nworkflow:\n${workflow}`;

const FILES = {
  'waiting.yaml': playbook(
    'waiting',
    `  - { step: start, next: ask }
  - { step: ask, tool: { kind: signal, signal: approve }, next: report }
  - { step: report, tool: { kind: noop, input: { by: "{{ ask.by }}" } } }
`,
  ),
  'quick.yaml': playbook('quick', '  - { step: start, tool: { kind: noop, input: { n: 1 } } }\n'),
  // Runs until a file appears, wherever it is started.
  'busy.yaml': playbook(
    'busy',
    `  - step: start
    tool: { kind: shell, cmds: 'echo x >> begun; until [ -e go ]; do sleep 0.02; done; echo done' }
    next: last
  - { step: last, tool: { kind: noop, input: { said: "{{ start.stdout | trim }}" } } }
`,
  ),
  'parent.yaml': playbook('parent', '  - { step: start, tool: { kind: playbook, path: waiting } }\n'),
};

async function workplace(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'noetl-steer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
  return folder;
}

const noetl = (cwd: string, ...args: string[]) => runCommand(process.execPath, [CLI, ...args], { cwd });
const background = (cwd: string, ...args: string[]) => new BackgroundCommand(args, cwd);

/** What the directory says; without a process of its own, since the others are what is tested. */
async function executions(
  cwd: string,
): Promise<readonly { execution_id: string; status: string; path: string }[]> {
  const console = capturedConsole();
  const args = ['executions', '--children', '-o', 'json', '--data-dir', join(cwd, '.noetl')];
  await runCli(args, testCli(console));
  return JSON.parse(console.written.out);
}

const idOf = async (cwd: string, path: string): Promise<string> =>
  (await executions(cwd)).find(execution => execution.path === path)!.execution_id;

const waits = /waits for the signal 'approve'/;

describe('a second `noetl run` on one data directory', () => {
  it('hands its playbook to the process that holds it, says so, and prints the result', async () => {
    const cwd = await workplace();
    const holder = background(cwd, 'run', 'waiting.yaml');
    await holder.says(waits);
    const second = await noetl(cwd, 'run', 'quick.yaml');
    expect(second).toMatchObject({ code: 0, out: '{\n  "n": 1\n}\n' });
    expect(second.err).toContain(`process ${holder.pid} holds .noetl: this runs there, in its environment`);
    expect((await stat(join(cwd, '.noetl/control.sock'))).mode & 0o777).toBe(0o600);

    await noetl(cwd, 'signal', await idOf(cwd, 'waiting'), 'approve', '--data', '{"by":"kim"}');
    expect(await holder.ended).toBe(0);
    expect(JSON.parse(holder.out)).toEqual({ by: 'kim' });
    expect(existsSync(join(cwd, '.noetl/control.sock'))).toBe(false);
  });

  it('goes on by itself when the holder is killed, and repeats what that one had under way', async () => {
    const cwd = await workplace();
    const holder = background(cwd, 'run', 'waiting.yaml');
    await holder.says(waits);
    const client = background(cwd, 'run', 'busy.yaml', '-v');
    await client.says(/start/);
    await until(() => existsSync(join(cwd, 'begun')));
    holder.signal('SIGKILL');
    await holder.ended;
    await client.says(/was interrupted and runs again/);
    await writeFile(join(cwd, 'go'), '');
    expect(await client.ended).toBe(0);
    expect(JSON.parse(client.out)).toEqual({ said: 'done' });

    // The killed one's own execution is not lost either.
    await noetl(cwd, 'signal', await idOf(cwd, 'waiting'), 'approve', '--data', '{"by":"lee"}');
    expect(await noetl(cwd, 'resume')).toMatchObject({ code: 0, out: '{\n  "by": "lee"\n}\n' });
  });

  it('is waited for by the holder, which says so', async () => {
    const cwd = await workplace();
    const holder = background(cwd, 'run', 'busy.yaml');
    await until(() => existsSync(join(cwd, 'begun')));
    const client = background(cwd, 'run', 'waiting.yaml');
    await client.says(waits);
    await writeFile(join(cwd, 'go'), '');
    await holder.says(/waiting for 1 execution that other commands handed to this process/);
    await noetl(cwd, 'signal', await idOf(cwd, 'waiting'), 'approve', '--data', '{"by":"kim"}');
    expect(await Promise.all([client.ended, holder.ended])).toEqual([0, 0]);
    expect(JSON.parse(client.out)).toEqual({ by: 'kim' });
  });

  it('keeps its execution when the holder is interrupted: the first Ctrl-C is not about it, the next one hands it over', async () => {
    const cwd = await workplace();
    const holder = background(cwd, 'run', 'waiting.yaml');
    await holder.says(waits);
    const client = background(cwd, 'run', 'waiting.yaml');
    await client.says(waits);
    holder.signal('SIGINT');
    await holder.says(/waiting for 1 execution/);
    holder.signal('SIGINT');
    expect(await holder.ended).toBe(130);
    const [second, first] = await executions(cwd);
    expect([first!.status, second!.status]).toEqual(['CANCELLED', 'RUNNING']);
    await noetl(cwd, 'signal', second!.execution_id, 'approve', '--data', '{"by":"kim"}');
    expect(await client.ended).toBe(0);
    expect(JSON.parse(client.out)).toEqual({ by: 'kim' });
  });

  it('says which process holds the directory if that one does not answer, and what to do', async () => {
    const cwd = await workplace();
    const holder = background(cwd, 'run', 'waiting.yaml');
    await holder.says(waits);
    holder.signal('SIGSTOP');
    const { code, err } = await noetl(cwd, 'run', 'quick.yaml');
    expect(code).toBe(2);
    expect(err).toContain(`process ${holder.pid} on `);
    expect(err).toContain('it does not answer');
    expect(err).toContain('choose another directory with --data-dir');
    holder.signal('SIGCONT');
  });

  it('may be cancelled by its own Ctrl-C without harm to the holder', async () => {
    const cwd = await workplace();
    const holder = background(cwd, 'run', 'waiting.yaml');
    await holder.says(waits);
    const client = background(cwd, 'run', 'waiting.yaml');
    await client.says(waits);
    client.signal('SIGINT');
    expect(await client.ended).toBe(130);
    expect((await executions(cwd)).map(({ status }) => status)).toEqual(['CANCELLED', 'RUNNING']);
  });

  it('resolves the paths of each playbook from its own folder, also where the texts are the same', async () => {
    const cwd = await workplace();
    const holder = background(cwd, 'run', 'waiting.yaml');
    await holder.says(waits);
    const text = playbook('here', "  - { step: start, tool: { kind: shell, cmds: 'cat here.txt' } }\n");
    for (const name of ['one', 'two']) {
      await mkdir(join(cwd, name));
      await writeFile(join(cwd, name, 'here.txt'), name);
      await writeFile(join(cwd, name, 'here.yaml'), text);
      const { out } = await noetl(cwd, 'run', `${name}/here.yaml`);
      expect(JSON.parse(out)).toMatchObject({ stdout: name });
    }
  });

  it('works where the path is too long for a socket', async () => {
    const cwd = await workplace();
    const deep = join(cwd, 'd'.repeat(80), 'e'.repeat(60));
    await mkdir(deep, { recursive: true });
    const holder = background(cwd, 'run', 'waiting.yaml', '--data-dir', deep);
    await holder.says(waits);
    await until(() => existsSync(join(deep, 'control.path')));
    expect(await noetl(cwd, 'run', 'quick.yaml', '--data-dir', deep)).toMatchObject({ code: 0 });
    expect(await noetl(cwd, 'cancel', 'last~1', '--data-dir', deep)).toMatchObject({ code: 0 });
    expect(await holder.ended).toBe(130);
    expect(existsSync(join(deep, 'control.path'))).toBe(false);
  });
});

describe('an execution that is skipped because another one has its place', () => {
  it('says so, and what would be news only after a while is not said', async () => {
    const cwd = await workplace();
    const spec = 'executor: { spec: { concurrency: { key: nightly, limit: 1, on_limit: skip } } }\n';
    await writeFile(join(cwd, 'nightly.yaml'), FILES['busy.yaml'].replace('workflow:', `${spec}workflow:`));
    const first = background(cwd, 'run', 'nightly.yaml');
    await until(() => existsSync(join(cwd, 'begun')));
    const { code, err } = await noetl(cwd, 'run', 'nightly.yaml');
    expect(code).toBe(130);
    expect(err).toMatch(/^cancelled in .*: skipped: another execution with the concurrency key 'nightly' /m);
    expect(err).not.toContain('waits for its place');
    await writeFile(join(cwd, 'go'), '');
    expect(await first.ended).toBe(0);
  });
});

describe('steering an execution that another process runs', () => {
  it('pauses it, resumes it, signals it', async () => {
    const cwd = await workplace();
    const holder = background(cwd, 'run', 'waiting.yaml');
    await holder.says(waits);
    expect((await noetl(cwd, 'pause', 'last', '--reason', 'lunch')).err).toContain('is paused');
    expect((await executions(cwd))[0]).toMatchObject({ status: 'PAUSED' });
    expect((await noetl(cwd, 'signal', 'last', 'approve', '--data', '{"by":"kim"}')).code).toBe(0);
    expect((await executions(cwd))[0]).toMatchObject({ status: 'PAUSED' });
    expect(await noetl(cwd, 'resume', 'last')).toMatchObject({ code: 0, out: '{\n  "by": "kim"\n}\n' });
    expect(await holder.ended).toBe(0);
  });

  it('cancels it with the playbooks that it called; to cancel it again is no error', async () => {
    const cwd = await workplace();
    const holder = background(cwd, 'run', 'parent.yaml');
    await holder.says(/waits for/);
    const cancelled = await noetl(cwd, 'cancel', await idOf(cwd, 'parent'), '--reason', 'wrong input');
    expect(cancelled).toMatchObject({ code: 0, err: expect.stringMatching(/^cancelled execution \d+\n$/) });
    expect(await holder.ended).toBe(130);
    expect((await executions(cwd)).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
    const again = await noetl(cwd, 'cancel', await idOf(cwd, 'parent'));
    expect(again).toMatchObject({ code: 0, err: expect.stringMatching(/is already cancelled\n$/) });
  });
});

describe('steering an execution that no process runs', () => {
  const interrupted = async (file = 'waiting.yaml') => {
    const cwd = await workplace();
    const killed = background(cwd, 'run', file);
    await killed.says(/waits for/);
    killed.signal('SIGKILL');
    await killed.ended;
    return cwd;
  };

  it('records a signal and says how the execution goes on', async () => {
    const cwd = await interrupted();
    expect((await noetl(cwd, 'explain', 'last')).out).toMatch(/its process is gone.*\n.*`noetl resume`/);
    const misspelt = await noetl(cwd, 'signal', 'last', 'aprove');
    expect(misspelt.err).toContain("no step of its playbook waits for 'aprove'; did you mean 'approve'?");
    const sent = await noetl(cwd, 'signal', 'last', 'approve', '--data', '{"by":"kim"}');
    expect(sent.err).toMatch(/no process runs it: `noetl resume \d+` lets it go on/);
    expect(await noetl(cwd, 'resume', 'last')).toMatchObject({ code: 0, out: '{\n  "by": "kim"\n}\n' });
    const stores = await openDataDirectoryForReading(join(cwd, '.noetl'));
    const [execution] = await stores.events.list();
    const types = (await stores.events.read(execution!.executionId)).flatMap(turn =>
      turn.events.map(({ type }) => type),
    );
    await stores.close();
    expect(types.filter(type => type === 'signal.received')).toHaveLength(2);
    expect(types).not.toContain('command.lease_expired');
  });

  it('cancels it with the playbooks that it called', async () => {
    const cwd = await interrupted('parent.yaml');
    expect((await noetl(cwd, 'cancel', await idOf(cwd, 'parent'))).code).toBe(0);
    expect((await executions(cwd)).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
  });

  it('leaves paused ones alone when everything is resumed', async () => {
    const cwd = await interrupted();
    await noetl(cwd, 'pause', 'last');
    const resumed = await noetl(cwd, 'resume');
    expect(resumed).toMatchObject({ code: 0, err: expect.stringMatching(/is paused: `noetl resume \d+`/) });
  });

  it('says what is wrong with a request, and creates nothing', async () => {
    const cwd = await interrupted();
    expect(await noetl(cwd, 'cancel', '99999')).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no execution 99999 here'),
    });
    expect(await noetl(cwd, 'signal', 'last', 'approve', '--data', 'yes')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--data is no JSON'),
    });
    expect((await noetl(cwd, 'pause', 'last', '--data-dir', 'misspelt')).code).toBe(2);
    expect(existsSync(join(cwd, 'misspelt'))).toBe(false);
  });
});
