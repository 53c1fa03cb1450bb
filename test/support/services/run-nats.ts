import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { RunFolder } from './run-folder.ts';

export interface NatsServer {
  readonly host: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a NATS with JetStream on a port of its own choosing and waits until it says that it is ready. */
export async function runNats(command: string, run: RunFolder, id: number): Promise<NatsServer> {
  const store = join(run.path, `nats-${id}`);
  const child = spawn(command, ['--addr', '127.0.0.1', '--port', '-1', '--jetstream', '--store_dir', store], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await once(child, 'spawn');
  await run.remember(`nats-${id}`, child.pid ?? 0);
  const exited = once(child, 'exit');
  return {
    host: '127.0.0.1',
    port: await portWhenReady(child),
    async stop() {
      child.kill('SIGQUIT');
      await exited;
      await rm(store, { recursive: true, force: true });
    },
  };
}

/** The log names the port first and readiness last; a server that ends before that has said why. */
async function portWhenReady(child: ChildProcess): Promise<number> {
  const said: string[] = [];
  let port = 0;
  if (!child.stderr) throw new Error('nats-server was started without a pipe for its log');
  // Reading goes on after the return, so that the server never blocks on a full pipe.
  const lines = createInterface({ input: child.stderr });
  return new Promise((resolve, reject) => {
    lines.on('line', line => {
      if (said.length < 100) said.push(line);
      port = Number(/Listening for client connections on .*:(\d+)/.exec(line)?.[1] ?? port);
      if (line.includes('Server is ready')) resolve(port);
    });
    lines.on('close', () => reject(new Error(`nats-server ended:\n${said.join('\n')}`)));
  });
}
