import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { makeAddress } from '../../src/control/address.ts';
import { BackgroundCommand } from '../support/background-command.ts';
import { capturedConsole } from '../support/captured-console.ts';
import { ServedDirectory } from '../support/served-directory.ts';
import { ensureBuilt } from '../support/services/start.ts';
import { testCli } from '../support/test-cli.ts';

beforeAll(ensureBuilt);

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'noetl-worker-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const NOBODY = /waits for a process that holds the data directory: nobody does now/;

const timesSaid = ({ err }: BackgroundCommand, what: RegExp): number =>
  [...err.matchAll(new RegExp(what, 'g'))].length;

describe('a worker that is asked for something that it cannot be', () => {
  it.each([
    [['--slots', '0'], '--slots must be a number from 1 to 1000'],
    [['--slots', 'many'], '--slots must be a number from 1 to 1000'],
    [['--pool', 'a b'], "'a b' is no name"],
    [['--pool', 'none'], 'a worker of none has nothing to do'],
    [['--pool', ''], 'is no name'],
    [['--log-level', 'loud'], 'the log level must be one of'],
    [['--pools', 'gpu'], 'unknown option'],
  ])('says so and does not start: %j', async (flags, message) => {
    const folder = await freshFolder();
    const console = capturedConsole();
    const args = ['worker', ...flags, '--data-dir', join(folder, 'data')];
    expect(await runCli(args, { ...testCli(console), env: {} })).toBe(2);
    expect(console.written.err).toContain(message);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});

describe('a worker without anybody to work for', () => {
  it('waits until there is a directory and a server, says so once, and makes nothing itself', async () => {
    const folder = await freshFolder();
    const worker = new BackgroundCommand(['worker', '--data-dir', 'data'], folder);
    await worker.says(/waits for a process that holds the data directory: .* is no data directory/);
    expect(existsSync(join(folder, 'data'))).toBe(false);
    const served = await ServedDirectory.open({}, folder);
    await worker.says(/runs steps for process/);
    expect(timesSaid(worker, /is no data directory/)).toBe(1);

    // It may have looked between the directory and the socket of the server.
    const before = timesSaid(worker, NOBODY);
    await served.close();
    await expect.poll(() => timesSaid(worker, NOBODY), { timeout: 30_000 }).toBe(before + 1);
    const again = await ServedDirectory.open({}, folder);
    await expect.poll(() => timesSaid(worker, /runs steps for process/), { timeout: 30_000 }).toBe(2);
    expect(timesSaid(worker, NOBODY)).toBe(before + 1);
    await again.close();
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends when it is asked to: %s', async signal => {
    const folder = await freshFolder();
    const worker = new BackgroundCommand(['worker', '--data-dir', 'data'], folder);
    await worker.says(/is no data directory/);
    worker.signal(signal);
    expect(await worker.ended).toBe(0);

    await (await ServedDirectory.open({}, folder)).close();
    const late = new BackgroundCommand(['worker', '--data-dir', 'data'], folder);
    await late.says(/nobody does now/);
    late.signal(signal);
    expect(await late.ended).toBe(0);
  });

  it('says of a holder of another version that it cannot talk to it, and waits for the next one', async () => {
    const folder = await freshFolder();
    const dataDir = join(folder, 'data');
    await (await ServedDirectory.open({}, folder)).close();
    const older = createServer(socket => {
      socket.resume().on('error', () => {});
      socket.end('{"welcome":"noetl","protocol":99,"version":"9.9.9","pid":4711}\n');
    });
    await new Promise<void>(resolve => older.listen(makeAddress(dataDir), resolve));
    const worker = new BackgroundCommand(['worker', '--data-dir', dataDir], folder);
    await worker.says(/process 4711 holds the data directory with noetl 9\.9\.9, which .* cannot talk to/);
    await new Promise(resolve => older.close(resolve));
    const served = await ServedDirectory.open({}, folder);
    await worker.says(/runs steps for process/);
    expect(timesSaid(worker, /process 4711/)).toBe(1);
    await served.close();
  });
});

describe('a worker and its server', () => {
  it('end when both are asked to at the same time', async () => {
    const folder = await freshFolder();
    const server = new BackgroundCommand(['server', '--port', '0', '--data-dir', 'data'], folder);
    const worker = new BackgroundCommand(['worker', '--data-dir', 'data'], folder);
    await worker.says(/runs steps for process/);
    server.signal('SIGTERM');
    worker.signal('SIGTERM');
    expect(await Promise.all([server.ended, worker.ended])).toEqual([0, 0]);
  });

  it('do not need each other to end: the worker does also if the server hangs', async () => {
    const folder = await freshFolder();
    const server = new BackgroundCommand(['server', '--port', '0', '--data-dir', 'data'], folder);
    const worker = new BackgroundCommand(['worker', '--data-dir', 'data'], folder);
    await worker.says(/runs steps for process/);
    server.signal('SIGSTOP');
    worker.signal('SIGTERM');
    expect(await worker.ended).toBe(0);
    server.signal('SIGCONT');
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});
