import { type Deferred, deferred } from '../../common/deferred.ts';
import {
  addOmitted,
  cutLongLines,
  NOTHING_OMITTED,
  type Omitted,
  omissionNotice,
} from '../../ports/log-lines.ts';
import type { LogAddress, LogLine, LogStore, PlacedLine } from '../../ports/log-store.ts';
import type { Ask } from './ask.ts';

/** Lines of one attempt that go to the holder together. */
interface Batch {
  readonly address: LogAddress;
  readonly lines: LogLine[];
  bytes: number;
}

/** Done when as many lines as there were then can be read. */
interface Flush extends Deferred<void> {
  readonly upTo: number;
}

/** What had to be dropped of an attempt since anything of it was kept. */
interface Dropped {
  readonly address: LogAddress;
  readonly what: Omitted;
  /** Of the last line. */
  readonly at: number;
}

/** Of one message: characters may take six times as much in it, and it may not be larger than 8 MiB. */
const BATCH_BYTES = 1 << 20;

/** What may wait to be sent. Beyond it lines are dropped and counted. */
const MAX_WAITING_BYTES = 64 << 20;

/** What a line takes besides its text. */
const LINE_OVERHEAD = 32;

/**
 * What commands print, read here and written by the holder. Lines wait in memory while those before them are
 * on their way: many lines, one message, and those of one attempt in their order. Nothing here throws at a
 * command: lines that cannot be sent are counted in `lost`, and a notice stands in their place if there is
 * anything to stand in. If a holder dies just when it has taken lines, the next is sent them again.
 */
export class HeldLogStore implements LogStore {
  readonly #reading: LogStore;
  readonly #ask: Ask;
  readonly #maxWaiting: number;
  #queue: (Batch | Flush)[] = [];
  /** Of the queue: the last batch of each attempt, as long as it has room. */
  readonly #open = new Map<string, Batch>();
  /** Attempts whose lines had to be dropped, and nothing said so yet. */
  readonly #dropped = new Map<string, Dropped>();
  #waitingBytes = 0;
  /** Lines so far, and how many of them can be read. */
  #written = 0;
  #flushed = 0;
  #isSending = false;
  #lost: Omitted = NOTHING_OMITTED;

  constructor(reading: LogStore, ask: Ask, maxWaiting = MAX_WAITING_BYTES) {
    this.#reading = reading;
    this.#ask = ask;
    this.#maxWaiting = maxWaiting;
  }

  /** Lines of which nothing is kept: they came faster than they could be sent, or were refused. */
  get lost(): Omitted {
    return this.#lost;
  }

  write(address: LogAddress, lines: readonly LogLine[]): void {
    const key = JSON.stringify([address.executionId, address.commandId, address.attempt]);
    for (const line of cutLongLines(lines)) this.#add(key, address, line);
    this.#send();
  }

  read(wanted: Parameters<LogStore['read']>[0]): Promise<readonly (LogAddress & LogLine)[]> {
    return this.#reading.read(wanted);
  }

  readAfter(executionId: string, place: number, limit: number): Promise<readonly PlacedLine[]> {
    return this.#reading.readAfter(executionId, place, limit);
  }

  readBefore(executionId: string, place: number | undefined, limit: number): Promise<readonly PlacedLine[]> {
    return this.#reading.readBefore(executionId, place, limit);
  }

  /** Has its place in the queue: what is written later is not waited for. */
  flush(): Promise<void> {
    // Most commands print nothing, and every one is flushed when it ends.
    if (this.#flushed === this.#written) return Promise.resolve();
    const flush = { ...deferred<void>(), upTo: this.#written };
    this.#open.clear();
    this.#queue.push(flush);
    this.#send();
    return flush.promise;
  }

  #add(key: string, address: LogAddress, line: LogLine): void {
    const bytes = sizeOf(line);
    if (this.#waitingBytes + bytes > this.#maxWaiting) return this.#drop(key, address, line.at, bytes);
    this.#tellDropped(key);
    this.#append(key, address, line, bytes);
  }

  #append(key: string, { executionId, commandId, attempt }: LogAddress, line: LogLine, bytes: number): void {
    let batch = this.#open.get(key);
    if (!batch || batch.bytes + bytes > BATCH_BYTES) {
      batch = { address: { executionId, commandId, attempt }, lines: [], bytes: 0 };
      this.#open.set(key, batch);
      this.#queue.push(batch);
    }
    this.#written += 1;
    batch.lines.push(line);
    batch.bytes += bytes;
    this.#waitingBytes += bytes;
  }

  #drop(key: string, address: LogAddress, at: number, bytes: number): void {
    const before = this.#dropped.get(key)?.what ?? NOTHING_OMITTED;
    this.#dropped.set(key, { address, at, what: addOmitted(before, { lines: 1, bytes }) });
    this.#lost = addOmitted(this.#lost, { lines: 1, bytes });
  }

  #tellDropped(key: string): void {
    const dropped = this.#dropped.get(key);
    if (!dropped) return;
    this.#dropped.delete(key);
    const notice = omissionNotice(dropped.what, dropped.at);
    this.#append(key, dropped.address, notice, sizeOf(notice));
  }

  #send(): void {
    if (this.#isSending || this.#queue.length === 0) return;
    this.#isSending = true;
    void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    while (this.#queue.length > 0) {
      // What is printed in the same turn of the event loop goes together.
      await new Promise(resolve => setImmediate(resolve));
      const round = this.#queue;
      this.#queue = [];
      this.#open.clear();
      for (const entry of round) await ('lines' in entry ? this.#sendBatch(entry) : this.#sendFlush(entry));
      if (this.#queue.length === 0) for (const key of this.#dropped.keys()) this.#tellDropped(key);
    }
    this.#isSending = false;
  }

  async #sendBatch({ address, lines, bytes }: Batch): Promise<void> {
    try {
      await this.#ask({ do: 'write_log', ...address, lines });
    } catch {
      // Whatever it is, the command whose lines these are did nothing wrong.
      this.#lost = addOmitted(this.#lost, { lines: lines.length, bytes });
    }
    this.#waitingBytes -= bytes;
  }

  async #sendFlush({ upTo, resolve, reject }: Flush): Promise<void> {
    try {
      await this.#ask({ do: 'flush_logs' });
      this.#flushed = upTo;
      resolve();
    } catch (error) {
      reject(error);
    }
  }
}

const sizeOf = ({ text }: LogLine): number => Buffer.byteLength(text) + LINE_OVERHEAD;
