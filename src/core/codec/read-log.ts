import type { Event } from '../event.ts';
import { type DecodedRow, decodeRow, joinParts } from './decode-rows.ts';
import { inEvent } from './format-error.ts';
import { type Envelope, eventTypeOf, readEnvelope } from './older/envelope.ts';
import { lookAhead } from './older/outlook.ts';
import { type Aside, Reading } from './older/reading.ts';
import { translate } from './older/translate.ts';
import { toPlain } from './plain.ts';
import { isVersioned, upcast } from './version.ts';

export interface ReadOptions {
  /** Whose log it is; unless given, that of the first event which says so. */
  readonly executionId?: string;
  /** Steps that loop: their iterations may be logged as `<step>_iter_<n>`. */
  readonly loops?: Iterable<string>;
  /** Time of events that state none. */
  readonly at?: number;
  /** Takes the first of several events with one id, where ids are known to be unique. */
  readonly skipRepeatedIds?: boolean;
}

export interface Log {
  readonly events: readonly Event[];
  /** What changes nothing: unknown types, repeated reports, late ones. */
  readonly aside: readonly Aside[];
}

/**
 * Reads a log of either generation, or of both. Rows of ours are taken as they are. Events of older
 * engines know no runs: they are given the numbers of the runs they belong to, and what those engines left
 * unsaid (that a step was entered, that a run is over) is added. Throws an `EventFormatError` for
 * anything that is no event.
 */
export function readLog(raw: readonly unknown[], options: ReadOptions = {}): Log {
  const entries = readEntries(raw, options);
  const older = entries.flatMap(entry => ('envelope' in entry ? [entry.envelope] : []));
  const known = { executionId: options.executionId, loops: new Set(options.loops) };
  const reading = new Reading(lookAhead(older, known));
  const taken = options.skipRepeatedIds ? withoutRepeated(entries, reading) : entries;
  for (let index = 0; index < taken.length; index++) {
    const entry = taken[index] as Entry;
    if ('envelope' in entry) inEvent(entry, () => translate(reading, entry.envelope));
    else if (!entry.row) reading.setAside(entry, 'its type is unknown');
    else if (!entry.row.part) reading.observe(entry.row.event);
    else {
      const parts = partsFrom(taken, index);
      reading.observe(inEvent(entry, () => joinParts(parts)));
      index += parts.length - 1;
    }
  }
  return { events: reading.events, aside: reading.aside };
}

/** An event as it was found: of an older engine, or a row that states its version. */
type Entry = { readonly index: number; readonly eventType: string; readonly rowId: string } & (
  | { readonly envelope: Envelope }
  /** Undefined if the type is newer than this reader. */
  | { readonly row: DecodedRow | undefined }
);

function readEntries(raw: readonly unknown[], options: ReadOptions): Entry[] {
  let { executionId } = options;
  return raw.map((each, index) => {
    const eventType = eventTypeOf(each);
    return inEvent({ index, eventType }, (): Entry => {
      if (isVersioned(each)) {
        const lifted = upcast(toPlain(each, '') as typeof each);
        return { index, eventType: eventType ?? '', rowId: String(lifted.event_id), row: decodeRow(lifted) };
      }
      const envelope = readEnvelope(each, { index, executionId, at: options.at ?? 0 });
      executionId ??= envelope.executionId || undefined;
      return { index, eventType: envelope.eventType, rowId: envelope.id, envelope };
    });
  });
}

function withoutRepeated(entries: readonly Entry[], reading: Reading): Entry[] {
  const seen = new Set<string>();
  return entries.filter(entry => {
    const isNew = !seen.has(entry.rowId);
    if (!isNew) reading.setAside(entry, 'its id was read before');
    seen.add(entry.rowId);
    return isNew;
  });
}

/** The rows of one event from here on, as far as they follow one another. */
function partsFrom(entries: readonly Entry[], start: number): DecodedRow[] {
  const parts: DecodedRow[] = [];
  for (let index = start; index < entries.length; index++) {
    const entry = entries[index] as Entry;
    const row = 'row' in entry ? entry.row : undefined;
    const isNext =
      row?.part &&
      (parts.length === 0 || (row.event.id === parts[0]?.event.id && row.part.at === parts.length));
    if (!isNext) break;
    parts.push(row);
  }
  return parts;
}
