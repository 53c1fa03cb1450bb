import { EVENT_FIELDS } from '../../core/codec/event-fields.ts';
import { statusOf } from '../../core/codec/row-words.ts';
import type { Event, EventType } from '../../core/event.ts';

/** Whose status depends on what they say. */
const VARYING: readonly EventType[] = ['step.exit', 'event.received', 'report.received'];

const WORDS: ReadonlySet<string> = new Set([
  'STARTED',
  'PENDING',
  'CLAIMED',
  'RUNNING',
  'PAUSED',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'SKIPPED',
]);

/** The status of an event as a label: what others call theirs must not make new ones. */
export function statusLabel(event: Event): string {
  const status = statusOf(event);
  return WORDS.has(status) ? status : 'OTHER';
}

/** All names of events with the status they have. */
export function knownStatuses(): readonly (readonly [event_type: string, status: string])[] {
  const types = (Object.keys(EVENT_FIELDS) as EventType[]).filter(type => !VARYING.includes(type));
  return [
    ...types.map(type => [type, statusOf({ type } as Event)] as const),
    ['step.exit', 'COMPLETED'],
    ['step.exit', 'FAILED'],
  ];
}
