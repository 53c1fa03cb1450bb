import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BackgroundCommand } from '../support/background-command.ts';
import { CLI, runCommand } from '../support/run-command.ts';
import { ensureBuilt } from '../support/services/start.ts';
import { until } from '../support/until.ts';

beforeAll(ensureBuilt);

const playbook = (name: string, workflow: string) =>
  `apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: ${name} }\nworkflow:\n${workflow}`;

const QUICK = playbook('quick', '  - { step: start, tool: { kind: noop, input: { n: 1 } } }\n');
// Runs until a file appears.
const BUSY = playbook(
  'busy',
  `  - { step: start, tool: { kind: shell, cmds: 'echo x >> begun; until [ -e go ]; do sleep 0.02; done' }, next: last }
  - { step: last, tool: { kind: noop, input: { n: 2 } } }
`,
);

async function workplace(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'noetl-server-'));
  onTestFinished(async () => {
    if (existsSync(join(folder, '.noetl/server.json'))) await noetl(folder, 'server', 'stop', '--force');
    await rm(folder, { recursive: true, force: true });
  });
  await writeFile(join(folder, 'quick.yaml'), QUICK);
  await writeFile(join(folder, 'busy.yaml'), BUSY);
  return folder;
}

const noetl = (cwd: string, ...args: string[]) => runCommand(process.execPath, [CLI, ...args], { cwd });

/** A server in the foreground of a process of its own. */
async function serve(cwd: string, env: Record<string, string> = {}, ...args: string[]) {
  const process = new BackgroundCommand(['server', '--port', '0', ...args], cwd, env);
  await process.says(/"msg":"listening"/);
  const line = process.err.split('\n').find(each => each.includes('"msg":"listening"'))!;
  const { url } = JSON.parse(line) as { url: string };
  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers };
    const response = await fetch(`${url}${path}`, { method, ...sent });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { process, url, ask };
}

const statusesIn = async (cwd: string) => {
  const { out } = await noetl(cwd, 'executions', '-o', 'json');
  return (JSON.parse(out) as { status: string }[]).map(({ status }) => status);
};

describe('noetl server', () => {
  it('says where everything is, answers, takes work from `noetl run`, and ends at SIGTERM with 0', async () => {
    const cwd = await workplace();
    const { process, url, ask } = await serve(cwd);
    expect(await ask('GET', '/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const run = await noetl(cwd, 'run', 'quick.yaml');
    expect(run).toMatchObject({ code: 0, out: '{\n  "n": 1\n}\n' });
    expect(run.err).toContain(`process ${process.pid} holds .noetl`);
    expect(await ask('GET', '/api/dashboard/stats')).toMatchObject({
      body: { stats: { successful_executions: 1 } },
    });
    expect(await (await fetch(`${url}/metrics`)).text()).toContain(
      'noetl_executions_total{outcome="completed"} 1',
    );
    process.signal('SIGTERM');
    expect(await process.ended).toBe(0);
    expect(existsSync(join(cwd, '.noetl/server.json'))).toBe(false);
    for (const said of [
      `${url}/api`,
      `${url}/docs`,
      `${url}/metrics`,
      join(cwd, '.noetl'),
      'noetl server stop',
    ]) {
      expect(process.out).toContain(said);
    }
    expect(process.err).toContain('"component":"finalize"');
  });

  it('lets running commands end before it stops, and the next one goes on after them', async () => {
    const cwd = await workplace();
    const { process, ask } = await serve(cwd);
    const { body } = await ask('POST', '/api/execute', { content: BUSY });
    await until(() => existsSync(join(cwd, 'begun')));
    process.signal('SIGTERM');
    await process.says(/"msg":"stopping"/);
    await writeFile(join(cwd, 'go'), '');
    expect(await process.ended).toBe(0);
    expect(await statusesIn(cwd)).toEqual(['RUNNING']);
    const next = await serve(cwd);
    await until(
      async () => (await next.ask('GET', `/api/executions/${body.execution_id}`)).body.status === 'COMPLETED',
    );
    // The command that was under way has been waited for: it was not run again.
    expect(await readFile(join(cwd, 'begun'), 'utf8')).toBe('x\n');
  });

  it('answers requests that have come before it stops', async () => {
    const cwd = await workplace();
    const { process, url } = await serve(cwd);
    const body = JSON.stringify({ content: QUICK });
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    };
    const sent = request(`${url}/api/execute`, { method: 'POST', headers });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve);
      sent.on('error', reject);
    });
    await new Promise<void>(resolve => {
      sent.on('continue', resolve);
      sent.flushHeaders();
    });
    process.signal('SIGTERM');
    await process.says(/"msg":"stopping"/);
    sent.end(body);
    const answer = await answered;
    expect(answer.statusCode).toBe(200);
    expect(await buffer(answer)).toBeInstanceOf(Buffer);
    expect(await process.ended).toBe(0);
  });

  it('goes on with what a server that was killed left, and repeats what that one had under way', async () => {
    const cwd = await workplace();
    const { process, ask } = await serve(cwd);
    const { body } = await ask('POST', '/api/execute', { content: BUSY });
    await until(() => existsSync(join(cwd, 'begun')));
    process.signal('SIGKILL');
    await process.ended;
    expect((await noetl(cwd, 'server', 'status')).out).toContain('ended without saying so');
    await writeFile(join(cwd, 'go'), '');
    const next = await serve(cwd);
    await until(
      async () => (await next.ask('GET', `/api/executions/${body.execution_id}`)).body.status === 'COMPLETED',
    );
  });

  it('stops at once if it is asked twice, and the grace is not waited for', async () => {
    const cwd = await workplace();
    const { process, ask } = await serve(cwd, {}, '--grace', '1h');
    await ask('POST', '/api/execute', { content: BUSY });
    await until(() => existsSync(join(cwd, 'begun')));
    process.signal('SIGTERM');
    await process.says(/"msg":"stopping"/);
    process.signal('SIGTERM');
    expect(await process.ended).toBe(0);
    expect(process.err).toContain('stopped before its commands ended');
  });

  it('refuses other addresses, ports in use and directories in use, and says what to do', async () => {
    const cwd = await workplace();
    const other = await noetl(cwd, 'server', '--host', '0.0.0.0');
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('this machine only') });
    const { url, process } = await serve(cwd);
    const held = await noetl(cwd, 'server', '--port', '0');
    expect(held).toMatchObject({ code: 2, err: expect.stringContaining(`process ${process.pid}`) });
    const taken = await noetl(cwd, 'server', '--port', new URL(url).port, '--data-dir', 'elsewhere');
    expect(taken).toMatchObject({ code: 2, err: expect.stringContaining('is in use') });
    expect(taken.err).toContain('--port');
    expect(await noetl(cwd, 'server', '--port', 'x')).toMatchObject({ code: 2 });
  });

  it('tells a collector of executions, steps and attempts', async () => {
    const cwd = await workplace();
    const got: string[] = [];
    const collector = createServer(async (request, response) => {
      got.push((await buffer(request)).toString());
      response.end('{}');
    });
    await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void collector.close());
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const { process } = await serve(cwd, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    await noetl(cwd, 'run', 'quick.yaml');
    process.signal('SIGTERM');
    expect(await process.ended).toBe(0);
    for (const name of ['"name":"quick"', '"name":"start"', '"name":"attempt 1"'])
      expect(got.join()).toContain(name);
  });
});

