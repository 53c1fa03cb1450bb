import {
  EMPTY_MAPPING,
  isMapping,
  mappingOf,
  type PlainMapping,
  type PlainValue,
} from '../../../common/plain-value.ts';
import { type CanonicalName, canonicalName } from '../event-names.ts';
import { FieldError } from '../format-error.ts';
import { readId, readTime, toPlain } from '../plain.ts';
import { commandIdIn, iterationIn } from './lookups.ts';

/** An event of another engine or client, its fields under one name each and nothing interpreted yet. */
export interface Envelope {
  readonly index: number;
  /** As written. */
  readonly eventType: string;
  readonly name: CanonicalName | undefined;
  readonly id: string;
  readonly executionId: string;
  readonly catalogId: string;
  readonly parentExecutionId: string | undefined;
  readonly node: string | undefined;
  readonly status: string | undefined;
  readonly context: PlainMapping;
  readonly result: PlainValue | undefined;
  readonly meta: PlainMapping;
  readonly error: PlainValue | undefined;
  readonly worker: string | undefined;
  readonly attempt: number | undefined;
  readonly at: number;
  readonly commandId: string | undefined;
  /** The index of the iteration it speaks of, if it states one or its command id ends in one. */
  readonly iteration: number | undefined;
}

/** The names under which each field has been sent. The first that is there counts. */
const FIELD_NAMES = {
  eventType: ['event_type', 'name', 'type'],
  node: ['step', 'node_name'],
  nodeId: ['node_id'],
  context: ['context', 'payload', 'data'],
  // A body of the ingest API carries its result as payload; a stored row has a column for it.
  payload: ['payload', 'data'],
  result: ['result'],
  resultKind: ['result_kind'],
  resultUri: ['result_uri'],
  resultEvents: ['event_ids'],
  meta: ['meta'],
  error: ['error'],
  status: ['status'],
  worker: ['worker_id'],
  attempt: ['attempt'],
  time: ['created_at', 'timestamp'],
  id: ['event_id'],
  executionId: ['execution_id'],
  catalogId: ['catalog_id'],
  parentExecutionId: ['parent_execution_id'],
} as const;

type FieldName = keyof typeof FIELD_NAMES;

export interface EnvelopeDefaults {
  readonly index: number;
  readonly executionId: string | undefined;
  /** Time of an event that states none. */
  readonly at: number;
}

export function eventTypeOf(raw: unknown): string | undefined {
  if (!isMapping(raw)) return undefined;
  const found = FIELD_NAMES.eventType.map(key => (Object.hasOwn(raw, key) ? raw[key] : undefined));
  return found.find(each => typeof each === 'string');
}

export function readEnvelope(raw: unknown, defaults: EnvelopeDefaults): Envelope {
  if (!isMapping(raw)) throw new FieldError('', 'is not a mapping');
  const row: Raw = raw;
  const eventType = textOf(row, 'eventType');
  if (!eventType) throw new FieldError('event_type', 'is missing (also accepted: name, type)');
  const payload = { context: mappingIn(row, 'context'), result: resultIn(row), meta: mappingIn(row, 'meta') };
  const commandId = commandIdIn(payload);
  return {
    context: payload.context,
    result: payload.result,
    meta: payload.meta,
    commandId,
    iteration: iterationIn(payload, commandId),
    index: defaults.index,
    eventType,
    name: canonicalName(eventType),
    id: idOf(row, 'id') ?? String(defaults.index + 1),
    executionId: executionIdOf(row, defaults.executionId),
    catalogId: idOf(row, 'catalogId') ?? '',
    parentExecutionId: idOf(row, 'parentExecutionId'),
    node: nodeOf(row),
    status: textOf(row, 'status') || undefined,
    error: valueIn(row, 'error'),
    worker: idOf(row, 'worker'),
    attempt: attemptOf(row),
    at: timeOf(row) ?? defaults.at,
  };
}

type Raw = Readonly<Record<string, unknown>>;

/** Only what is asked for is looked at; it is checked then to be plain data. */
function pick(row: Raw, name: FieldName): { key: string; value: PlainValue } | undefined {
  for (const key of FIELD_NAMES[name]) {
    const value = Object.hasOwn(row, key) ? row[key] : undefined;
    if (value !== undefined && value !== null) return { key, value: toPlain(value, key) };
  }
  return undefined;
}

const valueIn = (row: Raw, name: FieldName): PlainValue | undefined => pick(row, name)?.value;

function textOf(row: Raw, name: FieldName): string | undefined {
  const found = pick(row, name);
  if (!found) return undefined;
  if (typeof found.value !== 'string') throw new FieldError(found.key, 'is not a string');
  return found.value;
}

function idOf(row: Raw, name: FieldName): string | undefined {
  const found = pick(row, name);
  return found && readId(found.value, found.key);
}

/** What is no mapping stands under `data`, so that nothing that was sent is lost. */
function mappingIn(row: Raw, name: FieldName): PlainMapping {
  const found = pick(row, name);
  if (!found) return EMPTY_MAPPING;
  if (isMapping(found.value)) return found.value;
  if (name === 'meta') throw new FieldError(found.key, 'is not a mapping');
  return mappingOf([['data', found.value]]);
}

function executionIdOf(row: Raw, expected: string | undefined): string {
  const found = idOf(row, 'executionId');
  if (expected !== undefined && found !== undefined && found !== expected) {
    throw new FieldError('execution_id', `is ${found}, but the log is that of execution ${expected}`);
  }
  return found ?? expected ?? '';
}

/** Iterators were once logged under the name of their kind, with the step in `node_id`. */
function nodeOf(row: Raw): string | undefined {
  const name = textOf(row, 'node');
  const id = textOf(row, 'nodeId');
  return name === undefined || name === '' || (name === 'iterator' && id) ? id || undefined : name;
}

function attemptOf(row: Raw): number | undefined {
  const found = pick(row, 'attempt');
  if (!found) return undefined;
  const count = typeof found.value === 'string' ? Number(found.value) : found.value;
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return count;
  throw new FieldError(found.key, 'is not a count');
}

function timeOf(row: Raw): number | undefined {
  const found = pick(row, 'time');
  return found && readTime(found.value, found.key);
}

/** The result envelope; a body of the ingest API is put into one the way its server did. */
function resultIn(row: Raw): PlainValue | undefined {
  const result = valueIn(row, 'result');
  if (result !== undefined) return result;
  if (valueIn(row, 'resultKind') === 'ref') return { reference: { uri: valueIn(row, 'resultUri') ?? '' } };
  if (valueIn(row, 'resultKind') === 'refs') {
    const parts = mappingOf([['event_ids', valueIn(row, 'resultEvents') ?? []]]);
    return mappingOf([['context', mappingOf([['data', parts]])]]);
  }
  const payload = valueIn(row, 'payload');
  if (payload === undefined) return undefined;
  return mappingOf([['context', isMapping(payload) ? payload : mappingOf([['data', payload]])]]);
}
