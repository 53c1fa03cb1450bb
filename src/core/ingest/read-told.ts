import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { canonicalName } from '../codec/event-names.ts';
import { FieldError } from '../codec/format-error.ts';
import { type Envelope, readEnvelope } from '../codec/older/envelope.ts';
import { at, readId, toPlain } from '../codec/plain.ts';
import { statusByName } from '../codec/row-words.ts';
import type { Told } from '../decide/input.ts';
import { NO_RESULT, type Result } from '../result.ts';
import { reportOf } from './report-of.ts';
import { scrub } from './scrub.ts';

/** Whom an event is told to, and how it is known if it does not say so itself. */
export interface ToldTo {
  readonly executionId: string;
  /** Of the time of its arrival. */
  readonly at: number;
  /** Of one that has no `event_id`. */
  readonly key: { readonly text: string; readonly once: boolean };
}

export interface ReadEvent {
  readonly told: Told;
  /** Where secrets were masked, as JSON pointers. */
  readonly masked: readonly string[];
}

/** Most characters of a name, and of a key. */
const MAX_NAME = 200;

/**
 * Reads an event that somebody sends, in any spelling that was ever accepted. Throws a `FieldError` for what is no
 * event, and for what only the engine can say.
 */
export function readTold(raw: unknown, { executionId, at: now, key }: ToldTo): ReadEvent {
  const masked: string[] = [];
  const sent = scrub(toPlain(raw, ''), masked);
  if (!isMapping(sent)) throw new FieldError('', 'is not a mapping');
  const envelope = readEnvelope(withCommandId(sent), { index: 0, executionId, at: now });
  const name = shortName(envelope.eventType, 'name');
  const canonical = canonicalName(name);
  const given = readId(at(sent, 'event_id'), 'event_id');
  const report = canonical && reportOf(canonical, envelope);
  const event: Told['event'] = {
    type: canonical ? 'report.received' : 'event.received',
    name,
    key: given === undefined ? key.text : shortName(given, 'event_id'),
    once: given === undefined ? key.once : true,
    step: envelope.node,
    commandId: envelope.commandId,
    worker: envelope.worker,
    status: (envelope.status ?? statusByName(name)).toUpperCase(),
    meta: metaOf(sent, envelope),
    // What follows from a report has its data.
    result: report ? NO_RESULT : dataOf(sent, envelope),
  };
  return { told: { kind: 'told', event, report }, masked };
}

/** Also beside the other fields, where people write it first. */
function withCommandId(sent: PlainMapping): PlainMapping {
  const id = at(sent, 'command_id');
  const meta = at(sent, 'meta');
  if (id === undefined || id === null || at(meta, 'command_id') !== undefined) return sent;
  const entries = isMapping(meta) ? Object.entries(meta) : [];
  return mappingOf([...Object.entries(sent), ['meta', mappingOf([...entries, ['command_id', id]])]]);
}

function shortName(text: string, field: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in a name
  if (text.length <= MAX_NAME && !/[\u0000-\u001f\u007f]/.test(text)) return text;
  throw new FieldError(field, `is no name of at most ${MAX_NAME} characters without line breaks`);
}

/** What its sender says of it beside its data; the time it happened there, too. */
function metaOf(sent: PlainMapping, { meta, error }: Envelope): PlainMapping {
  const time = at(sent, 'created_at') ?? at(sent, 'timestamp');
  return mappingOf([
    ...Object.entries(meta),
    ...(time === undefined || time === null ? [] : [['created_at', time] as [string, PlainValue]]),
    ...(error === undefined || error === null ? [] : [['error', error] as [string, PlainValue]]),
  ]);
}

/** Of an event in its sender's own words, everything it brings. */
function dataOf(sent: PlainMapping, { context, result }: Envelope): Result {
  const own = at(sent, 'result');
  const hasContext = Object.keys(context).length > 0;
  if (own === undefined || own === null) return hasContext ? { kind: 'inline', data: context } : NO_RESULT;
  if (!hasContext) return { kind: 'inline', data: result ?? null };
  return {
    kind: 'inline',
    data: mappingOf([
      ['context', context],
      ['result', result ?? null],
    ]),
  };
}
