import type { CacheEntry, CacheStore } from '../../ports/cache-store.ts';
import type { Post } from './ask.ts';
import { sendValue } from './send-value.ts';

/** The cache, read here and written by the holder. */
export class HeldCacheStore implements CacheStore {
  readonly #reading: CacheStore;
  readonly #post: Post;

  constructor(reading: CacheStore, post: Post) {
    this.#reading = reading;
    this.#post = post;
  }

  find(key: string, now: number): Promise<CacheEntry | undefined> {
    return this.#reading.find(key, now);
  }

  async keep(key: string, { value, keptAt, expiresAt }: CacheEntry): Promise<void> {
    const times = expiresAt === undefined ? { keptAt } : { keptAt, expiresAt };
    await sendValue(this.#post, value, sent => ({ do: 'keep_cached', key, value: sent, ...times }));
  }
}
