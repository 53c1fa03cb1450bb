import { type Deferred, deferred } from '../common/deferred.ts';
import type { ResultRef } from '../core/result.ts';
import type { BodyFormat, ResultStore } from '../ports/result-store.ts';
import { shipmentLost } from './shipment-lost.ts';

interface Arrival {
  readonly bytes: Uint8Array;
  readonly taken: Deferred<void>;
}

/**
 * A body that another process sends, on its way into the store.
 *
 *     arriving ──end──▶ being published ──▶ stored
 *         └──abandon, or the store fails──▶ nothing of it is kept
 *
 * The store asks for the next piece when it is done with the last, and only then that one counts as taken: so
 * the store slows the sender down, and nothing piles up between them.
 */
export class IncomingBody {
  readonly #stored: Promise<ResultRef>;
  /** The first is with the store. */
  readonly #arrivals: Arrival[] = [];
  #format: BodyFormat | undefined;
  #abandoned = false;
  /** What the store throws is wrapped: it may be anything. */
  #failure: { readonly error: unknown } | undefined;
  #wake = (): void => {};

  constructor(results: Pick<ResultStore, 'write'>, executionId: string, name: string) {
    const format = () => this.#format ?? 'binary';
    this.#stored = results.write(executionId, name, { chunks: this.#chunks(), format });
    this.#stored.catch((error: unknown) => this.#fail(error));
  }

  /** Resolves when the store has taken it, or throws why it did not, or did not take one before. */
  async take(bytes: Uint8Array): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    const taken = deferred<void>();
    this.#arrivals.push({ bytes, taken });
    this.#wake();
    return taken.promise;
  }

  end(format: BodyFormat): Promise<ResultRef> {
    this.#format = format;
    this.#wake();
    return this.#stored;
  }

  /** Resolves when nothing of it is left. */
  async abandon(): Promise<void> {
    this.#abandoned = true;
    this.#wake();
    // That it is not stored is what was asked for; other failures were told to whoever sent it.
    await this.#stored.catch(() => {});
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      if (this.#abandoned) throw shipmentLost('body');
      const [next] = this.#arrivals;
      if (next) {
        yield next.bytes;
        this.#arrivals.shift()?.taken.resolve();
      } else if (this.#format !== undefined) return;
      else await this.#somethingNew();
    }
  }

  #somethingNew(): Promise<void> {
    return new Promise(resolve => {
      this.#wake = resolve;
    });
  }

  #fail(error: unknown): void {
    this.#failure = { error };
    for (const { taken } of this.#arrivals.splice(0)) taken.reject(error);
  }
}
