import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { capturedConsole } from '../support/captured-console.ts';
import { HandClock } from '../support/hand-clock.ts';
import { RemoteCli } from '../support/remote-cli.ts';
import { testCli } from '../support/test-cli.ts';
import type { ToolRun } from '../support/test-engine.ts';

const GREET = `
apiVersion: noetl.io/v2
kind: Playbook
metadata: {name: greet, path: demo/greet}
workload: {name: you}
workflow:
  - step: start
    tool: {kind: echo, input: {text: 'Hello, {{ workload.name }}!'}}
`;

const fail: ToolRun = () => ({
  status: 'error',
  error: { kind: 'failed', message: 'no', retryable: false },
});
const signal: ToolRun = () => ({
  status: 'parked',
  waitsFor: { kind: 'signal', name: 'go', deadline: undefined, onDeadline: undefined },
});

let remote: RemoteCli;
beforeEach(async () => {
  remote = await RemoteCli.open({ tools: { fail, signal } });
});
afterEach(() => remote.close());

describe('the catalog of a server', () => {
  it('is filled and read from the command line', async () => {
    const path = await remote.file('greet.yaml', GREET);
    expect(await remote.run('register', path)).toMatchObject({ code: 0, err: '1 playbook registered\n' });
    expect(await remote.run('register', path)).toMatchObject({
      err: '0 playbooks registered, 1 unchanged\n',
    });
    expect((await remote.run('catalog', 'list')).out).toContain('demo/greet  1');
    expect((await remote.run('catalog', 'get', 'demo/greet@1')).out).toBe(GREET);
    expect(await remote.run('catalog', 'delete', 'demo/greet')).toMatchObject({ code: 0 });
    expect(await remote.run('catalog', 'get', 'demo/greet')).toMatchObject({ code: 2, out: '' });
  });

  it('is not asked where a data directory is named', async () => {
    await remote.run(
      'register',
      await remote.file('greet.yaml', GREET),
      '--data-dir',
      join(remote.folder, 'data'),
    );
    expect((await remote.run('catalog', 'list')).err).toContain('no playbooks like that');
    expect((await remote.run('catalog', 'list', '--data-dir', join(remote.folder, 'data'))).out).toContain(
      'demo/greet',
    );
  });

  it('is not guessed where a server and a data directory are named', async () => {
    for (const server of [['--remote'], ['--server-url', remote.url], ['--context', 'test']]) {
      const { code, out, err } = await remote.run('catalog', 'list', '--data-dir', remote.folder, ...server);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(/^error: option '--.*' cannot be used with option '--data-dir <dir>'\n/);
    }
  });

  it('cannot be read where nobody listens: that is told, with what to do', async () => {
    await remote.server.server.close();
    const { code, err } = await remote.run('catalog', 'list');
    expect(code).toBe(1);
    expect(err).toMatch(
      /^error: there is no answer from http:.*ECONNREFUSED.*`noetl server start`\n.*`noetl context current`/,
    );
  });
});

const FAIL = `
apiVersion: noetl.io/v2
kind: Playbook
metadata: {name: broken, path: demo/broken}
workflow:
  - step: start
    tool: {kind: fail, message: no}
`;

const APPROVE = `
apiVersion: noetl.io/v2
kind: Playbook
metadata: {name: approve, path: demo/approve}
workflow:
  - step: start
    tool: {kind: signal, signal: go}
`;

