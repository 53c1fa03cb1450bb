import { LruMap } from '../common/lru.ts';
import { fold } from '../core/fold/fold.ts';
import type { State } from '../core/state.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { type Folded, foldLog } from './state-at.ts';

/** So many turns are folded at once; more of them are folded page by page, from the nearest snapshot. */
const CLOSE = 200;
/** Executions whose last state is remembered. */
const REMEMBERED = 200;

/**
 * States of executions that another process moves, as of the turns in which their commands were issued. Commands come
 * in the order of the log, nearly always: so the turns since the last one are folded, not all of them.
 */
export class StatesAt {
  readonly #events: EventStore;
  readonly #snapshots: SnapshotStore;
  readonly #last = new LruMap<string, Promise<Folded>>(REMEMBERED);

  constructor(events: EventStore, snapshots: SnapshotStore) {
    this.#events = events;
    this.#snapshots = snapshots;
  }

  async find(executionId: string, version: number): Promise<State> {
    const last = await this.#last.get(executionId)?.catch(() => undefined);
    if (last && last.version > version)
      return (await foldLog(this.#events, this.#snapshots, executionId, version)).state;
    const next =
      last && version - last.version <= CLOSE
        ? this.#goOn(executionId, last, version)
        : foldLog(this.#events, this.#snapshots, executionId, version);
    this.#last.set(executionId, next);
    return (await next).state;
  }

  async #goOn(executionId: string, last: Folded, version: number): Promise<Folded> {
    if (last.version === version) return last;
    const turns = await this.#events.read(executionId, last.version + 1, { upTo: version });
    return {
      state: fold(
        turns.flatMap(({ events }) => events),
        last.state,
      ),
      version,
    };
  }
}
