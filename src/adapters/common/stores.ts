import type { CacheStore } from '../../ports/cache-store.ts';
import type { CatalogStore } from '../../ports/catalog.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { KeychainStore } from '../../ports/keychain-store.ts';
import type { LogStore } from '../../ports/log-store.ts';
import type { PlaybookStore } from '../../ports/playbook-store.ts';
import type { KeepingResultStore } from '../../ports/result-store.ts';
import type { Retention } from '../../ports/retention.ts';
import type { SnapshotStore } from '../../ports/snapshot-store.ts';

/** What an embedded engine keeps, opened and closed together. */
export interface Stores {
  readonly events: EventStore;
  readonly results: KeepingResultStore;
  readonly logs: LogStore;
  readonly playbooks: PlaybookStore;
  readonly catalog: CatalogStore;
  readonly cache: CacheStore;
  readonly credentials: CredentialStore;
  readonly keychain: KeychainStore;
  readonly snapshots: SnapshotStore;
  readonly retention: Retention;
  /** What was accepted before is durable when it resolves. Closing twice is no error. */
  close(): Promise<void>;
}
