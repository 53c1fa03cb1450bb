import { omissionNotice } from '../../ports/log-lines.ts';
import type { PlacedLine } from '../../ports/log-store.ts';
import { parseId } from '../common/execution-id.ts';
import { columnText } from './column-text.ts';
import { type Connection, type SqlRow, toNumber, toText } from './connection.ts';
import { readChunk } from './log-chunks.ts';
import * as sql from './sql/logs.ts';

/**
 * Places are the number of the chunk and the place in it. A chunk has fewer lines than this; 0 is what was left
 * out before it.
 */
const PLACES = 16_384;

/** Chunks that are held at once. */
const PAGE = 8;

/** Reads what an execution printed from a place on, or back from it. */
export class FollowedLog {
  readonly #chunksFrom;
  readonly #chunksBack;

  constructor(connection: Connection) {
    this.#chunksFrom = connection.prepare(sql.READ_CHUNKS_FROM);
    this.#chunksBack = connection.prepare(sql.READ_CHUNKS_BACK);
  }

  readAfter(executionId: string, place: number, limit: number): readonly PlacedLine[] {
    const id = parseId(executionId);
    const found: PlacedLine[] = [];
    let chunk = Math.floor(place / PLACES);
    while (id !== undefined && found.length < limit) {
      const rows = this.#chunksFrom.all(id, chunk, PAGE);
      for (const row of rows) found.push(...linesOf(executionId, row).filter(line => line.place > place));
      if (rows.length < PAGE) break;
      chunk = toNumber(rows.at(-1)?.[0]) + 1;
    }
    return found.slice(0, limit);
  }

  readBefore(
    executionId: string,
    place: number | undefined = Number.MAX_SAFE_INTEGER,
    limit: number,
  ): readonly PlacedLine[] {
    const id = parseId(executionId);
    const found: PlacedLine[] = [];
    let chunk = Math.floor(place / PLACES);
    while (id !== undefined && found.length < limit) {
      const rows = this.#chunksBack.all(id, chunk, PAGE);
      for (const row of rows) {
        const lines = linesOf(executionId, row).filter(line => line.place < place);
        found.push(...lines.toReversed());
      }
      if (rows.length < PAGE) break;
      chunk = toNumber(rows.at(-1)?.[0]) - 1;
    }
    return found.slice(0, limit).reverse();
  }
}

function linesOf(executionId: string, row: SqlRow): readonly PlacedLine[] {
  const [chunk, command, attempt, text, omitted, bytes] = row;
  const address = { executionId, commandId: columnText.read(toText(command)), attempt: toNumber(attempt) };
  const start = toNumber(chunk) * PLACES;
  const lines = readChunk(text).map((line, index) => ({ ...address, ...line, place: start + index + 1 }));
  if (toNumber(omitted) === 0) return lines;
  const notice = omissionNotice({ lines: toNumber(omitted), bytes: toNumber(bytes) }, lines[0]?.at ?? 0);
  return [{ ...address, ...notice, place: start }, ...lines];
}