describe('noetl execute', () => {
  beforeEach(async () => {
    await remote.run(
      'register',
      await remote.file('greet.yaml', GREET),
      await remote.file('broken.yaml', FAIL),
    );
  });

  it('prints the id of the execution, and where to look at it', async () => {
    const { code, out, err } = await remote.run('execute', 'demo/greet');
    expect(code).toBe(0);
    expect(out).toMatch(/^\d+\n$/);
    expect(err).toBe(`started on ${remote.url}: \`noetl status ${out.trim()} --remote\`\n`);
  });

  it('waits for the result, with a workload and a version of its own', async () => {
    const run = await remote.run('execute', 'demo/greet', '--version', '1', '--set', 'name=Ada', '--wait');
    expect(run).toEqual({ code: 0, out: '{\n  "text": "Hello, Ada!"\n}\n', err: '' });
    const { catalog_id } = JSON.parse((await remote.run('catalog', 'get', 'demo/greet', '-o', 'json')).out);
    const byId = await remote.run('execute', catalog_id, '--wait', '-o', 'json');
    expect(JSON.parse(byId.out)).toMatchObject({ status: 'COMPLETED', result: { text: 'Hello, you!' } });
  });

  it('tells what happens with --watch, as a run here does', async () => {
    const { code, err } = await remote.run('execute', 'demo/greet', '--watch');
    expect(code).toBe(0);
    expect(err).toMatch(/^✓ start {2}\d.* m?s\ncompleted in .* execution \d+\n$/);
  });

  it('exits by how it ended, and says what to type next on the server', async () => {
    const url = ['--server-url', remote.url];
    const { code, err } = await remote.run('execute', 'demo/broken', '--watch', ...url);
    expect(code).toBe(1);
    expect(err).toContain('✗ start');
    expect(err).toMatch(new RegExp(`next: noetl explain \\d+ --server-url ${remote.url}`));
    const unnamed = await remote.run('execute', 'demo/broken', '--watch');
    expect(unnamed.err).toMatch(/next: noetl explain \d+ --remote\n/);
    expect((await remote.run('explain', 'last')).out).toMatch(/ is failed\nreason: step 'start': no\n/);
  });

  it('is refused by the server for what is not there, and by itself for wrong flags', async () => {
    expect(await remote.run('execute', 'demo/nothing')).toMatchObject({ code: 2, out: '' });
    expect(await remote.run('execute', 'demo/greet', '--version', 'x')).toMatchObject({
      code: 2,
      err: "error: 'x' is no version: write its number, or latest\n",
    });
    expect(await remote.run('execute', 'demo/greet', '--timeout', '3s')).toMatchObject({ code: 2 });
  });
});

describe('noetl run --remote', () => {
  it('registers the file and runs it on the server', async () => {
    const path = await remote.file('greet.yaml', GREET);
    const { code, out, err } = await remote.run('run', path, '--remote', '--set', 'name=Ada');
    expect({ code, out }).toEqual({ code: 0, out: '{\n  "text": "Hello, Ada!"\n}\n' });
    expect(err).toContain(`registered demo/greet version 1 on ${remote.url}`);
    expect((await remote.run('run', path, '--ephemeral', '--remote')).code).toBe(2);
  });
});

describe('noetl run of a name', () => {
  const byName = ['run', 'catalog://demo/greet', '--set', 'name=Ada'] as const;
  const said = { code: 0, out: '{\n  "text": "Hello, Ada!"\n}\n' };

  it('takes the playbook from the catalog of the server', async () => {
    await remote.run('register', await remote.file('greet.yaml', GREET));
    const { err, ...run } = await remote.run(...byName);
    expect(run).toEqual(said);
    expect(err).not.toContain('registered');
    expect(await remote.run('run', 'demo/greet@1', '--set', 'name=Ada')).toMatchObject(said);
    expect(await remote.run('run', 'catalog://demo/greet@7')).toMatchObject({ code: 2, out: '' });
    const { code, err: why } = await remote.run('run', 'demo/nothing');
    expect(code).toBe(2);
    expect(why).toMatch(/there is no such file.*; .*demo\/nothing/);
    expect((await remote.run('run', 'demo/greet', '--dry-run')).out).toContain('demo/greet');
  });

  it('takes it from the catalog of a data directory, and records which version ran', async () => {
    const here = ['--data-dir', join(remote.folder, 'data')];
    expect(await remote.run(...byName, ...here)).toMatchObject({ code: 2, out: '' });
    const real = GREET.replace('kind: echo', 'kind: noop');
    await remote.run('register', await remote.file('greet.yaml', real), ...here);
    expect(await remote.run(...byName, ...here)).toMatchObject(said);
    expect((await remote.run('status', 'last', ...here)).out).toContain('catalog://demo/greet@1');
    expect(await remote.run('run', 'demo/greet', 'nowhere', ...here)).toMatchObject({ code: 2 });
  });

  it('runs where --runtime says', async () => {
    const path = await remote.file('greet.yaml', GREET.replace('kind: echo', 'kind: noop'));
    const here = await remote.run('run', path, '--runtime', 'local', '--ephemeral', '--set', 'name=Ada');
    expect(here).toMatchObject(said);
    expect((await remote.run('executions')).out).toBe('');
    await remote.run('context', 'set-runtime', 'local');
    const there = await remote.run(
      'run',
      await remote.file('greet.yaml', GREET),
      '-r',
      'distributed',
      '--set',
      'name=Ada',
    );
    expect(there).toMatchObject(said);
  });
});

