import { type Deferred, deferred } from '../common/deferred.ts';
import type { Input } from '../core/decide/input.ts';

/** More than this is spread over several turns: each is one row of the log, and is decided in one go. */
const MAX_INPUTS = 1_000;

/** Inputs of one turn; settled when the turn is durable, or could not be taken. */
export interface Batch extends Pick<Deferred<void>, 'resolve' | 'reject'> {
  readonly inputs: readonly Input[];
}

interface OpenBatch extends Deferred<void> {
  readonly inputs: Input[];
}

/** What waits for the next turns of one execution, in order of arrival. */
export class Inbox {
  readonly #batches: OpenBatch[] = [];

  get hasInputs(): boolean {
    return this.#batches.length > 0;
  }

  /** Resolves when they are part of a durable turn. What is sent together stays together. */
  add(inputs: readonly Input[]): Promise<void> {
    const batch = this.#batchFor(inputs.length);
    for (const input of inputs) batch.inputs.push(input);
    return batch.promise;
  }

  #batchFor(count: number): OpenBatch {
    const last = this.#batches.at(-1);
    if (last && last.inputs.length + count <= MAX_INPUTS) return last;
    const opened = { inputs: [], ...deferred<void>() };
    this.#batches.push(opened);
    return opened;
  }

  /** Only if it has inputs. */
  take(): Batch {
    return this.#batches.shift() as Batch;
  }
}
