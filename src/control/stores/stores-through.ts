import type { WrittenStores } from '../serve-writes.ts';
import { type Ask, openPost } from './ask.ts';
import { HeldCacheStore } from './cache-store.ts';
import { HeldKeychainStore } from './keychain-store.ts';
import { HeldLogStore } from './log-store.ts';
import { HeldResultStore } from './result-store.ts';

/**
 * The stores of a data directory for a process that does not hold it: read here, written by the holder. `ask`
 * finds the holder, waits for one, and asks again if it is lost; it rejects with what the holder refuses.
 */
export function storesThrough(reading: WrittenStores, ask: Ask): WrittenStores & { logs: HeldLogStore } {
  const post = openPost(ask);
  return {
    results: new HeldResultStore(reading.results, post),
    logs: new HeldLogStore(reading.logs, post.ask),
    cache: new HeldCacheStore(reading.cache, post),
    keychain: new HeldKeychainStore(reading.keychain, post.ask),
  };
}
