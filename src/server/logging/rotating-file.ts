import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs';

export interface RotationLimits {
  /** Of the file; a line may go beyond it. */
  readonly maxBytes: number;
  /** Older files: `.1` is the newest of them. */
  readonly kept: number;
}

export const ROTATION: RotationLimits = { maxBytes: 20 * 1024 * 1024, kept: 3 };

/**
 * A log file that is put aside when it is full: copied, then emptied. Emptied and not replaced, because standard
 * error of the process leads to the same file, and what a crash writes there has to be found where it is looked for.
 * Nothing here throws: a full disk costs lines of the log, which are counted and told, not the server.
 */
export class RotatingFile {
  readonly #path: string;
  readonly #limits: RotationLimits;
  readonly #file: number;
  #bytes: number;
  #lost = 0;

  /** Throws if the file cannot be opened. */
  constructor(path: string, limits: RotationLimits = ROTATION) {
    this.#path = path;
    this.#limits = limits;
    this.#file = openSync(path, 'a', 0o600);
    this.#bytes = fstatSync(this.#file).size;
  }

  /** Whole lines. */
  readonly write = (text: string): void => {
    if (this.#bytes >= this.#limits.maxBytes) this.#rotate();
    const told = this.#lost === 0 ? text : `${this.#notice()}${text}`;
    try {
      this.#bytes += writeSync(this.#file, told);
      this.#lost = 0;
    } catch {
      this.#lost += 1;
    }
  };

  close(): void {
    closeSync(this.#file);
  }

  /** Lines that could not be written since the last one that was. */
  get lost(): number {
    return this.#lost;
  }

  /** Copied first: where that is not possible, the older ones stay as they are. */
  #rotate(): void {
    try {
      const copy = `${this.#path}.new`;
      copyFileSync(this.#path, copy);
      for (let n = this.#limits.kept - 1; n >= 1; n--) {
        renameIfThere(`${this.#path}.${n}`, `${this.#path}.${n + 1}`);
      }
      renameSync(copy, `${this.#path}.1`);
      ftruncateSync(this.#file, 0);
    } catch {
      // Whatever it is, the next lines are worth more than the limit: it is tried again after as many.
    } finally {
      this.#bytes = 0;
    }
  }

  #notice(): string {
    const msg = `${this.#lost} lines of the log could not be written`;
    const time = new Date().toISOString();
    return `${JSON.stringify({ level: 'warn', time, component: 'server', msg })}\n`;
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
