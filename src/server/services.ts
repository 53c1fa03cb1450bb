import type { PlainValue } from '../common/plain-value.ts';
import type { CacheStore } from '../ports/cache-store.ts';
import type { CallbackTokens } from '../ports/callbacks.ts';
import type { CatalogStore } from '../ports/catalog.ts';
import type { Clock } from '../ports/clock.ts';
import type { CredentialStore } from '../ports/credential-store.ts';
import type { DatabaseCheck } from '../ports/database-check.ts';
import type { EngineHandle } from '../ports/engine-handle.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { IdSource } from '../ports/id-source.ts';
import type { KeychainStore } from '../ports/keychain-store.ts';
import type { Leases } from '../ports/leases.ts';
import type { Load } from '../ports/load.ts';
import type { LogStore } from '../ports/log-store.ts';
import type { PlaybookStore } from '../ports/playbook-store.ts';
import type { QueryStore } from '../ports/query-store.ts';
import type { KeepingResultStore } from '../ports/result-store.ts';
import type { Retention } from '../ports/retention.ts';
import type { SnapshotStore } from '../ports/snapshot-store.ts';

/** What the routes work with. */
export interface ServerServices {
  readonly engine: EngineHandle;
  readonly events: EventStore;
  readonly results: KeepingResultStore;
  readonly logs: LogStore;
  readonly snapshots: SnapshotStore;
  readonly retention: Retention;
  /** Remembers keys of requests that must not start twice. */
  readonly cache: CacheStore;
  readonly playbooks: PlaybookStore;
  readonly catalog: CatalogStore;
  readonly credentials: CredentialStore;
  readonly keychain: KeychainStore;
  /** Undefined: nothing is stored that could be asked. */
  readonly queries?: QueryStore | undefined;
  readonly database?: DatabaseCheck | undefined;
  readonly clock: Clock;
  /** Says which command a callback speaks of. */
  /** Workers in other processes; undefined: there can be none. */
  readonly leases?: Pick<Leases, 'workers'>;
  readonly callbackTokens: CallbackTokens;
  /** For what is not an execution: entries of the catalog. */
  readonly ids: IdSource;
  /** The value behind a reference; undefined: gone. */
  readonly follow: (uri: string) => Promise<PlainValue | undefined>;
  readonly load: () => Load;
  /** Milliseconds without a heartbeat after which a pool of workers counts as offline; a minute unless given. */
  readonly offlineAfter?: number | undefined;
  /** Told of executions that requests ask for. */
  readonly onExecute?: ((asked: ExecuteAsked) => void) | undefined;
  /** The page of metrics; undefined: they are switched off. */
  readonly metrics?: (() => Promise<string>) | undefined;
  readonly version: string;
}

/** What a request to execute came to. */
export interface ExecuteAsked {
  readonly entry: 'execute' | 'batch';
  readonly outcomes: readonly ('started' | 'duplicate' | 'error')[];
}
