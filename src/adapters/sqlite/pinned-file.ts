import { statSync } from 'node:fs';
import { StoreError } from '../common/store-error.ts';

/**
 * A file that is open, and the name it was opened by. If the file is deleted or moved, the process goes on writing
 * to it as if nothing had happened, and all of that is gone when it ends.
 */
export class PinnedFile {
  readonly #path: string;
  readonly #id: string;

  /** It is the one that stands there now. */
  constructor(path: string) {
    this.#path = path;
    this.#id = idOf(path);
  }

  /** Throws if the file does not stand in its place any more. */
  requireInPlace(): void {
    if (idOf(this.#path) === this.#id) return;
    throw new StoreError(
      'store_moved',
      `${this.#path} was deleted or moved while it was in use: what is written now would be lost. ` +
        'Put it back, or stop this process and restore the directory from a backup',
    );
  }
}

/** Empty if there is no such file. */
function idOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : '';
}