describe('executions of a server', () => {
  async function executed(...args: readonly string[]): Promise<string> {
    return (await remote.run('execute', ...args)).out.trim();
  }

  it('are listed, shown and explained as those of a data directory', async () => {
    await remote.run('run', await remote.file('greet.yaml', GREET));
    const { out } = await remote.run('executions');
    const id = /^\d+/m.exec(out)?.[0] ?? '';
    expect(out).toContain('completed');
    expect((await remote.run('status', 'last')).out).toContain(`execution ${id}  completed`);
    expect((await remote.run('explain', id)).out).toContain(`execution ${id} is completed`);
    const events = (await remote.run('events', id, '-o', 'json')).out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    const recorded = await remote.server.test.events(id);
    expect(events.map(({ event_id }) => event_id)).toEqual(recorded.map(event => event.id));
    expect((await remote.run('logs', id)).err).toBe('nothing was printed\n');
    expect(await remote.run('status', '9999')).toMatchObject({ code: 2 });
  });

  it('are run again', async () => {
    await remote.run('run', await remote.file('greet.yaml', GREET));
    const { code, out } = await remote.run('rerun', 'last', '--set', 'name=Bob');
    expect({ code, out }).toEqual({ code: 0, out: '{\n  "text": "Hello, Bob!"\n}\n' });
  });

  it('are paused, signalled, resumed and cancelled', async () => {
    await remote.run('register', await remote.file('approve.yaml', APPROVE));
    const id = await executed('demo/approve');
    expect((await remote.run('pause', id)).err).toContain(`execution ${id} is paused`);
    expect((await remote.run('status', id)).out).toContain('paused');
    const resumed = remote.run('resume', id);
    expect((await remote.run('signal', id, 'go', '--data', '{"by": "Ada"}')).code).toBe(0);
    expect(await resumed).toMatchObject({ code: 0, out: '{\n  "by": "Ada"\n}\n' });
    const other = await executed('demo/approve');
    expect((await remote.run('cancel', other)).err).toBe(`cancelled execution ${other}\n`);
    expect((await remote.run('cancel', other)).err).toBe(`execution ${other} is already cancelled\n`);
  });

  it('are cancelled when they have stood still for long', async () => {
    await remote.run('register', await remote.file('approve.yaml', APPROVE));
    const id = await executed('demo/approve');
    expect((await remote.run('cleanup')).err).toBe('no execution has stood still for 1d\n');
    expect(await remote.run('cleanup', '--older-than', '5s')).toMatchObject({ code: 2 });
    const clock = remote.server.test.clock as HandClock;
    clock.after(2 * 60_000, () => {});
    while (clock.advance());
    const listed = await remote.run('cleanup', '--older-than', '1m', '--dry-run', '-o', 'json');
    expect(JSON.parse(listed.out)).toMatchObject([{ execution_id: id, status: 'RUNNING', cancelled: false }]);
    const { out, err } = await remote.run('cleanup', '--older-than', '1m');
    expect(out).toContain(id);
    expect(err).toBe('cancelled 1 execution\n');
    expect((await remote.run('status', id)).out).toContain('cancelled');
  });

  it('are waited for no longer than asked; they go on', async () => {
    await remote.run('register', await remote.file('approve.yaml', APPROVE));
    const { code, err } = await remote.run('execute', 'demo/approve', '--wait', '--timeout', '10ms');
    expect(code).toBe(1);
    expect(err).toMatch(/^error: not over after 10 ?ms/);
    expect((await remote.run('executions')).out).toContain('running');
  });

  it('are found by what is suggested: it names the server', async () => {
    await remote.run('register', await remote.file('approve.yaml', APPROVE));
    const clock = new HandClock();
    const console = capturedConsole();
    const err = (text: string) => {
      console.err(text);
      if (text.includes('wake it')) clock.advance();
    };
    const cli = { ...testCli({ ...console, err }, '', clock), env: { HOME: remote.folder } };
    const url = `--server-url ${remote.url}`;
    await runCli(`execute demo/approve --watch --timeout 10s ${url}`.split(' '), cli);
    const id = (await remote.server.test.stores.events.list({ limit: 1 }))[0]?.executionId;
    expect(console.written.err).toContain(`wake it: noetl signal ${id} go ${url}\n`);
    expect(console.written.err).toContain(`execution ${id} goes on: \`noetl status ${id} ${url}\`\n`);
  });
});

