import { availableParallelism } from 'node:os';

/** A process or thread that runs one call at a time. */
export interface Runner {
  /** Calls with the same key can share a runner. */
  readonly key: string;
  readonly ended: boolean;
  /** At once, whatever it is doing. */
  kill(): Promise<unknown>;
  /** When it is idle: it may clean up. */
  end(): Promise<unknown>;
}

export interface PoolLimits {
  /** Runners at the same time; further calls wait their turn. */
  readonly max: number;
  /** Idle runners that are kept for good; others as long as they are used now and then. */
  readonly warm: number;
}

/** Calls back later, unless what it returned was called before. */
export type Later = (rings: () => void) => () => void;

/** Milliseconds after which it is looked for runners that nobody has used meanwhile. */
const LINGER = 2000;

const afterLinger: Later = rings => {
  // Nothing that is idle keeps a process from ending.
  const timer = setTimeout(rings, LINGER).unref();
  return () => clearTimeout(timer);
};

/** Many steps wait for a network more than they compute, so there may be more of them than cores. */
export function defaultLimits(): PoolLimits {
  const cores = availableParallelism();
  return { max: Math.max(8, 4 * cores), warm: Math.max(2, cores) };
}

interface Waiter<R> {
  readonly key: string;
  readonly fresh: boolean;
  readonly give: (runner: R) => void;
  readonly refuse: (reason: unknown) => void;
}

interface Idle<R> {
  readonly runner: R;
  /** The round in which it was put aside. */
  readonly since: number;
}

/**
 * Runners that are kept warm. The calls of a parallel loop come in waves, so those beyond the warm ones are ended
 * only when they were idle for a whole round: to start one costs as much as a hundred calls. A call gets an idle one of its key, or a new one if there is room, or the
 * place of an idle one of another key; otherwise it waits, first come first served.
 */
export class WarmPool<R extends Runner> {
  readonly #limits: PoolLimits;
  readonly #start: (key: string) => R;
  readonly #later: Later;
  readonly #busy = new Set<R>();
  #idle: Idle<R>[] = [];
  #waiting: Waiter<R>[] = [];
  #closed = false;
  #round = 0;
  #stopTimer: (() => void) | undefined;

  constructor(limits: PoolLimits, start: (key: string) => R, later: Later = afterLinger) {
    this.#limits = limits;
    this.#start = start;
    this.#later = later;
  }

  /** `fresh`: one that no call has used. Rejects with the signal's reason if that is aborted first. */
  acquire(key: string, fresh: boolean, signal: AbortSignal): Promise<R> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (this.#closed) return reject(new Error('the pool is closed'));
      const abort = () => {
        this.#waiting = this.#waiting.filter(other => other !== waiter);
        reject(signal.reason);
      };
      const over = () => signal.removeEventListener('abort', abort);
      const waiter: Waiter<R> = {
        key,
        fresh,
        give(runner) {
          over();
          resolve(runner);
        },
        refuse(reason) {
          over();
          reject(reason);
        },
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.push(waiter);
      this.#serve();
    });
  }

  /** `worn`: it must not run another call. */
  release(runner: R, worn: boolean): void {
    this.#busy.delete(runner);
    if (runner.ended || worn || this.#closed) void runner.kill();
    else this.#idle.push({ runner, since: this.#round });
    this.#serve();
    this.#watch();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopTimer?.();
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(new Error('the pool was closed'));
    const idle = this.#idle.splice(0);
    await Promise.all([
      ...idle.map(({ runner }) => runner.end()),
      ...[...this.#busy].map(runner => runner.kill()),
    ]);
  }

  /** Looks again after a while, as long as more are idle than are kept for good. */
  #watch(): void {
    if (this.#stopTimer || this.#idle.length <= this.#limits.warm) return;
    this.#stopTimer = this.#later(() => {
      this.#stopTimer = undefined;
      this.#round++;
      this.#endUnused();
      this.#watch();
    });
  }

  /** The first are those that were put aside first, and not used since. */
  #endUnused(): void {
    while (this.#idle.length > this.#limits.warm && this.#idle[0]!.since < this.#round - 1)
      void this.#idle.shift()?.runner.end();
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      const runner = this.#take(this.#waiting[0]!);
      if (!runner) return;
      this.#busy.add(runner);
      this.#waiting.shift()?.give(runner);
    }
  }

  #take({ key, fresh }: Waiter<R>): R | undefined {
    this.#idle = this.#idle.filter(({ runner }) => !runner.ended);
    // The one used last: its memory is still in the caches, and the others can be given up.
    const at = fresh ? -1 : this.#idle.findLastIndex(({ runner }) => runner.key === key);
    if (at >= 0) return this.#idle.splice(at, 1)[0]?.runner;
    if (this.#busy.size + this.#idle.length >= this.#limits.max) {
      if (this.#idle.length === 0) return undefined;
      void this.#idle.shift()?.runner.end();
    }
    return this.#start(key);
  }
}
