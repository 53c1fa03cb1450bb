import { addOmitted, NOTHING_OMITTED, type Omitted } from '../../ports/log-lines.ts';
import type { LogAddress, LogLine, LogStore, PlacedLine } from '../../ports/log-store.ts';
import { parseId } from '../common/execution-id.ts';
import { LogBuffer } from '../common/log-buffer.ts';
import { HALF_OF_LOG, sizeOf } from '../common/log-lines.ts';
import { closedError } from '../common/store-error.ts';
import type { Connection } from './connection.ts';
import { FollowedLog } from './followed-log.ts';
import { LogTable } from './log-table.ts';

interface Pending {
  readonly address: LogAddress;
  readonly buffer: LogBuffer;
}

/** Milliseconds that lines are collected for: many lines, one transaction. */
const MIN_DELAY = 25;
const MAX_DELAY = 1_000;
/** Writing stops the process: after it the process has so many times as long for other things. */
const REST_PER_WRITE = 4;

/** What may wait to be written, over all commands. Beyond it everything is written at once. */
const MAX_PENDING_BYTES = 64 * 1024 * 1024;

/**
 * What commands printed, in SQLite. Lines wait in memory for a moment, at most the head and the tail of
 * each command, and are written together. Nothing here throws at a command: lines that cannot be written
 * are counted in `lost`.
 */
export class SqliteLogStore implements LogStore {
  readonly #connection: Connection;
  readonly #table: LogTable;
  readonly #followed: FollowedLog;
  #pending = new Map<string, Pending>();
  #pendingBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #delay = MIN_DELAY;
  #isOpen = true;
  #lost: Omitted = NOTHING_OMITTED;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#table = new LogTable(connection);
    this.#followed = new FollowedLog(connection);
  }

  /** Lines of which nothing is kept: the disk was full. */
  get lost(): Omitted {
    return this.#lost;
  }

  write(address: LogAddress, lines: readonly LogLine[]): void {
    if (lines.length === 0) return;
    const isKeepable = this.#isOpen && parseId(address.executionId) !== undefined;
    if (!isKeepable) return this.#lose(lines);
    if (this.#pendingBytes > MAX_PENDING_BYTES) this.#writePending();
    const { buffer } = this.#pendingOf(address);
    const before = buffer.bytes;
    buffer.push(lines);
    this.#pendingBytes += buffer.bytes - before;
    this.#timer ??= setTimeout(() => this.#writePending(), this.#delay);
  }

  async read(
    wanted: Pick<LogAddress, 'executionId'> & Partial<LogAddress>,
  ): Promise<readonly (LogAddress & LogLine)[]> {
    this.#mustBeOpen();
    return this.#table.read(wanted);
  }

  async readAfter(executionId: string, place: number, limit: number): Promise<readonly PlacedLine[]> {
    this.#mustBeOpen();
    return this.#followed.readAfter(executionId, place, limit);
  }

  async readBefore(
    executionId: string,
    place: number | undefined,
    limit: number,
  ): Promise<readonly PlacedLine[]> {
    this.#mustBeOpen();
    return this.#followed.readBefore(executionId, place, limit);
  }

  async flush(): Promise<void> {
    this.#mustBeOpen();
    this.#writePending();
  }

  close(): void {
    if (this.#isOpen) this.#writePending();
    this.#isOpen = false;
  }

  #pendingOf({ executionId, commandId, attempt }: LogAddress): Pending {
    // For every line: an id and a number hold no space, so what follows them can be anything.
    const key = `${executionId} ${attempt} ${commandId}`;
    const found = this.#pending.get(key);
    if (found) return found;
    const pending = {
      address: { executionId, commandId, attempt },
      buffer: new LogBuffer(HALF_OF_LOG),
    };
    this.#pending.set(key, pending);
    return pending;
  }

  #writePending(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    this.#pendingBytes = 0;
    if (pending.length === 0) return;
    const start = performance.now();
    try {
      this.#connection.transaction(() => {
        for (const { address, buffer } of pending) this.#table.append(address, buffer);
      });
    } catch {
      // Whatever it is, the command whose lines these are did nothing wrong.
      for (const { buffer } of pending) this.#lose([...buffer.head, ...buffer.tail]);
    }
    const took = performance.now() - start;
    this.#delay = Math.min(Math.max(REST_PER_WRITE * took, MIN_DELAY), MAX_DELAY);
  }

  #lose(lines: readonly LogLine[]): void {
    const bytes = lines.reduce((sum, line) => sum + sizeOf(line), 0);
    this.#lost = addOmitted(this.#lost, { lines: lines.length, bytes });
  }

  #mustBeOpen(): void {
    if (!this.#isOpen) throw closedError('the log store');
  }
}
