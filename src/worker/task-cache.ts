import { deferred } from '../common/deferred.ts';
import type { PlainValue } from '../common/plain-value.ts';
import type { CacheEntry, CacheStore } from '../ports/cache-store.ts';
import type { Clock } from '../ports/clock.ts';

/** The right, and the duty, to find out what belongs under a key while everybody else waits. */
export interface Ticket {
  /** Remembers the value, for `ttl` milliseconds or for ever. */
  keep(value: PlainValue, ttl: number | undefined): Promise<void>;
  /** Lets the next one have its turn. Every ticket ends here; ending it twice is no error. */
  end(): void;
}

export type Entered =
  | { readonly kind: 'hit'; readonly entry: CacheEntry }
  | { readonly kind: 'miss'; readonly ticket: Ticket }
  /** The wait for another one was cut short. */
  | { readonly kind: 'stopped' };

/**
 * What tasks have come to, by key. In one process a key is worked on by one at a time: whoever asks
 * meanwhile waits, and finds the value, or takes its turn if there is none.
 */
export class TaskCache {
  readonly #store: CacheStore;
  readonly #clock: Clock;
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(store: CacheStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** `afresh`: whatever is remembered does not count. */
  async enter(key: string, afresh: boolean, signal: AbortSignal): Promise<Entered> {
    for (let other = this.#underWay.get(key); other; other = this.#underWay.get(key)) {
      await untilStopped(other, signal);
      if (signal.aborted) return { kind: 'stopped' };
    }
    const ticket = this.#ticket(key);
    try {
      const entry = afresh ? undefined : await this.#store.find(key, this.#clock.now());
      if (!entry) return { kind: 'miss', ticket };
      ticket.end();
      return { kind: 'hit', entry };
    } catch (error) {
      ticket.end();
      throw error;
    }
  }

  #ticket(key: string): Ticket {
    const { promise, resolve } = deferred<void>();
    this.#underWay.set(key, promise);
    return {
      keep: (value, ttl) => {
        const keptAt = this.#clock.now();
        return this.#store.keep(key, {
          value,
          keptAt,
          expiresAt: ttl === undefined ? undefined : keptAt + ttl,
        });
      },
      end: () => {
        if (this.#underWay.get(key) === promise) this.#underWay.delete(key);
        resolve();
      },
    };
  }
}

function untilStopped(other: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const { promise, resolve } = deferred<void>();
  const stop = () => resolve();
  signal.addEventListener('abort', stop, { once: true });
  void other.then(stop);
  return promise.finally(() => signal.removeEventListener('abort', stop));
}
