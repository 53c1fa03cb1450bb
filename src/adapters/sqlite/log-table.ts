import { addOmitted, type Omitted, omissionNotice } from '../../ports/log-lines.ts';
import type { LogAddress, LogLine } from '../../ports/log-store.ts';
import { parseId } from '../common/execution-id.ts';
import type { LogBuffer } from '../common/log-buffer.ts';
import { HALF_OF_LOG } from '../common/log-lines.ts';
import { columnText } from './column-text.ts';
import { type Connection, type SqlCell, toNumber, toText } from './connection.ts';
import { type LogChunk, readChunk, splitIntoChunks, splitOff } from './log-chunks.ts';
import * as sql from './sql/logs.ts';

/** A log as its row describes it. */
interface LogRow {
  readonly id: SqlCell;
  headBytes: number;
  tailBytes: number;
  omitted: Omitted;
}

/** The rows of logs: head, tail, and how much is missing between them. Calls within a transaction. */
export class LogTable {
  readonly #ensure;
  readonly #find;
  readonly #update;
  readonly #insertChunk;
  readonly #oldestTailChunk;
  readonly #deleteChunk;
  readonly #readLogs;
  readonly #readChunks;
  readonly #lastChunk;
  /** Numbers are never given twice while this process runs: who follows a log has read up to one of them. */
  #nextChunk: number | undefined;

  constructor(connection: Connection) {
    this.#ensure = connection.prepare(sql.ENSURE_LOG);
    this.#find = connection.prepare(sql.FIND_LOG);
    this.#update = connection.prepare(sql.UPDATE_LOG);
    this.#insertChunk = connection.prepare(sql.INSERT_LOG_CHUNK);
    this.#oldestTailChunk = connection.prepare(sql.OLDEST_TAIL_CHUNK);
    this.#deleteChunk = connection.prepare(sql.DELETE_LOG_CHUNK);
    this.#readLogs = connection.prepare(sql.READ_LOGS);
    this.#readChunks = connection.prepare(sql.READ_LOG_CHUNKS);
    this.#lastChunk = connection.prepare(sql.LAST_CHUNK);
  }

  append(address: LogAddress, buffer: LogBuffer): void {
    const log = this.#open(address);
    const hasTail = log.tailBytes > 0 || log.omitted.lines > 0;
    const [head, rest] = splitOff(buffer.head, hasTail ? 0 : HALF_OF_LOG - log.headBytes);
    for (const chunk of splitIntoChunks(head)) {
      this.#insert(log, chunk, false);
      log.headBytes += chunk.bytes;
    }
    this.#appendTail(log, rest);
    if (buffer.omitted.lines > 0) {
      // The gap lies behind everything so far: what stands before it is no end of the log.
      this.#trimTail(log, 0);
      log.omitted = addOmitted(log.omitted, buffer.omitted);
    }
    this.#appendTail(log, buffer.tail);
    this.#trimTail(log, HALF_OF_LOG);
    const { id, headBytes, tailBytes, omitted } = log;
    this.#update.run(id, headBytes, tailBytes, omitted.lines, omitted.bytes, buffer.writtenAt ?? null);
  }

  read({
    executionId,
    commandId,
    attempt,
  }: Partial<LogAddress> & Pick<LogAddress, 'executionId'>): readonly (LogAddress & LogLine)[] {
    const id = parseId(executionId);
    if (id === undefined) return [];
    const wanted = commandId === undefined ? null : columnText.write(commandId);
    return this.#readLogs.all(id, wanted, attempt ?? null).flatMap(([log, command, of, lines, bytes]) => {
      const address = {
        executionId,
        commandId: columnText.read(toText(command)),
        attempt: toNumber(of),
      };
      const omitted = { lines: toNumber(lines), bytes: toNumber(bytes) };
      return this.#linesOf(log as SqlCell, omitted).map(line => ({ ...address, ...line }));
    });
  }

  #linesOf(log: SqlCell, omitted: Omitted): readonly LogLine[] {
    const head: LogLine[] = [];
    const tail: LogLine[] = [];
    for (const [isTail, text] of this.#readChunks.all(log)) {
      (toNumber(isTail) === 1 ? tail : head).push(...readChunk(text));
    }
    const notice = omitted.lines === 0 ? [] : [omissionNotice(omitted, tail[0]?.at ?? 0)];
    return [...head, ...notice, ...tail];
  }

  #open({ executionId, commandId, attempt }: LogAddress): LogRow {
    const address = [parseId(executionId) ?? null, columnText.write(commandId), attempt] as const;
    this.#ensure.run(...address);
    const [id = null, headBytes, tailBytes, lines, bytes] = this.#find.get(...address) ?? [];
    return {
      id,
      headBytes: toNumber(headBytes),
      tailBytes: toNumber(tailBytes),
      omitted: { lines: toNumber(lines), bytes: toNumber(bytes) },
    };
  }

  #appendTail(log: LogRow, lines: readonly LogLine[]): void {
    for (const chunk of splitIntoChunks(lines)) {
      this.#insert(log, chunk, true);
      log.tailBytes += chunk.bytes;
    }
  }

  #trimTail(log: LogRow, limit: number): void {
    while (log.tailBytes > limit) {
      const [chunk = null, lines, size] = this.#oldestTailChunk.get(log.id) ?? [];
      const bytes = toNumber(size);
      this.#deleteChunk.run(chunk);
      log.tailBytes -= bytes;
      log.omitted = addOmitted(log.omitted, { lines: toNumber(lines), bytes });
    }
  }

  #insert({ id }: LogRow, { lines, bytes }: LogChunk, isTail: boolean): void {
    const text = JSON.stringify(lines.map(({ at, stream, text: line }) => [at, stream, line]));
    const number = this.#nextChunk ?? toNumber(this.#lastChunk.get()?.[0]) + 1;
    this.#nextChunk = number + 1;
    this.#insertChunk.run(id, isTail ? 1 : 0, lines.length, bytes, text, number);
  }
}
