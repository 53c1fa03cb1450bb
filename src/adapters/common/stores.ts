import type { EventStore } from '../../ports/event-store.ts';
import type { LogStore } from '../../ports/log-store.ts';
import type { PlaybookStore } from '../../ports/playbook-store.ts';
import type { ResultStore } from '../../ports/result-store.ts';

/** What an embedded engine keeps, opened and closed together. */
export interface Stores {
  readonly events: EventStore;
  readonly results: ResultStore;
  readonly logs: LogStore;
  readonly playbooks: PlaybookStore;
  /** What was accepted before is durable when it resolves. Closing twice is no error. */
  close(): Promise<void>;
}
