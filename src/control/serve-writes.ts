import { assertNever } from '../common/assert-never.ts';
import { isMapping, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import { fromStoredJson } from '../common/stored-json.ts';
import type { CacheStore } from '../ports/cache-store.ts';
import type { KeychainStore } from '../ports/keychain-store.ts';
import type { LogStore } from '../ports/log-store.ts';
import type { ResultStore } from '../ports/result-store.ts';
import { ControlError } from './control-error.ts';
import { serveKeychain } from './keychain-order.ts';
import { refuse } from './read-message.ts';
import type { Shipments } from './shipments.ts';
import type { SentValue, WriteOrder } from './write-order.ts';

/** The stores of the holder that others write to through it. */
export interface WrittenStores {
  readonly results: ResultStore;
  readonly logs: LogStore;
  readonly cache: CacheStore;
  readonly keychain: KeychainStore;
}

/** Writes for a worker; `shipments` are those of its connection. Answers what the store answers. */
export async function serveWrites(
  stores: Partial<WrittenStores>,
  shipments: Shipments,
  order: WriteOrder,
): Promise<PlainValue> {
  switch (order.do) {
    case 'put_result': {
      const value = sentValue(order.value, shipments);
      return asPlain(await kept(stores, 'results').put(order.executionId, order.name, value));
    }
    case 'begin_body':
      return shipments.beginBody(kept(stores, 'results'), order.executionId, order.name);
    case 'body_piece':
      return takePiece(shipments, order.body, decoded(order.bytes));
    case 'end_body':
      return asPlain(await shipments.takeBody(order.body).end(order.format));
    case 'drop_body':
      await shipments.takeBody(order.body).abandon();
      return null;
    case 'begin_value':
      return shipments.beginValue();
    case 'value_piece':
      shipments.addToValue(order.sent, order.text);
      return null;
    case 'write_log': {
      const { do: _, lines, ...address } = order;
      kept(stores, 'logs').write(address, lines);
      return null;
    }
    case 'flush_logs':
      await kept(stores, 'logs').flush();
      return null;
    case 'keep_cached':
      return keepCached(kept(stores, 'cache'), shipments, order);
    default:
      return serveSecrets(kept(stores, 'keychain'), order);
  }
}

type SecretOrder = Extract<
  WriteOrder,
  { readonly do: 'put_secret' | 'remove_secrets' | 'end_secrets' | 'remove_expired_secrets' }
>;

async function serveSecrets(keychain: KeychainStore, order: SecretOrder): Promise<PlainValue> {
  switch (order.do) {
    case 'put_secret': {
      const { do: _, now, executionId, fields, renewConfig, ...secret } = order;
      const values = {
        fields: readMapping('fields', fields),
        renewConfig: renewConfig === undefined ? undefined : readMapping('renewConfig', renewConfig),
      };
      return asPlain(await keychain.put({ ...secret, executionId, ...values }, now));
    }
    case 'remove_secrets':
      return serveKeychain(keychain, order);
    case 'end_secrets':
      return keychain.endExecution(order.executionId);
    case 'remove_expired_secrets':
      return keychain.removeExpired(order.time);
    default:
      return assertNever(order, 'order for the keychain');
  }
}

/** The decoder passes over what is no base64, so that less comes out than should. */
function decoded(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  const isWhole = base64.length % 4 === 0 && bytes.length === Buffer.byteLength(base64, 'base64');
  return isWhole ? bytes : refuse('`bytes` must be base64');
}

/** A body that the store did not take is over: what is sent of it from now on is for nobody. */
async function takePiece(shipments: Shipments, handle: string, bytes: Uint8Array): Promise<PlainValue> {
  try {
    await shipments.body(handle).take(bytes);
    return null;
  } catch (error) {
    shipments.forgetBody(handle);
    throw error;
  }
}

async function keepCached(
  cache: CacheStore,
  shipments: Shipments,
  { key, value, keptAt, expiresAt }: Extract<WriteOrder, { readonly do: 'keep_cached' }>,
): Promise<PlainValue> {
  await cache.keep(key, { value: sentValue(value, shipments), keptAt, expiresAt });
  return null;
}

function sentValue(value: SentValue, shipments: Shipments): PlainValue {
  return readStored('value', typeof value === 'string' ? value : shipments.takeValue(value.sent));
}

function readMapping(key: string, text: string): PlainMapping {
  const value = readStored(key, text);
  return isMapping(value) ? value : refuse(`\`${key}\` must be the JSON of a mapping`);
}

/** Says where it is wrong and nothing of what it is: it may hold secrets. */
function readStored(key: string, text: string): PlainValue {
  try {
    return fromStoredJson(text);
  } catch {
    return refuse(`\`${key}\` must be JSON as stores have it`);
  }
}

function kept<Name extends keyof WrittenStores>(
  stores: Partial<WrittenStores>,
  name: Name,
): WrittenStores[Name] {
  const store: Partial<WrittenStores>[Name] = stores[name];
  if (store === undefined) throw new ControlError('control_failed', `this process keeps no ${name}`);
  return store;
}

/** What a store says of something it has: texts, numbers, flags. Fields that are undefined are not told. */
const asPlain = (answer: object): PlainValue => answer as PlainMapping;
