import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { Event } from '../event.ts';
import { EVENT_FIELDS } from './event-fields.ts';
import { emptyColumns, writeFields } from './field.ts';
import { withStatus } from './result-shape.ts';
import type { EventRow } from './row.ts';
import { nodeTypeOf, statusOf } from './row-words.ts';
import { EVENT_VERSION } from './version.ts';

/**
 * The rows of an event: one, or one for each iteration it speaks of. Those share the event's id, with
 * their place behind a dot.
 */
export function encodeEvent(event: Event, executionId: string): EventRow[] {
  const parts = partsOf(event);
  return parts.map((part, place) => {
    const meta = { ...iterationOf(event, place), ...placeOf(place, parts.length) };
    const id = parts.length === 1 ? event.id : `${event.id}.${place}`;
    return encodePart(part, executionId, id, meta);
  });
}

const placeOf = (place: number, count: number): PlainMapping =>
  count === 1 ? NOTHING : mappingOf([['part', mappingOf(Object.entries({ at: place, of: count }))]]);

const NOTHING: PlainMapping = mappingOf([]);

function partsOf(event: Event): readonly Event[] {
  switch (event.type) {
    case 'iteration_completed':
    case 'iteration_failed':
      return event.settled.length < 2 ? [event] : event.settled.map(one => ({ ...event, settled: [one] }));
    case 'command.issued': {
      const size = event.window ? event.window.to - event.window.from : 1;
      return size < 2 ? [event] : Array.from({ length: size }, () => event);
    }
    default:
      return [event];
  }
}

/** The rows of a window name the command of their iteration. */
function iterationOf(event: Event, place: number): PlainMapping {
  if (event.type !== 'command.issued' || !event.window || event.window.to <= event.window.from)
    return NOTHING;
  const index = event.window.from + place;
  return mappingOf([
    ['iteration_index', index],
    ['command_id', `${event.commandId}:i${index}`],
  ]);
}

function encodePart(event: Event, executionId: string, id: string, moreMeta: PlainMapping): EventRow {
  const { columns, context, meta } = emptyColumns();
  writeFields(EVENT_FIELDS[event.type], event, { columns, context, meta });
  Object.assign(meta, moreMeta);
  for (const [key, value] of Object.entries(alsoShown(event))) context[key] = value;
  const status = statusOf(event);
  const name = columns.node_name;
  return {
    event_id: id,
    execution_id: executionId,
    event_type: event.type,
    ...(typeof name === 'string' ? { node_id: name } : {}),
    node_type: nodeTypeOf(event),
    status,
    ...columns,
    ...(columns.result === undefined ? {} : { result: withStatus(columns.result, status) }),
    ...(Object.keys(context).length === 0 ? {} : { context }),
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
    created_at: new Date(event.at).toISOString(),
    v: EVENT_VERSION,
  } as EventRow;
}

/** Under the names that older readers look for; ours do not read them back. */
function alsoShown(event: Event): Readonly<Record<string, PlainValue>> {
  switch (event.type) {
    case 'step.enter':
      return event.loop ? { iterations_expected: event.loop.total } : {};
    case 'step.skipped':
      return { reason: event.why.reason };
    case 'action_retry':
      return {
        retry_delay_seconds: event.delay / 1000,
        available_at: new Date(event.availableAt).toISOString(),
        will_retry: true,
      };
    default:
      return {};
  }
}
