import type { PlainMapping } from '../../common/plain-value.ts';
import type { Clock } from '../../ports/clock.ts';

/** A pool of workers that has said it is there. Times are milliseconds since 1970. */
export interface Pool {
  readonly name: string;
  readonly kind: string;
  readonly uri: string | undefined;
  readonly labels: PlainMapping;
  readonly capabilities: readonly string[];
  readonly capacity: number | undefined;
  readonly runtime: PlainMapping;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly heartbeat: number;
}

export type NewPool = Omit<Pool, 'createdAt' | 'updatedAt' | 'heartbeat'>;

/** Milliseconds without a heartbeat after which a pool counts as offline, unless the server was told otherwise. */
export const OFFLINE_AFTER = 60_000;
/** So many times as long, and it is forgotten. */
const GONE = 10;
/** Pools that are kept; one more than this is refused. */
const MOST_POOLS = 1000;

/** The kind of those that run commands. */
export const WORKER_POOL = 'worker_pool';

/** Pools of other processes. They register again when the server comes back, so memory is enough. */
export class Pools {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #offlineAfter: number;
  readonly #pools = new Map<string, Pool>();

  constructor(clock: Pick<Clock, 'now'>, offlineAfter = OFFLINE_AFTER) {
    this.#clock = clock;
    this.#offlineAfter = offlineAfter;
  }

  /** `recreated`: there was one by that name; `full`: there are too many. */
  register(pool: NewPool): 'ok' | 'recreated' | 'full' {
    this.#forgetGone();
    const now = this.#clock.now();
    const before = this.#pools.get(keyOf(pool));
    if (!before && this.#pools.size >= MOST_POOLS) return 'full';
    const createdAt = before?.createdAt ?? now;
    this.#pools.set(keyOf(pool), { ...pool, createdAt, updatedAt: now, heartbeat: now });
    return before ? 'recreated' : 'ok';
  }

  /** The time of it; undefined if the pool is not known. */
  beat(name: string, kind: string): number | undefined {
    const pool = this.#pools.get(keyOf({ name, kind }));
    if (!pool) return undefined;
    const heartbeat = this.#clock.now();
    this.#pools.set(keyOf(pool), { ...pool, heartbeat });
    return heartbeat;
  }

  deregister(name: string, kind: string): boolean {
    return this.#pools.delete(keyOf({ name, kind }));
  }

  list(): readonly Pool[] {
    this.#forgetGone();
    return [...this.#pools.values()];
  }

  /** Pools of workers that are there; the one of the server itself is not among them. */
  countReady(): number {
    return this.list().filter(pool => pool.kind === WORKER_POOL && !this.isOffline(pool)).length;
  }

  isOffline({ heartbeat }: Pool): boolean {
    return this.#clock.now() - heartbeat > this.#offlineAfter;
  }

  #forgetGone(): void {
    const latest = this.#clock.now() - GONE * this.#offlineAfter;
    for (const [key, { heartbeat }] of this.#pools) if (heartbeat < latest) this.#pools.delete(key);
  }
}

const keyOf = ({ kind, name }: { readonly kind: string; readonly name: string }): string =>
  `${kind}\n${name}`;

const all = new WeakMap<object, Pools>();

interface PoolServices {
  readonly engine: object;
  readonly clock: Pick<Clock, 'now'>;
  readonly offlineAfter?: number | undefined;
}

/** One for each server. */
export function poolsOf(services: PoolServices): Pools {
  const known = all.get(services.engine) ?? new Pools(services.clock, services.offlineAfter);
  all.set(services.engine, known);
  return known;
}
