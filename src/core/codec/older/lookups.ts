import { EMPTY_MAPPING, isMapping, type PlainMapping, type PlainValue } from '../../../common/plain-value.ts';
import type { Failure, Result } from '../../result.ts';
import { NO_RESULT } from '../../result.ts';
import { markPipeline, unwrap } from '../../user-data.ts';
import { at } from '../plain.ts';
import { saysFailed, statusByName } from '../row-words.ts';
import type { Envelope } from './envelope.ts';

/** What of an event may carry anything. */
type Payload = Pick<Envelope, 'meta' | 'result' | 'context'>;

/** Payloads stand in the result's context where the server wrapped them, else in the event's own. */
export function inPayload(envelope: Payload, ...path: readonly string[]): PlainValue | undefined {
  return at(envelope.result, 'context', ...path) ?? at(envelope.context, ...path);
}

/** Reports may carry data with a field of that name that is no id: only texts and whole numbers are. */
export function commandIdIn({ meta, result, context }: Payload): string | undefined {
  const places = [
    at(meta, 'command_id'),
    at(result, 'context', 'command_id'),
    at(result, 'data', 'command_id'),
    at(context, 'command_id'),
    at(result, 'command_id'),
    at(result, 'context', 'response', 'command_id'),
  ];
  const found = places.find(isId);
  return found === undefined ? undefined : String(found);
}

const isId = (value: PlainValue | undefined): boolean =>
  typeof value === 'bigint' || Number.isSafeInteger(value) || (typeof value === 'string' && value !== '');

/** The index that the event itself states, or that ends its command id. */
export function iterationIn(envelope: Payload, commandId: string | undefined): number | undefined {
  const stated = at(envelope.meta, 'iteration_index') ?? inPayload(envelope, 'iteration_index');
  const index = countIn(stated);
  if (index !== undefined) return index;
  const suffix = /:i(\d{1,15})$/.exec(commandId ?? '');
  return suffix ? Number(suffix[1]) : undefined;
}

/** A whole number from 0 on, as a number or in digits. */
export function countIn(value: PlainValue | undefined): number | undefined {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** Whether the event, whatever it is called, reports a failure. */
export function isFailure({ status, eventType, result }: Envelope): boolean {
  const inEnvelope = isEnvelope(result) ? at(result, 'status') : undefined;
  return saysFailed(status ?? statusByName(eventType)) || saysFailed(inEnvelope);
}

const ENVELOPE_KEYS: ReadonlySet<string> = new Set(['status', 'context', 'reference', 'error']);

function isEnvelope(value: PlainValue | undefined): value is PlainMapping {
  return (
    isMapping(value) &&
    Object.hasOwn(value, 'status') &&
    Object.keys(value).every(key => ENVELOPE_KEYS.has(key))
  );
}

/** What a report of completion says of itself; a result of nothing else is no data. */
const PROTOCOL_KEYS: ReadonlySet<string> = new Set([
  'command_id',
  'worker_id',
  'status',
  'call_index',
  'iteration_index',
  'iteration_total',
  'attempt',
  'duration_ms',
  'pending_callback',
]);

export function resultIn({ result }: Envelope): Result {
  if (result === undefined || result === null) return NO_RESULT;
  const uri = referenceIn(result);
  if (uri !== undefined) return { kind: 'stored', ref: { uri, ...aboutReference(result) } };
  const { data, isTaskOutput } = unwrap(result);
  if (!isTaskOutput && isReport(data, result)) return NO_RESULT;
  return { kind: 'inline', data: isTaskOutput ? markPipeline(data) : data };
}

function isReport(data: PlainValue, result: PlainValue): boolean {
  if (!isMapping(data)) return false;
  const keys = Object.keys(data);
  // A bare `{status}` is an envelope without data; an empty mapping may well be data.
  return data === result
    ? isEnvelope(data) && !Object.hasOwn(data, 'context')
    : keys.every(key => PROTOCOL_KEYS.has(key));
}

function referenceIn(result: PlainValue): string | undefined {
  const reference = at(result, 'reference');
  const uri = at(reference, 'uri') ?? at(reference, 'logical_uri') ?? at(reference, 'ref');
  return typeof uri === 'string' && uri !== '' ? uri : undefined;
}

function aboutReference(result: PlainValue): { sha256: string; bytes: number; extracted: PlainMapping } {
  const meta = at(result, 'reference', 'meta');
  const sha256 = at(meta, 'sha256') ?? at(result, 'reference', 'sha256');
  const bytes = at(meta, 'bytes') ?? at(result, 'reference', 'bytes');
  const extracted = at(result, 'reference', 'extracted') ?? at(result, 'context', 'data');
  return {
    sha256: typeof sha256 === 'string' ? sha256 : '',
    bytes: typeof bytes === 'number' ? bytes : 0,
    extracted: isMapping(extracted) ? extracted : EMPTY_MAPPING,
  };
}

/** The first place that names an error wins: the result, what it wraps, the event's own column. */
export function failureIn(envelope: Envelope): Failure {
  const { result, context, error } = envelope;
  const places = [at(result, 'error'), at(result, 'context', 'error'), error, at(context, 'error')];
  const found = places.find(place => place !== undefined && place !== null && place !== '');
  if (isMapping(found)) return structured(found);
  const message = found === undefined ? 'it failed, and no error was recorded' : failureText(found);
  return { kind: 'exception', message, retryable: false };
}

export function structured(error: PlainMapping): Failure {
  const { kind, message, code, task, details } = error;
  const statusCode = error.status_code ?? error.status;
  return {
    kind: typeof kind === 'string' ? kind : 'exception',
    message: message === undefined ? failureText(error) : failureText(message),
    retryable: error.retryable === true,
    ...(code === undefined || code === null ? {} : { code: failureText(code) }),
    ...(typeof statusCode === 'number' ? { statusCode } : {}),
    ...(typeof task === 'string' ? { task } : {}),
    ...(isMapping(details) ? { details } : {}),
  };
}

export const failureText = (value: PlainValue): string =>
  typeof value === 'string'
    ? value
    : JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part));