describe('variables, commands and workers of a server', () => {
  it('are shown, and variables are set', async () => {
    await remote.run('register', await remote.file('approve.yaml', APPROVE));
    const id = (await remote.run('execute', 'demo/approve')).out.trim();
    expect((await remote.run('vars', id)).err).toBe(`execution ${id} has no variables\n`);
    const set = await remote.run('vars', id, 'set', 'limit=3', 'mode=fast');
    expect(set).toMatchObject({ code: 0, err: `set 2 variables of execution ${id}\n` });
    expect((await remote.run('vars', id)).out).toBe('VARIABLE  VALUE\nlimit     3\nmode      "fast"\n');
    expect((await remote.run('vars', id, 'set')).code).toBe(2);
    expect((await remote.run('vars', id, 'limit')).err).toContain('must be written as key=value');
  });

  it('are listed', async () => {
    await remote.run('register', await remote.file('approve.yaml', APPROVE));
    const id = (await remote.run('execute', 'demo/approve')).out.trim();
    const [item] = JSON.parse((await remote.run('queue', '--execution', 'last', '-o', 'json')).out);
    expect(item).toMatchObject({ execution_id: id, node_name: 'start', attempts: 1 });
    expect((await remote.run('queue')).out).toContain(`${id}`);
    expect(await remote.run('queue', '--status', 'dead')).toMatchObject({
      code: 0,
      out: '',
      err: 'no commands like that\n',
    });
    expect(await remote.run('queue', '--execution', '99999')).toMatchObject({ code: 2 });
    const pool = { name: 'test-pool', kind: 'worker_pool', capacity: 4 };
    await remote.server.ask('POST', '/api/worker/pool/register', pool);
    expect((await remote.run('workers')).out).toMatch(/test-pool +worker_pool +ready +4/);
    expect((await remote.run('workers', '--status', 'offline')).err).toBe('no workers like that\n');
  });
});

describe('credentials of a server', () => {
  it('are stored, listed without their data, and deleted', async () => {
    const add = ['credential', 'add', 'db', '--type', 'bearer', '--data', '{"token": "s3cret-token"}'];
    expect(await remote.run(...add)).toMatchObject({ code: 0, err: "added credential 'db' (bearer)\n" });
    expect((await remote.run(...add)).err).toBe("replaced credential 'db' (bearer)\n");
    expect((await remote.run('credential', 'list')).out).toContain('db');
    const { out } = await remote.run('credential', 'get', 'db', '-o', 'json');
    expect(JSON.parse(out)).toMatchObject({ name: 'db', type: 'bearer', data: {} });
    expect((await remote.run('credential', 'delete', 'db')).err).toBe("deleted credential 'db'\n");
    expect((await remote.run('credential', 'delete', 'db')).code).toBe(2);
    expect((await remote.run('credential', 'rekey')).code).toBe(2);
  });
});
