import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { deferred } from '../../src/common/deferred.ts';
import { BackgroundCommand } from '../support/background-command.ts';
import { CLI, runCommand } from '../support/run-command.ts';
import { freePort } from '../support/services/free-port.ts';
import { ensureBuilt } from '../support/services/start.ts';

beforeAll(ensureBuilt);

const noetl = (cwd: string, ...args: string[]) => runCommand(process.execPath, [CLI, ...args], { cwd });

/** A service that takes orders and says later what came of them; `ordered` are the addresses it is to call. */
async function workshop() {
  const ordered: string[] = [];
  const first = deferred<void>();
  const server = createServer(async (request, response) => {
    ordered.push(((await json(request)) as { notify: string }).notify);
    response.setHeader('content-type', 'application/json').end('{"order": 17}');
    first.resolve();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, ordered, first: first.promise };
}

async function workplace(workshopUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'noetl-callback-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(
    join(folder, 'order.yaml'),
    `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: order }
workflow:
  - step: build
    tool:
      kind: http
      method: POST
      url: ${workshopUrl}
      json: { notify: "{{ callback.url }}" }
      callback: { timeout: 1h }
    next: tell
  - step: tell
    tool: { kind: noop, input: { film: "{{ build.film }}", order: "{{ steps.build.call.data.order }}" } }
`,
  );
  return folder;
}

async function serve(cwd: string, port = '0') {
  const server = new BackgroundCommand(['server', '--port', port], cwd);
  await server.says(/"msg":"listening"/);
  return server;
}

const call = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const statusOf = async (cwd: string) => JSON.parse((await noetl(cwd, 'status', 'last', '-o', 'json')).out);

describe('a step that waits to be called back', () => {
  it('is called back after its server was killed and started again', async () => {
    const { url, ordered, first } = await workshop();
    const cwd = await workplace(url);
    const port = String(await freePort());
    const killed = await serve(cwd, port);
    const run = new BackgroundCommand(['run', 'order.yaml'], cwd);
    await first;
    await run.says(/waits for a callback until .*; answer for it: noetl callback \d+ build/);
    expect(new URL(ordered[0]!).port).toBe(port);
    killed.signal('SIGKILL');
    await killed.ended;
    run.signal('SIGKILL');
    await run.ended;
    await serve(cwd, port);
    const answers = [
      await call(ordered[0]!, { data: { film: 'a.mp4' } }),
      await call(ordered[0]!, { data: {} }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    expect(ordered).toHaveLength(1);
    const done = await noetl(cwd, 'resume', 'last', '-o', 'json');
    expect(done.err + done.out).toContain('ompleted');
    expect(await statusOf(cwd)).toMatchObject({ status: 'COMPLETED', result: { film: 'a.mp4', order: 17 } });
  });

  it('can be answered for from the command line, also if it fails', async () => {
    const { url, first } = await workshop();
    const cwd = await workplace(url);
    await serve(cwd);
    const run = new BackgroundCommand(['run', 'order.yaml'], cwd);
    await first;
    await run.says(/waits for a callback/);
    expect(await noetl(cwd, 'callback', 'last', 'tell')).toMatchObject({
      code: 2,
      err: expect.stringContaining("step 'tell' is not under way"),
    });
    expect((await noetl(cwd, 'callback', 'last', 'build', '--data', '{', '--error', 'x')).code).toBe(2);
    expect((await noetl(cwd, 'callback', 'last', 'build', '--error', 'out of film')).code).toBe(0);
    expect(await run.ended).toBe(1);
    expect(run.err).toContain('out of film');
  });

  it('does not begin where nobody could call back, and says what to do', async () => {
    const { url, ordered } = await workshop();
    const cwd = await workplace(url);
    const { code, err } = await noetl(cwd, 'run', 'order.yaml');
    expect(code).toBe(1);
    expect(err).toContain('Start one with `noetl server`');
    expect(ordered).toEqual([]);
  });

  it('may be one whose tool says so, without a server', async () => {
    const { url } = await workshop();
    const cwd = await workplace(url);
    await writeFile(
      join(cwd, 'later.yaml'),
      `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: later }
workflow:
  - { step: ask, tool: { kind: noop, input: { pending_callback: true } } }
`,
    );
    const run = new BackgroundCommand(['run', 'later.yaml'], cwd);
    await run.says(/waits for a callback/);
    expect((await noetl(cwd, 'callback', 'last', 'ask', '--data', '[1, 2]')).code).toBe(0);
    expect(await run.ended).toBe(0);
    expect(JSON.parse(run.out)).toEqual([1, 2]);
  });
});
