import { fromStoredJson, toStoredJson } from '../../common/stored-json.ts';
import type { CacheEntry, CacheStore } from '../../ports/cache-store.ts';
import { closedError } from '../common/store-error.ts';

interface KeptEntry extends Omit<CacheEntry, 'value'> {
  /** As text, like every other store: what is read back is never what was handed in. */
  readonly text: string;
}

export class MemoryCacheStore implements CacheStore {
  readonly #entries = new Map<string, KeptEntry>();
  #isOpen = true;

  async find(key: string, now: number): Promise<CacheEntry | undefined> {
    this.#mustBeOpen();
    const found = this.#entries.get(key);
    if (!found || isOver(found, now)) return undefined;
    const { text, keptAt, expiresAt } = found;
    return { value: fromStoredJson(text), keptAt, expiresAt };
  }

  async keep(key: string, { value, keptAt, expiresAt }: CacheEntry): Promise<void> {
    this.#mustBeOpen();
    for (const [other, entry] of this.#entries) if (isOver(entry, keptAt)) this.#entries.delete(other);
    this.#entries.set(key, { text: toStoredJson(value), keptAt, expiresAt });
  }

  close(): void {
    this.#isOpen = false;
    this.#entries.clear();
  }

  #mustBeOpen(): void {
    if (!this.#isOpen) throw closedError('the cache');
  }
}

const isOver = ({ expiresAt }: Pick<CacheEntry, 'expiresAt'>, now: number): boolean =>
  expiresAt !== undefined && expiresAt <= now;
