import type { PlainValue } from '../../common/plain-value.ts';
import type { Event, SettledIteration } from '../event.ts';
import { type LoopAddress, loopUri, PART_LENGTH, parseLoopUri } from '../loop-uri.ts';
import type { Result } from '../result.ts';

export interface Values {
  /** The stored value at this address. */
  stored(uri: string): PlainValue;
  load(result: Result): PlainValue | undefined;
}

/**
 * Results of large loops as one turn sees them. They are collected from the log, and in the turn in which
 * a loop ends its last iterations are not there yet: those are taken from the turn itself.
 */
export class SettlingLoops {
  readonly #events: readonly Event[];
  readonly #values: Values;
  readonly #complete = new Map<string, readonly PlainValue[]>();

  constructor(events: readonly Event[], values: Values) {
    this.#events = events;
    this.#values = values;
  }

  /** All results at `uri`, or the part it names. */
  load(uri: string): PlainValue {
    const address = parseLoopUri(uri);
    const settled = address ? settledIn(this.#events, address) : [];
    if (!address || settled.length === 0) return this.#values.stored(uri);
    const all = this.#completed(loopUri(address.executionId, address), settled);
    if (address.part === undefined) return all;
    return all.slice(address.part * PART_LENGTH, (address.part + 1) * PART_LENGTH);
  }

  #completed(uri: string, settled: readonly SettledIteration[]): readonly PlainValue[] {
    const known = this.#complete.get(uri);
    if (known) return known;
    const all = [...(this.#values.stored(uri) as readonly PlainValue[])];
    for (const { index, result } of settled) all[index] = this.#values.load(result) ?? null;
    this.#complete.set(uri, all);
    return all;
  }
}

const settledIn = (events: readonly Event[], { step, run }: LoopAddress): SettledIteration[] =>
  events.flatMap(event =>
    event.type === 'iteration_completed' && event.step === step && event.run === run ? event.settled : [],
  );
