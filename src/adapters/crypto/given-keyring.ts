import type { FileKeyring } from './file-keyring.ts';
import type { Key } from './key.ts';
import type { Keyring } from './keyring.ts';

/** Keys that whoever runs noetl gives it, beside those in the file: what either sealed can be opened. */
export class GivenKeyring implements Keyring {
  /** Undefined: the newest of the file seals. */
  readonly #current: Key | undefined;
  readonly #given: readonly Key[];
  readonly #file: FileKeyring;

  constructor(current: Key | undefined, older: readonly Key[], file: FileKeyring) {
    this.#current = current;
    this.#given = current ? [current, ...older] : older;
    this.#file = file;
  }

  current(): Key {
    return this.#current ?? this.#file.current();
  }

  find(id: string): Key | undefined {
    return this.#given.find(key => key.id === id) ?? this.#file.find(id);
  }

  ids(): readonly string[] {
    const given = this.#given.map(({ id }) => id);
    return this.#current ? [...given, ...this.#file.ids()] : [...this.#file.ids(), ...given];
  }

  /** A current one that was given is the new one. */
  rotate(): void {
    if (!this.#current) this.#file.rotate();
  }

  forgetOlder(): void {
    if (this.#current) this.#file.remove();
    else this.#file.forgetOlder();
  }
}
