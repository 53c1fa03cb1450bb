import type { PlainMapping } from '../../common/plain-value.ts';
import type { Event, EventType, IterationsSettled } from '../event.ts';
import { EVENT_FIELDS } from './event-fields.ts';
import { canonicalName } from './event-names.ts';
import { readFields } from './field.ts';
import { FieldError } from './format-error.ts';
import { at, readTime } from './plain.ts';
import { number, optional, text } from './shape.ts';

/** A row of ours, read: the event, or one part of an event that several rows show. */
export interface DecodedRow {
  readonly event: Event;
  readonly part: { readonly at: number; readonly of: number } | undefined;
}

/** Undefined if the row is of a type that this version does not know. */
export function decodeRow(row: PlainMapping): DecodedRow | undefined {
  const type = typeOf(row);
  if (!type) return undefined;
  const part = partOf(row);
  const rowId = text.read(at(row, 'event_id'), 'event_id');
  const id = part ? rowId.slice(0, rowId.lastIndexOf('.')) : rowId;
  const time = readTime(at(row, 'created_at'), 'created_at');
  if (time === undefined) throw new FieldError('created_at', 'is missing');
  const fields = readFields(EVENT_FIELDS[type], row);
  const event = { id, at: time, type, ...fields } as unknown as Event;
  return { event: withoutIteration(event, row), part };
}

/** What came from outside in its sender's own words has a name that is nobody else's. */
function typeOf(row: PlainMapping): EventType | undefined {
  const name = canonicalName(text.read(at(row, 'event_type'), 'event_type'));
  return name ?? (at(row, 'node_type') === 'external' ? 'event.received' : undefined);
}

function partOf(row: PlainMapping): DecodedRow['part'] {
  const place = optional(number).read(at(row, 'meta', 'part', 'at'), 'meta.part.at');
  if (place === undefined) return undefined;
  return { at: place, of: number.read(at(row, 'meta', 'part', 'of'), 'meta.part.of') };
}

/** A row of a window names its own iteration's command; the event names what they have in common. */
function withoutIteration(event: Event, row: PlainMapping): Event {
  if (event.type !== 'command.issued' || !event.window) return event;
  const suffix = `:i${String(at(row, 'meta', 'iteration_index'))}`;
  const { commandId } = event;
  return commandId.endsWith(suffix) ? { ...event, commandId: commandId.slice(0, -suffix.length) } : event;
}

/** Puts the parts of an event together, which stand one after the other. */
export function joinParts(parts: readonly DecodedRow[]): Event {
  const [first] = parts as [DecodedRow, ...DecodedRow[]];
  const isWhole = parts.length === first.part?.of && parts.every(({ part }, place) => part?.at === place);
  if (!isWhole) {
    throw new FieldError(
      'meta.part',
      `names ${first.part?.of} rows of event ${first.event.id}; not all of them are here, in order`,
    );
  }
  if (!isSettlement(first.event)) return first.event;
  return {
    ...first.event,
    settled: parts.flatMap(({ event }) => (isSettlement(event) ? event.settled : [])),
  };
}

const isSettlement = (event: Event): event is IterationsSettled =>
  event.type === 'iteration_completed' || event.type === 'iteration_failed';
