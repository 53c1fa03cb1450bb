import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openDataDirectoryForReading } from '../../src/adapters/sqlite/data-directory.ts';
import type { Event } from '../../src/core/event.ts';
import { BackgroundCommand } from './background-command.ts';
import { ServedDirectory } from './served-directory.ts';

/** A folder with playbooks, a server in the test's own process, and workers that are processes of their own. */
export class WithWorkers {
  readonly folder: string;
  served: ServedDirectory;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(folder: string, served: ServedDirectory, env: Readonly<Record<string, string>>) {
    this.folder = folder;
    this.served = served;
    this.#env = env;
  }

  static async open(
    playbooks: Readonly<Record<string, string>>,
    env: Readonly<Record<string, string>> = {},
  ): Promise<WithWorkers> {
    const folder = await mkdtemp(join(tmpdir(), 'noetl-worker-'));
    for (const [name, workflow] of Object.entries(playbooks))
      await writeFile(join(folder, `${name}.yaml`), playbookOf(name, workflow));
    const place = new WithWorkers(folder, await ServedDirectory.open(env, folder), env);
    onTestFinished(async () => {
      await place.served.close();
      await rm(folder, { recursive: true, force: true });
    });
    return place;
  }

  /** Another server takes the place of this one, in good order. */
  async restartServer(): Promise<void> {
    await this.served.close();
    this.served = await ServedDirectory.open(this.#env, this.folder);
  }

  /** A worker that has been seen to join. */
  async worker(...args: readonly string[]): Promise<BackgroundCommand> {
    const worker = this.background('worker', '--pool', 'gpu', ...args);
    await worker.says(/runs steps for process/);
    return worker;
  }

  background(...args: readonly string[]): BackgroundCommand {
    return new BackgroundCommand([...args, '--data-dir', this.served.dataDir], this.folder);
  }

  /** Runs a playbook of the folder on the server, to its end. */
  run(name: string, ...args: readonly string[]) {
    return this.served.here('run', join(this.folder, `${name}.yaml`), '-o', 'json', ...args);
  }

  /** Starts a registered playbook and does not wait for it: nobody takes it over when the server ends. */
  async start(path: string): Promise<string> {
    const answer = await fetch(`${this.served.url}/api/execute`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path }),
    });
    const { execution_id } = (await answer.json()) as { execution_id: string };
    return execution_id;
  }

  file(name: string): string {
    return join(this.folder, name);
  }

  /** The lines of a file that steps write to. */
  lines(name: string): readonly string[] {
    return existsSync(this.file(name)) ? readFileSync(this.file(name), 'utf8').trimEnd().split('\n') : [];
  }

  /** Resolves when the file has so many lines. */
  hasLines(name: string, count: number): Promise<void> {
    return expect.poll(() => this.lines(name).length, { timeout: 30_000, interval: 20 }).toBe(count);
  }

  async lastId(): Promise<string> {
    const [last] = JSON.parse((await this.served.here('executions', '-o', 'json')).out);
    return last.execution_id;
  }

  async events(executionId: string): Promise<readonly Event[]> {
    const stores = await openDataDirectoryForReading(this.served.dataDir);
    try {
      return (await stores.events.read(executionId)).flatMap(({ events }) => events);
    } finally {
      await stores.close();
    }
  }

  async types(executionId: string, part: string): Promise<readonly string[]> {
    return (await this.events(executionId)).map(({ type }) => type).filter(type => type.includes(part));
  }
}

export const playbookOf = (name: string, workflow: string): string =>
  `apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: ${name}, path: ${name} }\n${workflow}`;

/** Whether there is such a process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
