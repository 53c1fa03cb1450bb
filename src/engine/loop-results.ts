import { LruMap } from '../common/lru.ts';
import type { PlainValue } from '../common/plain-value.ts';
import { type LoopAddress, loopUri, PART_LENGTH } from '../core/loop-uri.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { ResultStore } from '../ports/result-store.ts';
import { cached } from './cached.ts';
import { readLoop } from './loop-log.ts';
import { PartWriter } from './part-writer.ts';

/** Loops whose results were lately read, and parts of them that are kept. */
const CACHED_LOOPS = 32;
const CACHED_PARTS = 32;

type List = readonly PlainValue[];

/**
 * Results of large loops. They stand in the log; whoever wants all of them gets them from there. Single
 * ones are read from parts, which are made in one pass over the log when the first of them is asked for.
 */
export class LoopResults {
  readonly #stores: { readonly events: EventStore; readonly results: ResultStore };
  /** Weakly: shared by all who use a list at the same time, and gone when nobody does. */
  readonly #lists = new LruMap<string, WeakRef<List>>(CACHED_LOOPS);
  readonly #tables = new LruMap<string, Promise<readonly string[]>>(CACHED_LOOPS);
  readonly #parts = new LruMap<string, Promise<PlainValue | undefined>>(CACHED_PARTS);

  constructor(events: EventStore, results: ResultStore) {
    this.#stores = { events, results };
  }

  /** By index, null where an iteration failed or did not run. Undefined if there is no such loop. */
  async load(address: LoopAddress): Promise<PlainValue | undefined> {
    return address.part === undefined ? this.#list(address) : this.#part(address, address.part);
  }

  async #list(address: LoopAddress): Promise<List | undefined> {
    const uri = loopUri(address.executionId, address);
    const known = this.#lists.get(uri)?.deref();
    if (known) return known;
    let list: PlainValue[] | undefined;
    let isComplete = false;
    for await (const page of readLoop(this.#stores, address.executionId, address)) {
      for (const news of page) {
        if (news.kind === 'started') list = new Array<PlainValue>(news.total).fill(null);
        else if (news.kind === 'grown') while (list && list.length < news.total) list.push(null);
        else if (news.kind === 'ended') isComplete = true;
        else if (list) list[news.index] = news.data;
      }
    }
    if (list && isComplete) this.#lists.set(uri, new WeakRef(list));
    return list;
  }

  async #part(address: LoopAddress, part: number): Promise<PlainValue | undefined> {
    const uri = loopUri(address.executionId, address);
    const parts = await cached(this.#tables, uri, () => this.#makeParts(address));
    const place = parts[part];
    if (place === undefined) return undefined;
    return cached(this.#parts, place, () => this.#stores.results.get(place));
  }

  async #makeParts(address: LoopAddress): Promise<readonly string[]> {
    const { executionId, step, run } = address;
    const name = (part: number) => `${step}.${run}.results.${part}`;
    const writer = new PartWriter(PART_LENGTH, async (part, data) => {
      return (await this.#stores.results.put(executionId, name(part), data)).uri;
    });
    let isComplete = false;
    for await (const page of readLoop(this.#stores, executionId, address)) {
      for (const news of page) {
        if (news.kind === 'started' || news.kind === 'grown') writer.expect(news.total);
        else if (news.kind === 'ended') isComplete = true;
        else writer.add(news.index, news.data);
      }
      await writer.flush();
    }
    if (!isComplete) throw new Error(`the loop at ${loopUri(executionId, address)} has not ended yet`);
    return writer.finish();
  }
}
