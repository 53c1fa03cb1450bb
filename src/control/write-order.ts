import { isMapping, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import type { CacheEntry } from '../ports/cache-store.ts';
import type { NewSecret } from '../ports/keychain-store.ts';
import type { LogAddress, LogLine } from '../ports/log-store.ts';
import type { BodyFormat } from '../ports/result-store.ts';
import { type KeychainOrder, readKeychainOrder, readScope } from './keychain-order.ts';
import { isList, readChoice, readFlag, readInteger, readNumber, readText, refuse } from './read-message.ts';

/**
 * What a worker has the holder write for it: it reads the stores itself, but whoever hangs must not hold a lock
 * on them. Values are texts, in the JSON of stores, which is exact where that of messages is not; one that is too
 * long for a message is sent before in pieces, and named.
 */
export type WriteOrder =
  | {
      readonly do: 'put_result';
      readonly executionId: string;
      readonly name: string;
      readonly value: SentValue;
    }
  /** Answered by the name of the body. It belongs to the connection, and is dropped with it. */
  | { readonly do: 'begin_body'; readonly executionId: string; readonly name: string }
  /** Base64; answered when the store has taken it. */
  | { readonly do: 'body_piece'; readonly body: string; readonly bytes: string }
  | { readonly do: 'end_body'; readonly body: string; readonly format: BodyFormat }
  | { readonly do: 'drop_body'; readonly body: string }
  /** Answered by the name of the value, which belongs to the connection as a body does. */
  | { readonly do: 'begin_value' }
  | { readonly do: 'value_piece'; readonly sent: string; readonly text: string }
  | ({ readonly do: 'write_log'; readonly lines: readonly LogLine[] } & LogAddress)
  /** Answered when everything that was written before can be read. */
  | { readonly do: 'flush_logs' }
  | ({ readonly do: 'keep_cached'; readonly key: string; readonly value: SentValue } & EntryTimes)
  | ({ readonly do: 'put_secret'; readonly now: number } & SentSecret)
  | KeychainOrder
  | { readonly do: 'end_secrets'; readonly executionId: string }
  | { readonly do: 'remove_expired_secrets'; readonly time: number };

/** The text, or the name under which it was sent. */
export type SentValue = string | { readonly sent: string };

interface EntryTimes extends Pick<CacheEntry, 'keptAt'> {
  readonly expiresAt?: number;
}

/** With its values as texts. */
interface SentSecret extends Omit<NewSecret, 'executionId' | 'fields' | 'renewConfig'> {
  readonly executionId?: string;
  readonly fields: string;
  readonly renewConfig?: string;
}

type OrderOf<Verb extends WriteOrder['do']> = Extract<WriteOrder, { readonly do: Verb }>;

const READERS: { readonly [Verb in WriteOrder['do']]: (message: PlainMapping) => OrderOf<Verb> } = {
  put_result: message => ({ do: 'put_result', ...readPlace(message), value: readSent(message) }),
  begin_body: message => ({ do: 'begin_body', ...readPlace(message) }),
  body_piece: message => ({
    do: 'body_piece',
    body: readText(message, 'body'),
    bytes: readText(message, 'bytes'),
  }),
  end_body: message => ({
    do: 'end_body',
    body: readText(message, 'body'),
    format: readChoice(message, 'format', ['json', 'text', 'binary']),
  }),
  drop_body: message => ({ do: 'drop_body', body: readText(message, 'body') }),
  begin_value: () => ({ do: 'begin_value' }),
  value_piece: message => ({
    do: 'value_piece',
    sent: readText(message, 'sent'),
    text: readText(message, 'text'),
  }),
  write_log: message => ({
    do: 'write_log',
    executionId: readText(message, 'executionId'),
    commandId: readText(message, 'commandId'),
    attempt: readInteger(message, 'attempt'),
    lines: readLines(message),
  }),
  flush_logs: () => ({ do: 'flush_logs' }),
  keep_cached: message => ({
    do: 'keep_cached',
    key: readText(message, 'key'),
    value: readSent(message),
    keptAt: readNumber(message, 'keptAt'),
    ...(message.expiresAt === undefined ? {} : { expiresAt: readNumber(message, 'expiresAt') }),
  }),
  put_secret: readSecret,
  remove_secrets: readKeychainOrder,
  end_secrets: message => ({ do: 'end_secrets', executionId: readText(message, 'executionId') }),
  remove_expired_secrets: message => ({ do: 'remove_expired_secrets', time: readNumber(message, 'time') }),
};

export const WRITE_VERBS: readonly string[] = Object.keys(READERS);

export const isWriteOrder = (request: { readonly do: string }): request is WriteOrder =>
  WRITE_VERBS.includes(request.do);

/** Undefined: it is none. */
export function readWriteOrder(message: PlainMapping): WriteOrder | undefined {
  const verb = WRITE_VERBS.find(known => known === message.do);
  return verb === undefined ? undefined : READERS[verb as WriteOrder['do']](message);
}

/** Whether it is the id of an execution is for the store to say. */
const readPlace = (message: PlainMapping) => ({
  executionId: readText(message, 'executionId'),
  name: readText(message, 'name'),
});

function readSent({ value }: PlainMapping): SentValue {
  if (typeof value === 'string') return value;
  return isMapping(value) ? { sent: readText(value, 'sent') } : refuse('`value` must be a text or `{sent}`');
}

function readLines({ lines }: PlainMapping): readonly LogLine[] {
  return isList(lines) ? lines.map(readLine) : refuse('`lines` must be a list');
}

function readLine(line: PlainValue): LogLine {
  if (!isMapping(line)) return refuse('a line must be a mapping');
  const stream = readChoice(line, 'stream', ['stdout', 'stderr', 'log']);
  return { at: readNumber(line, 'at'), stream, text: readText(line, 'text') };
}

function readSecret(message: PlainMapping): OrderOf<'put_secret'> {
  const { executionId, renewConfig } = message;
  return {
    do: 'put_secret',
    playbook: readText(message, 'playbook'),
    name: readText(message, 'name'),
    scope: readScope(message),
    asked: readText(message, 'asked'),
    kind: readText(message, 'kind'),
    holds: readChoice(message, 'holds', ['secret', 'token']),
    fields: readText(message, 'fields'),
    expiresAt: readNumber(message, 'expiresAt'),
    autoRenew: readFlag(message, 'autoRenew'),
    ...(executionId === undefined ? {} : { executionId: readText(message, 'executionId') }),
    ...(renewConfig === undefined ? {} : { renewConfig: readText(message, 'renewConfig') }),
    now: readNumber(message, 'now'),
  };
}
