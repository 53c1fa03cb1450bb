import { executionStatus } from '../../core/view/execution-view.ts';
import type { EngineHandle } from '../../ports/engine-handle.ts';
import type { TurnTaken } from '../../ports/turn-watcher.ts';
import { HttpError } from '../http-error.ts';
import type { SseConnection } from '../sse/sse-connection.ts';
import { StatusRing } from './status-ring.ts';

/** Streams that may be open at once; each holds a socket. */
const MOST_STREAMS = 1000;
/** Changes of status that are kept for clients that come back. */
const KEPT_CHANGES = 1000;
/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 5;

const STATUS_EVENTS: ReadonlySet<string> = new Set([
  'playbook_started',
  'playbook.queued',
  'playbook.admitted',
  'playbook.paused',
  'playbook.resumed',
  'playbook.completed',
  'playbook.failed',
  'playbook.cancelled',
]);

/**
 * Tells streams that there is something new; it hands out no events. Each stream reads them from the log at
 * its own pace, so nothing is kept for those that are slow.
 */
export class Live {
  readonly statuses = new StatusRing(KEPT_CHANGES);
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #forAll = new Set<() => void>();
  readonly #open = new Set<SseConnection>();
  readonly #mostStreams: number;
  #isClosed = false;

  constructor(engine: EngineHandle, mostStreams = MOST_STREAMS) {
    this.#mostStreams = mostStreams;
    engine.watch(turn => this.#follow(turn));
  }

  get streams(): number {
    return this.#open.size;
  }

  /** Those that are told of turns. */
  get watchers(): number {
    const ofOne = [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
    return ofOne + this.#forAll.size;
  }

  /** Throws 503 if there are too many streams, or the server is about to stop. Before anything is sent. */
  mustHaveRoom(): void {
    if (!this.#isClosed && this.#open.size < this.#mostStreams) return;
    const why = this.#isClosed
      ? 'the server is stopping'
      : `${this.#mostStreams} streams are open, and the server takes no more`;
    throw new HttpError(503, `${why}; try again later`, { retryAfter: RETRY_AFTER });
  }

  opened(connection: SseConnection): void {
    this.#open.add(connection);
    connection.signal.addEventListener('abort', () => this.#open.delete(connection));
  }

  /** Calls back after every turn of an execution, or of any; the result ends it. */
  listen(executionId: string | undefined, wake: () => void): () => void {
    if (executionId === undefined) {
      this.#forAll.add(wake);
      return () => this.#forAll.delete(wake);
    }
    const listeners = this.#listeners.get(executionId) ?? new Set();
    listeners.add(wake);
    this.#listeners.set(executionId, listeners);
    return () => {
      listeners.delete(wake);
      if (listeners.size === 0) this.#listeners.delete(executionId);
    };
  }

  /** Ends all streams: a server cannot stop while they are open. */
  close(): void {
    this.#isClosed = true;
    for (const connection of [...this.#open]) connection.end();
  }

  #follow({ executionId, state, events }: TurnTaken): void {
    const change = events.findLast(({ type }) => STATUS_EVENTS.has(type));
    if (change) {
      this.statuses.add({
        event_id: change.id,
        execution_id: executionId,
        path: state.header?.path ?? '',
        status: executionStatus(state),
        at: new Date(change.at).toISOString(),
      });
      for (const wake of this.#forAll) wake();
    }
    for (const wake of this.#listeners.get(executionId) ?? []) wake();
  }
}

const lives = new WeakMap<EngineHandle, Live>();

/** One for each engine. */
export function liveOf({ engine }: { readonly engine: EngineHandle }): Live {
  const known = lives.get(engine) ?? new Live(engine);
  lives.set(engine, known);
  return known;
}
