import { type Key, makeKey } from './key.ts';

/** The keys at hand. */
export interface Keyring {
  /** Seals what is written from now on; made if there is none. */
  current(): Key;
  find(id: string): Key | undefined;
  /** Ids of all, the current one first. */
  ids(): readonly string[];
  /** Has what is written from now on sealed with a new key, unless that one is given from outside. */
  rotate(): void;
  /** Nothing needs a key but the current one any more. */
  forgetOlder(): void;
}

/** Keys that last as long as the process. */
export class MemoryKeyring implements Keyring {
  #keys: readonly Key[] = [];

  current(): Key {
    if (this.#keys.length === 0) this.rotate();
    return this.#keys[0]!;
  }

  find(id: string): Key | undefined {
    return this.#keys.find(key => key.id === id);
  }

  ids(): readonly string[] {
    return this.#keys.map(({ id }) => id);
  }

  rotate(): void {
    this.#keys = [makeKey(), ...this.#keys];
  }

  forgetOlder(): void {
    this.#keys = this.#keys.slice(0, 1);
  }
}
