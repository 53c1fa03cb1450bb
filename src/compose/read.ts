import { resolve } from 'node:path';
import type { Stores } from '../adapters/common/stores.ts';
import type { PlainValue } from '../common/plain-value.ts';
import { readEncryptionKeys } from '../config/encryption-keys.ts';
import { EMPTY_STATE } from '../core/fold/draft.ts';
import type { State } from '../core/state.ts';
import type { ExecutionView } from '../core/view/execution-view.ts';
import type { LogFilter, PrintedLine } from '../core/view/printed-lines.ts';
import type { QueueCursor } from '../core/view/queue-cursor.ts';
import { type QueueItem, queueItem } from '../core/view/queue-item.ts';
import { loadRef } from '../engine/load-ref.ts';
import type { QueueRequest } from '../engine/read/queue-page.ts';
import { type Moment, stateAt } from '../engine/state-at.ts';
import type { EventStore, Turn } from '../ports/event-store.ts';
import type { LogAddress, LogLine, LogStore } from '../ports/log-store.ts';
import type { PlaybookStore } from '../ports/playbook-store.ts';

export type { QueueRequest } from '../engine/read/queue-page.ts';
export type { Moment } from '../engine/state-at.ts';

/** A point in the log of an execution, just after one of its events, and the execution as it was then. */
export interface ViewAt {
  readonly moment: { readonly eventId: string; readonly version: number; readonly at: number };
  readonly view: ExecutionView;
}

/** A page of commands; `next` begins the one after it. It may be short, or empty, although there are more. */
export interface RecordedQueue {
  readonly items: readonly QueueItem[];
  readonly next: QueueCursor | undefined;
}

/** What was recorded of executions, in a data directory or by a server. */
export interface Recorded {
  readonly events: Pick<EventStore, 'read' | 'summary' | 'list' | 'open'>;
  readonly playbooks: Pick<PlaybookStore, 'find'>;
  readonly logs: Pick<LogStore, 'read'>;
  /** The value behind a reference; undefined if it is not kept any more. */
  follow(uri: string): Promise<PlainValue | undefined>;
  /** The state of an execution at a moment of its past; undefined if it has no such moment. */
  stateAt(executionId: string, at: Moment): Promise<State | undefined>;
  /** The last lines that its tools printed; no more of the log is read than they need. */
  lastLines(executionId: string, filter: LogFilter, count: number): Promise<readonly PrintedLine[]>;
  /** Commands of the newest executions first. */
  queue(request: QueueRequest): Promise<RecordedQueue>;
  /** The log of an execution as it was appended; undefined where `events.read` gives it so already. */
  readonly turns?: (executionId: string) => Promise<readonly Turn[]>;
  /** An execution at a moment, in the words of people, where somebody else finds it; undefined: it is found here. */
  readonly viewAt?: (executionId: string, moment: string, full: boolean) => Promise<ViewAt>;
  /** What tools print, from the first line on, as it comes; undefined: whoever waits looks again and again. */
  readonly lines?: (executionId: string, signal: AbortSignal) => AsyncIterable<LogAddress & LogLine>;
  /** Whether a process works here; if none does, what has not ended was interrupted. */
  isHeld(): Promise<boolean>;
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The stores of a data directory for reading, whether or not a process is writing to it. `env` may hold the key
 * of its credentials. What an older version wrote is migrated first.
 */
export async function openForReading(dataDir: string, env: Environment = {}): Promise<Recorded & Stores> {
  const { openUpgraded } = await import('../adapters/sqlite/open-upgraded.ts');
  return recordedIn(dataDir, await openUpgraded(dataDir, readEncryptionKeys(env)));
}

/** The same, for those who wait for another process that will migrate it, and must not be in its way. */
export async function openAsItIs(dataDir: string, env: Environment): Promise<Recorded & Stores> {
  const { openDataDirectoryForReading } = await import('../adapters/sqlite/data-directory.ts');
  return recordedIn(dataDir, await openDataDirectoryForReading(dataDir, readEncryptionKeys(env)));
}

function recordedIn(dataDir: string, stores: Stores): Recorded & Stores {
  const { events, results, snapshots } = stores;
  const now = async (executionId: string): Promise<State> =>
    (await stateAt(events, snapshots, executionId))?.state ?? EMPTY_STATE;
  return {
    ...stores,
    follow: uri => loadRef(events, results, uri),
    stateAt: async (executionId, at) => (await stateAt(events, snapshots, executionId, at))?.state,
    lastLines: async (executionId, filter, count) => {
      const { lastLines } = await import('../engine/read/last-lines.ts');
      return (await lastLines(stores.logs, executionId, filter, count)).lines;
    },
    queue: async request => {
      const { queuePage } = await import('../engine/read/queue-page.ts');
      const { commands, next } = await queuePage({ events, state: now }, request);
      return { items: commands.map(({ executionId, ...row }) => queueItem(executionId, row)), next };
    },
    isHeld: async () => (await import('../adapters/sqlite/holder.ts')).isHeld(resolve(dataDir)),
  };
}
