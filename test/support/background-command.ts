import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { CLI } from './run-command.ts';

/** A `noetl` process that runs beside the test, until it ends by itself or the test does. */
export class BackgroundCommand {
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Set<() => void>();
  out = '';
  err = '';
  #hasEnded = false;

  constructor(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(process.execPath, [CLI, ...args], {
      cwd,
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined, ...env },
    });
    this.#child.stdout.on('data', chunk => {
      this.out += chunk;
    });
    this.#child.stderr.on('data', chunk => {
      this.err += chunk;
      for (const look of this.#waiting) look();
    });
    this.ended = new Promise(resolve => {
      this.#child.on('close', code => {
        this.#hasEnded = true;
        for (const look of this.#waiting) look();
        resolve(code);
      });
    });
    onTestFinished(async () => {
      this.#child.kill('SIGKILL');
      await this.ended;
    });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Resolves when it has said something like this on standard error. */
  says(pattern: RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (pattern.test(this.err)) resolve();
        else if (this.#hasEnded) reject(new Error(`it ended without ${pattern}:\n${this.err}`));
        else return;
        this.#waiting.delete(look);
      };
      this.#waiting.add(look);
      look();
    });
  }
}
