import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import { type DecodedRow, decodeRow, joinParts } from '../../core/codec/decode-rows.ts';
import { toPlain } from '../../core/codec/plain.ts';
import { upcast } from '../../core/codec/version.ts';
import type { Event } from '../../core/event.ts';

/** Makes events of the rows in which a server shows them; an event that has several is given with the last one. */
export class EventDecoder {
  #parts: DecodedRow[] = [];

  /** Undefined: its event goes on, or is of a type that is newer than this program. */
  take(shown: object): Event | undefined {
    const decoded = decodeRow(upcast(rowOf(shown)));
    if (!decoded) return undefined;
    if (!decoded.part) return decoded.event;
    this.#parts.push(decoded);
    if (this.#parts.length < decoded.part.of) return undefined;
    const parts = this.#parts;
    this.#parts = [];
    return joinParts(parts);
  }
}

/** Answers have null where a row has nothing. */
function rowOf(shown: object): PlainMapping {
  const row = toPlain(shown, '') as PlainMapping;
  const known = Object.entries(row).filter((entry): entry is [string, PlainValue] => entry[1] !== null);
  return Object.assign(Object.create(null), Object.fromEntries(known)) as PlainMapping;
}
