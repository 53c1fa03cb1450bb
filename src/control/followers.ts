import type { Program } from '../core/decide/program.ts';
import { EMPTY_STATE } from '../core/fold/draft.ts';
import { fold, isTerminal } from '../core/fold/fold.ts';
import type { State } from '../core/state.ts';
import type { EventStore, Turn } from '../ports/event-store.ts';
import type { TurnWatcher } from '../ports/turn-watcher.ts';

/** Where turns are read from. */
export interface TurnSource {
  readonly events: EventStore;
  program(hash: string): Promise<Program>;
}

interface Followed {
  version: number;
  state: State;
  /** The reading under way: one at a time, so that turns come in order. */
  reading: Promise<void>;
}

/** Reads the turns that another process takes, and tells of each as if it were taken here. */
export class Followers {
  readonly #source: () => TurnSource;
  readonly #tell: TurnWatcher;
  readonly #followed = new Map<string, Followed>();

  constructor(source: () => TurnSource, tell: TurnWatcher) {
    this.#source = source;
    this.#tell = tell;
  }

  /** Executions that are followed and have not ended. */
  get open(): readonly string[] {
    return [...this.#followed].filter(([, { state }]) => !isTerminal(state)).map(([id]) => id);
  }

  /** Tells of all turns so far that were not told, and from now on of those that `read` finds. */
  follow(executionId: string): Promise<void> {
    if (!this.#followed.has(executionId))
      this.#followed.set(executionId, { version: 0, state: EMPTY_STATE, reading: Promise.resolve() });
    return this.read(executionId);
  }

  /** Tells of the turns that are new. */
  read(executionId: string): Promise<void> {
    const followed = this.#followed.get(executionId);
    if (!followed) return this.follow(executionId);
    // Whoever asked for the reading before is told why it failed; this one tries again.
    followed.reading = followed.reading.catch(() => {}).then(() => this.#catchUp(executionId, followed));
    return followed.reading;
  }

  async readAll(): Promise<void> {
    await Promise.all(this.open.map(executionId => this.read(executionId)));
  }

  async #catchUp(executionId: string, followed: Followed): Promise<void> {
    const { events, program } = this.#source();
    for (const turn of await events.read(executionId, followed.version + 1)) {
      followed.state = fold(turn.events, followed.state);
      followed.version = turn.version;
      this.#publish(turn, followed.state, await program(followed.state.header?.hash ?? ''));
    }
  }

  /** Commands are the business of the process that issued them. */
  #publish({ executionId, version, events }: Turn, state: State, program: Program): void {
    this.#tell({ executionId, version, events, state, program, commands: [], cancelled: [] });
  }
}
