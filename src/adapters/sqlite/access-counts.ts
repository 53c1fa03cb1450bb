import type { KeychainSummary } from '../../ports/keychain-store.ts';

/** How often something was read since it was last written down, and when last. */
export interface Accesses {
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Milliseconds for which accesses are gathered: each of them is not worth a commit. */
const GATHERING = 1000;

/** Accesses that are written down together, a second later or when the store is closed. */
export class AccessCounts {
  readonly #write: (counts: ReadonlyMap<string, Accesses>) => Promise<unknown>;
  #waiting = new Map<string, Accesses>();
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (counts: ReadonlyMap<string, Accesses>) => Promise<unknown>) {
    this.#write = write;
  }

  note(id: string, at: number): void {
    this.#waiting.set(id, { count: (this.#waiting.get(id)?.count ?? 0) + 1, at });
    this.#timer ??= setTimeout(() => void this.flush(), GATHERING).unref();
  }

  /** With what is not written down yet. */
  addTo<Summary extends KeychainSummary>(summary: Summary): Summary {
    const waiting = this.#waiting.get(summary.id);
    if (!waiting) return summary;
    return { ...summary, accessedAt: waiting.at, accessCount: summary.accessCount + waiting.count };
  }

  /** A count that cannot be written, for example where one only reads, is lost; it costs nobody anything. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = this.#waiting;
    this.#waiting = new Map();
    if (counts.size > 0) await this.#write(counts).catch(() => {});
  }
}
