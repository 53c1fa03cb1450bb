import { randomBytes } from 'node:crypto';
import { appendFile, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execute } from './execute.ts';
import { freePort } from './free-port.ts';
import type { RunFolder } from './run-folder.ts';
import { type SystemUser, userForServers } from './user-for-servers.ts';

export interface PostgresServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

const PORT_ATTEMPTS = 5;

/** Starts a PostgreSQL of its own in the run's folder: nothing it writes needs to survive a power cut. */
export async function runPostgres(binDir: string, run: RunFolder): Promise<PostgresServer> {
  const owner = await userForServers();
  const home = join(run.path, 'postgres');
  const data = join(home, 'data');
  const password = randomBytes(12).toString('hex');
  await mkdir(home, { mode: 0o700 });
  await writeFile(join(home, 'password'), password);
  if (owner) await giveTo(owner, [home, join(home, 'password')]);

  const program = (name: string, ...args: string[]) =>
    execute(join(binDir, name), args, {
      cwd: home,
      env: { HOME: home, LC_ALL: 'C' },
      ...(owner ? { as: owner } : {}),
    });
  const secrets = ['--auth=scram-sha-256', `--pwfile=${join(home, 'password')}`];
  await program('initdb', '-D', data, '-U', 'noetl', '-E', 'UTF8', '--no-sync', ...secrets);
  const port = await startOnFreePort(data, home, program);
  await run.remember(
    'postgres',
    Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]),
  );
  return { host: '127.0.0.1', port, user: 'noetl', password };
}

type Program = (name: string, ...args: string[]) => Promise<string>;

/** Between finding a free port and using it somebody else may take it: then another one is tried. */
async function startOnFreePort(data: string, home: string, program: Program): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    await appendFile(join(data, 'postgresql.conf'), settings(port, home));
    try {
      await program('pg_ctl', '-D', data, '-l', join(home, 'log'), '-w', '-s', 'start');
      return port;
    } catch (error) {
      if (attempt === PORT_ATTEMPTS) {
        const log = await readFile(join(home, 'log'), 'utf8').catch(() => '(no log)');
        throw new Error(`PostgreSQL does not start:\n${log}`, { cause: error });
      }
    }
  }
}

function settings(port: number, home: string): string {
  return [
    '',
    `listen_addresses = '127.0.0.1'`,
    `port = ${port}`,
    `unix_socket_directories = '${home}'`,
    'fsync = off',
    'synchronous_commit = off',
    'full_page_writes = off',
    '',
  ].join('\n');
}

async function giveTo(owner: SystemUser, paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map(path => chown(path, owner.uid, owner.gid)));
}
