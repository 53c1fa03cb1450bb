import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { fileError } from '../common/file-error.ts';
import { type Key, makeKey, readKey, writeKey } from './key.ts';
import type { Keyring } from './keyring.ts';

const HEADER =
  '# Opens the credentials of this data directory, the newest key first. Whoever has it can read them.\n';

/**
 * Keys in a file that its owner alone can read, made when the first is needed. It is read when it is asked
 * and written by the process that holds the directory only.
 */
export class FileKeyring implements Keyring {
  readonly #path: string;
  readonly #header: string;

  /** `header` says in the file what the keys are for. */
  constructor(path: string, header = HEADER) {
    this.#path = path;
    this.#header = header;
  }

  current(): Key {
    const [newest] = this.#read();
    if (newest) return newest;
    const made = makeKey();
    this.#write([made]);
    return made;
  }

  find(id: string): Key | undefined {
    return this.#read().find(key => key.id === id);
  }

  ids(): readonly string[] {
    return this.#read().map(({ id }) => id);
  }

  rotate(): void {
    this.#write([makeKey(), ...this.#read()]);
  }

  forgetOlder(): void {
    this.#write(this.#read().slice(0, 1));
  }

  /** Everything is sealed with keys from elsewhere. */
  remove(): void {
    rmSync(this.#path, { force: true });
  }

  #read(): readonly Key[] {
    if (!existsSync(this.#path)) return [];
    return readFileSync(this.#path, 'utf8')
      .split('\n')
      .filter(line => line.trim() !== '' && !line.startsWith('#'))
      .map(line => readKey(line, `the key in ${this.#path}`));
  }

  /** Durable before anything is sealed with it, and whole at every moment: without it, all is lost. */
  #write(keys: readonly Key[]): void {
    const text = this.#header + keys.map(key => `${writeKey(key)}\n`).join('');
    const next = `${this.#path}.new`;
    try {
      rmSync(next, { force: true });
      writeFileSync(next, text, { mode: 0o600, flag: 'wx' });
      sync(next);
      renameSync(next, this.#path);
      sync(dirname(this.#path));
    } catch (error) {
      throw fileError(error, this.#path);
    }
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
