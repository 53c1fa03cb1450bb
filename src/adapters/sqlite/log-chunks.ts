import type { LogLine } from '../../ports/log-store.ts';
import { sizeOf } from '../common/log-lines.ts';
import { type SqlCell, toText } from './connection.ts';

/** Lines of one row. */
export interface LogChunk {
  readonly lines: readonly LogLine[];
  readonly bytes: number;
}

/** Small, because the tail is shortened by whole chunks. */
const MAX_CHUNK_BYTES = 256 * 1024;

export function splitIntoChunks(lines: readonly LogLine[]): readonly LogChunk[] {
  const chunks: LogChunk[] = [];
  for (let rest = lines; rest.length > 0; ) {
    const [first, others, bytes] = splitOff(rest, MAX_CHUNK_BYTES);
    chunks.push({ lines: first, bytes });
    rest = others;
  }
  return chunks;
}

/** The lines from the front that fit, the others, and the size of the former. */
export function splitOff(
  lines: readonly LogLine[],
  room: number,
): readonly [LogLine[], readonly LogLine[], number] {
  let count = 0;
  let bytes = 0;
  for (const line of lines) {
    const more = sizeOf(line);
    if (bytes + more > room) break;
    bytes += more;
    count += 1;
  }
  return [lines.slice(0, count), lines.slice(count), bytes];
}

/** The lines of a row. */
export function readChunk(text: SqlCell | undefined): LogLine[] {
  const lines: readonly [number, LogLine['stream'], string][] = JSON.parse(toText(text));
  return lines.map(([at, stream, line]) => ({ at, stream, text: line }));
}
