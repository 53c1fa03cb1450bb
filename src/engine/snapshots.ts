import { setImmediate } from 'node:timers/promises';
import { LruMap } from '../common/lru.ts';
import { roughSize } from '../common/rough-size.ts';
import { countEvents } from '../core/codec/count-events.ts';
import type { Event } from '../core/event.ts';
import { isTerminal } from '../core/fold/fold.ts';
import { toSnapshot } from '../core/snapshot/snapshot.ts';
import type { State } from '../core/state.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { type Folded, foldLog } from './state-at.ts';

/** D5: what is written between two snapshots of an execution. */
const EVENTS_BETWEEN = 500;
const BYTES_BETWEEN = 1024 * 1024;
/** An execution that has ended gets a last one, unless opening it is quick anyway. */
const EVENTS_AT_END = 100;
const BYTES_AT_END = 128 * 1024;

/** What an execution has written since its last snapshot, and the size of that. */
interface Progress {
  events: number;
  bytes: number;
  size: number;
}

/** Of the executions that were advanced last: as many as there are folded states. */
const FOLLOWED = 2000;

/**
 * Keeps snapshots of executions as they advance, and loads them. Saving happens beside the turns, never
 * before one; a snapshot that could not be saved is only counted, since the log is complete without it.
 */
export class Snapshots {
  readonly #store: SnapshotStore;
  readonly #progress = new LruMap<string, Progress>(FOLLOWED);
  readonly #saving = new Map<string, Promise<void>>();
  #lost = 0;

  constructor(store: SnapshotStore) {
    this.#store = store;
  }

  /** Snapshots that could not be saved: loading their executions takes longer than it might. */
  get lost(): number {
    return this.#lost;
  }

  /** The state as of the last turn in the log. */
  async load(events: EventStore, executionId: string): Promise<Folded> {
    const { state, version, readEvents, readBytes } = await foldLog(events, this.#store, executionId);
    this.#progress.set(executionId, { events: readEvents, bytes: readBytes, size: 0 });
    return { state, version };
  }

  /** After a turn is durable. */
  follow(executionId: string, { state, version }: Folded, events: readonly Event[]): void {
    const progress = this.#progressOf(executionId);
    progress.events += countEvents(events);
    progress.bytes += roughSize(events);
    const hasEnded = isTerminal(state);
    const isDue = hasEnded ? isWorthwhileAtEnd(progress) : isDueBetween(progress);
    // While one is being saved the next has time, but there is none after the end.
    if (!isDue || (this.#saving.has(executionId) && !hasEnded)) return;
    progress.events = 0;
    progress.bytes = 0;
    this.#start(executionId, state, version, progress);
  }

  /** Resolves when nothing is being saved. */
  async idle(): Promise<void> {
    while (this.#saving.size > 0) await Promise.all(this.#saving.values());
  }

  #progressOf(executionId: string): Progress {
    const known = this.#progress.get(executionId);
    if (known) return known;
    const progress = { events: 0, bytes: 0, size: 0 };
    this.#progress.set(executionId, progress);
    return progress;
  }

  #start(executionId: string, state: State, version: number, progress: Progress): void {
    const before = this.#saving.get(executionId);
    const saved = this.#save(executionId, state, version, progress, before).finally(() => {
      if (this.#saving.get(executionId) === saved) this.#saving.delete(executionId);
    });
    this.#saving.set(executionId, saved);
  }

  async #save(
    executionId: string,
    state: State,
    version: number,
    progress: Progress,
    before: Promise<void> | undefined,
  ): Promise<void> {
    await before;
    // States never change, so it need not be written down before the turn's commands are handed out.
    await setImmediate();
    try {
      progress.size = await this.#store.save(executionId, version, toSnapshot(state));
    } catch {
      // The store reports what is wrong with it when the next turn is appended.
      this.#lost += 1;
    }
  }
}

/** As many bytes as the last one took, too: where states are large, snapshots at most double the log. */
const isDueBetween = ({ events, bytes, size }: Progress): boolean =>
  (events >= EVENTS_BETWEEN || bytes >= BYTES_BETWEEN) && bytes >= size;

const isWorthwhileAtEnd = ({ events, bytes }: Progress): boolean =>
  events >= EVENTS_AT_END || bytes >= BYTES_AT_END;
