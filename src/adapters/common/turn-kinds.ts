import { countEvents } from '../../core/codec/count-events.ts';
import { shownName } from '../../core/codec/row-words.ts';
import type { Event } from '../../core/event.ts';
import type { EventFilter, TallyRange } from '../../ports/event-store.ts';

/** How many events of one name and one step a turn has, counted as they are shown. */
export type KindCount = readonly [type: string, step: string | null, rows: number];

/** What a turn has, so that those who look for something need not read all turns. */
export function kindsOf(events: readonly Event[]): readonly KindCount[] {
  const kinds = new Map<string, [string, string | null, number]>();
  for (const event of events) {
    const step = ('step' in event ? event.step : undefined) ?? null;
    const name = shownName(event);
    const key = `${name}\n${step ?? ''}`;
    const known = kinds.get(key);
    if (known) known[2] += countEvents([event]);
    else kinds.set(key, [name, step, countEvents([event])]);
  }
  return [...kinds.values()];
}

/** How many of them are wanted. */
export function rowsOf(kinds: readonly KindCount[], filter: EventFilter): number {
  let rows = 0;
  for (const [type, step, count] of kinds) if (isWanted(type, step, filter)) rows += count;
  return rows;
}

function isWanted(type: string, step: string | null, filter: EventFilter): boolean {
  if (filter.step !== undefined && filter.step !== step) return false;
  if (filter.type === undefined) return true;
  return 'is' in filter.type ? type === filter.type.is : type.startsWith(filter.type.startsWith);
}

/** Without brackets, so that those of several turns make one list. */
export const writeKinds = (events: readonly Event[]): string => JSON.stringify(kindsOf(events)).slice(1, -1);

/**
 * How many are wanted of those of several turns, joined by commas. Those of one name are found in the text: to
 * make data of all that is not wanted would take most of the time.
 */
export function rowsIn(text: string, filter: EventFilter): number {
  if (filter.type === undefined || !('is' in filter.type)) return rowsOf(JSON.parse(`[${text}]`), filter);
  // Within a text of JSON its quotes would be escaped, so this stands at the beginning of an entry only.
  const start = `[${quoted(filter.type.is)},`;
  const wanted = filter.step === undefined ? start : `${start}${quoted(filter.step)},`;
  let rows = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const number = filter.step === undefined ? afterStep(text, at + wanted.length) : at + wanted.length;
    rows += Number.parseInt(text.slice(number, number + 16), 10);
  }
  return rows;
}

/** The place behind a text or `null`, and its comma. */
function afterStep(text: string, start: number): number {
  if (text[start] !== '"') return text.indexOf(',', start) + 1;
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 2;
}

/**
 * Texts that stand in what is written of a turn if it has a wanted event; empty: in any. The converse does not
 * hold: a step may be called like an event.
 */
export function traitsOf({ type, step }: EventFilter): readonly [type: string, step: string] {
  const name =
    type === undefined
      ? ''
      : 'is' in type
        ? `[${quoted(type.is)}`
        : `[${quoted(type.startsWith).slice(0, -1)}`;
  return [name, step === undefined ? '' : quoted(step)];
}

const quoted = (text: string): string => JSON.stringify(text);

/** The spans of a range; the last one may be shorter. */
export function spansOf({
  from,
  to,
  span,
}: TallyRange): readonly { readonly from: number; readonly to: number }[] {
  const first = Math.max(from, 1);
  return Array.from({ length: Math.max(0, Math.ceil((to - first + 1) / span)) }, (_, index) => {
    const start = first + index * span;
    return { from: start, to: Math.min(to, start + span - 1) };
  });
}