describe('noetl server start', () => {
  it('leaves a server in the background, which status shows and stop ends', async () => {
    const cwd = await workplace();
    expect(await noetl(cwd, 'server', 'status')).toMatchObject({ code: 1 });
    const started = await noetl(cwd, 'server', 'start', '--port', '0');
    expect(started).toMatchObject({ code: 0, err: expect.stringContaining('the server is ready') });
    const status = await noetl(cwd, 'server', 'status', '-o', 'json');
    const { state, url, pid } = JSON.parse(status.out) as { state: string; url: string; pid: number };
    expect({ code: status.code, state }).toEqual({ code: 0, state: 'running' });
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const here = JSON.parse((await noetl(cwd, 'workers', '-o', 'json')).out);
    expect(here).toMatchObject([
      { name: 'local', status: 'ready', capacity: expect.any(Number), runtime: { pid } },
    ]);
    const there = JSON.parse((await noetl(cwd, 'workers', '--server-url', url, '-o', 'json')).out);
    expect(there).toMatchObject([{ name: 'local', status: 'ready', capacity: expect.any(Number) }]);
    expect((await noetl(cwd, 'server', 'start')).err).toContain(`runs already: process ${pid}`);
    expect(await noetl(cwd, 'server', 'stop')).toMatchObject({
      code: 0,
      err: `the server has stopped (process ${pid})\n`,
    });
    expect(await noetl(cwd, 'server', 'stop')).toMatchObject({ code: 0 });
    const nobody = { code: 0, out: '', err: expect.stringContaining('no process works at .noetl') };
    expect(await noetl(cwd, 'workers')).toMatchObject(nobody);
    expect(await readFile(join(cwd, '.noetl/server.log'), 'utf8')).toContain('"msg":"stopped"');
  });

  it('runs the steps of the pools that are named, none with `none`', async () => {
    const cwd = await workplace();
    const started = await noetl(cwd, 'server', 'start', '--port', '0', '--pools', 'none');
    expect(started).toMatchObject({ code: 0 });
    const { url } = JSON.parse((await noetl(cwd, 'server', 'status', '-o', 'json')).out) as { url: string };
    await noetl(cwd, 'register', 'quick.yaml');
    await noetl(cwd, 'execute', 'quick', '--server-url', url);
    expect((await noetl(cwd, 'explain', 'last')).out).toContain('waits for a worker of the pool shared');
    expect(JSON.parse((await noetl(cwd, 'workers', '-o', 'json')).out)).toMatchObject([{ capacity: 0 }]);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('\nnoetl_worker_ready 0\n');
    expect(await noetl(cwd, 'server', 'stop')).toMatchObject({ code: 0 });
  });

  it('is waited for while it stops: nobody takes it for gone, and the next one starts after it', async () => {
    const cwd = await workplace();
    const { process, ask } = await serve(cwd);
    await ask('POST', '/api/execute', { content: BUSY });
    await until(() => existsSync(join(cwd, 'begun')));
    process.signal('SIGTERM');
    await process.says(/"msg":"stopping"/);
    expect(await noetl(cwd, 'server', 'status')).toMatchObject({
      code: 1,
      out: expect.stringContaining(`process ${process.pid} is stopping`),
    });
    const stop = new BackgroundCommand(['server', 'stop'], cwd);
    const start = new BackgroundCommand(['server', 'start', '--port', '0'], cwd);
    for (const waiting of [stop, start]) await waiting.says(/waiting for process/);
    await writeFile(join(cwd, 'go'), '');
    expect(await process.ended).toBe(0);
    expect(await stop.ended).toBe(0);
    expect(stop.err).toContain(`the server has stopped (process ${process.pid})`);
    expect(await start.ended).toBe(0);
    expect(start.err).toContain('the server is ready');
    // What was under way has ended: it was not begun again.
    expect(await readFile(join(cwd, 'begun'), 'utf8')).toBe('x\n');
  });

  it('starts one server, however many ask for it at once', async () => {
    const cwd = await workplace();
    const asked = [1, 2, 3].map(() => noetl(cwd, 'server', 'start', '--port', '0'));
    const answers = await Promise.all(asked);
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
    const said = answers.map(({ err }) => /the server (is ready|runs already)/.exec(err)?.[1]);
    expect(said.sort()).toEqual(['is ready', 'runs already', 'runs already']);
  });

  it('puts a full log aside while the server runs, and starts again after that', async () => {
    const cwd = await workplace();
    const log = join(cwd, '.noetl/server.log');
    await mkdir(join(cwd, '.noetl'));
    await writeFile(log, `${'x'.repeat(1023)}\n`.repeat(20 * 1024));
    expect(await noetl(cwd, 'server', 'start', '--port', '0')).toMatchObject({ code: 0 });
    await until(() => existsSync(`${log}.1`));
    expect(await noetl(cwd, 'server', 'stop')).toMatchObject({ code: 0 });
    expect((await stat(`${log}.1`)).size).toBe(20 * 2 ** 20);
    const kept = await readFile(log, 'utf8');
    expect(kept).toContain('"msg":"listening"');
    expect(kept).toContain('"msg":"stopped"');
    expect(await noetl(cwd, 'server', 'start', '--port', '0')).toMatchObject({ code: 0 });
    expect((await readFile(log, 'utf8')).length).toBeGreaterThan(kept.length);
  });

  it('says why a server could not be started', async () => {
    const cwd = await workplace();
    const busy = createServer();
    await new Promise<void>(resolve => busy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void busy.close());
    const port = String((busy.address() as AddressInfo).port);
    const { code, err } = await noetl(cwd, 'server', 'start', '--port', port);
    expect(code).toBe(1);
    expect(err).toContain('is in use');
  });

  it('says so where nothing can be written', async () => {
    const cwd = await workplace();
    await writeFile(join(cwd, 'file'), '');
    const inFile = await noetl(cwd, 'server', 'start', '--port', '0', '--data-dir', 'file/data');
    expect(inFile).toMatchObject({ code: 2 });
    expect(inFile.err).toMatch(
      /^error: the data directory .*file\/data cannot be created \(ENOTDIR\): .*--data-dir\n$/,
    );
    const log = await noetl(cwd, 'server', 'start', '--port', '0', '--log-file', 'none/server.log');
    expect(log).toMatchObject({ code: 2 });
    expect(log.err).toMatch(
      /^error: the log .*none\/server.log cannot be written \(ENOENT\): .*--log-file\n$/,
    );
  });

  it('recognises the file of a server that is gone', async () => {
    const cwd = await workplace();
    await noetl(cwd, 'server', 'start', '--port', '0');
    expect(await noetl(cwd, 'server', 'stop', '--force')).toMatchObject({ code: 0 });
    // As after a crash: a file with the id of a process that is somebody else.
    const record = {
      pid: process.pid,
      url: 'http://127.0.0.1:1',
      version: '0',
      startedAt: '2026-01-01T00:00:00Z',
    };
    await writeFile(join(cwd, '.noetl/server.json'), JSON.stringify(record));
    expect((await noetl(cwd, 'server', 'stop')).err).toContain('is gone, its file was removed');
    expect(existsSync(join(cwd, '.noetl/server.json'))).toBe(false);
    expect(await noetl(cwd, 'server', 'start', '--port', '0')).toMatchObject({ code: 0 });
  });
});
