import type { Stores } from '../common/stores.ts';
import { MemoryKeyring } from '../crypto/keyring.ts';
import { MemoryCacheStore } from './cache-store.ts';
import { MemoryCatalogStore } from './catalog-store.ts';
import { MemoryCredentialStore } from './credential-store.ts';
import { MemoryEventStore } from './event-store.ts';
import { MemoryKeychainStore } from './keychain-store.ts';
import { MemoryLogStore } from './log-store.ts';
import { MemoryPlaybookStore } from './playbook-store.ts';
import { MemoryResultStore } from './result-store.ts';
import { MemoryRetention } from './retention.ts';
import { MemorySnapshotStore } from './snapshot-store.ts';

/** Stores that last as long as the process. `now` is the time by which values expire. */
export function openMemory(now: () => number = Date.now): Stores {
  const events = new MemoryEventStore();
  const results = new MemoryResultStore(now);
  const logs = new MemoryLogStore();
  const playbooks = new MemoryPlaybookStore();
  const catalog = new MemoryCatalogStore(events);
  const cache = new MemoryCacheStore();
  const keyring = new MemoryKeyring();
  const keychain = new MemoryKeychainStore(keyring);
  const credentials = new MemoryCredentialStore(keyring, keychain);
  const snapshots = new MemorySnapshotStore();
  return {
    events,
    results,
    logs,
    playbooks,
    catalog,
    cache,
    credentials,
    keychain,
    snapshots,
    retention: new MemoryRetention({ events, results, snapshots, logs, keychain }),
    close: async () => {
      await events.close();
      results.close();
      logs.close();
      playbooks.close();
      catalog.close();
      cache.close();
      credentials.close();
      keychain.close();
      snapshots.close();
    },
  };
}
