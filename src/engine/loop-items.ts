import { LruMap } from '../common/lru.ts';
import { isMapping, mappingOf, type PlainValue } from '../common/plain-value.ts';
import type { Result, ResultRef } from '../core/result.ts';
import type { ResultStore } from '../ports/result-store.ts';
import { cached } from './cached.ts';

/** A chunk ends with whichever of these it reaches first. */
const MAX_CHUNK_ITEMS = 1_000;
const MAX_CHUNK_BYTES = 256 * 1024;
/** Chunks on their way to the store at the same time: they share commits. */
const CHUNKS_AT_ONCE = 16;
/** What is kept of all loops together, in chunks: a few megabytes at most. */
const CACHED_CHUNKS = 32;
const CACHED_TABLES = 32;

/**
 * L1: stores the items of a large loop in chunks, and a table that says which chunk begins where. The
 * reference to the table tells how many chunks there are; that of a list stored whole does not.
 */
export async function storeItems(
  results: ResultStore,
  executionId: string,
  name: string,
  items: readonly PlainValue[],
): Promise<ResultRef> {
  const starts = chunkStarts(items);
  const uris: string[] = [];
  for (let first = 0; first < starts.length; first += CHUNKS_AT_ONCE) {
    const batch = starts.slice(first, first + CHUNKS_AT_ONCE).map((start, i) => {
      const chunk = items.slice(start, starts[first + i + 1]);
      return results.put(executionId, `${name}.${first + i}`, chunk);
    });
    for (const { uri } of await Promise.all(batch)) uris.push(uri);
  }
  const table = mappingOf([
    ['starts', starts],
    ['uris', uris],
  ]);
  const ref = await results.put(executionId, name, table);
  return { ...ref, extracted: mappingOf([['chunks', uris.length]]) };
}

function chunkStarts(items: readonly PlainValue[]): number[] {
  const starts = [0];
  let start = 0;
  let bytes = 0;
  for (let index = 0; index < items.length; index++) {
    const more = encodedLength(items[index] as PlainValue);
    if (index > start && (index - start >= MAX_CHUNK_ITEMS || bytes + more > MAX_CHUNK_BYTES)) {
      starts.push(index);
      start = index;
      bytes = 0;
    }
    bytes += more;
  }
  return starts;
}

export const encodedLength = (value: PlainValue): number =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)).length;

interface ItemTable {
  readonly starts: readonly number[];
  readonly uris: readonly string[];
}

/** Looks up items of large loops when their iterations are handed out, and keeps the chunks in use. */
export class LoopItems {
  readonly #results: Pick<ResultStore, 'get'>;
  readonly #tables = new LruMap<string, Promise<ItemTable>>(CACHED_TABLES);
  readonly #chunks = new LruMap<string, Promise<readonly PlainValue[]>>(CACHED_CHUNKS);

  constructor(results: Pick<ResultStore, 'get'>) {
    this.#results = results;
  }

  /** Of the items of a loop run. Rejects if they cannot be read. */
  async item(items: Result, index: number): Promise<PlainValue> {
    if (items.kind === 'inline') return itemAt(items.data as readonly PlainValue[], index);
    if (items.kind !== 'stored') throw new Error('the loop has no items');
    const { uri, extracted } = items.ref;
    // Logs of earlier versions refer to the list itself.
    if (extracted.chunks === undefined) return itemAt(await this.#chunk(uri), index);
    const { starts, uris } = await this.#table(uri);
    const place = lastAtOrBelow(starts, index);
    return itemAt(await this.#chunk(uris[place] as string), index - (starts[place] as number));
  }

  #table(uri: string): Promise<ItemTable> {
    return cached(this.#tables, uri, async () => {
      const table = await this.#load(uri);
      if (isMapping(table)) return table as unknown as ItemTable;
      throw new Error(`the stored value ${uri} does not tell where the items of a loop are`);
    });
  }

  #chunk(uri: string): Promise<readonly PlainValue[]> {
    return cached(this.#chunks, uri, async () => (await this.#load(uri)) as readonly PlainValue[]);
  }

  async #load(uri: string): Promise<PlainValue> {
    const value = await this.#results.get(uri);
    if (value === undefined) throw new Error(`the stored value ${uri} is not available any more`);
    return value;
  }
}

function itemAt(items: readonly PlainValue[], index: number): PlainValue {
  return items[index] ?? null;
}

/** The last place whose number is not above `index`; the numbers ascend, and the first is 0. */
function lastAtOrBelow(starts: readonly number[], index: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}
