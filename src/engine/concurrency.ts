import type { Input } from '../core/decide/input.ts';
import type { ConcurrencyClaim, Event } from '../core/event.ts';
import { isTerminal } from '../core/fold/fold.ts';
import type { State } from '../core/state.ts';

/** Executions with one key that have not ended, oldest first. */
interface Group {
  readonly running: Set<string>;
  readonly waiting: Map<string, ConcurrencyClaim>;
  /** Told to make room; they hold their place until they have ended. */
  readonly leaving: Set<string>;
}

/**
 * Admits executions to the places of their concurrency keys. Who waits and who runs stands in the log, so a
 * process that starts finds it there (`restore`); only the choice who is next is made here.
 *
 *     queued ──a place is free──▶ admitted ──▶ ended: the next one is admitted
 *        │ on_limit: skip           ▲ on_limit: cancel_oldest
 *        └──▶ cancelled             └── the oldest is cancelled to make room
 */
export class Concurrency {
  readonly #send: (executionId: string, input: Input) => void;
  readonly #groups = new Map<string, Group>();
  /** Those who came while others were being restored: until all are known, nobody can say who is next. */
  readonly #arrivals = new Map<string, ConcurrencyClaim>();
  #holds = 0;

  constructor(send: (executionId: string, input: Input) => void) {
    this.#send = send;
  }

  follow(state: State, events: readonly Event[]): void {
    const { header } = state;
    if (!header?.concurrency) return;
    if (isTerminal(state)) return this.#leave(header.executionId, header.concurrency.key);
    if (events.some(({ type }) => type === 'playbook.queued')) {
      if (this.#holds > 0) this.#arrivals.set(header.executionId, header.concurrency);
      else this.#arrive(header.executionId, header.concurrency);
    }
  }

  /** Admits nobody while `work` restores what earlier processes have left. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#holds += 1;
    try {
      return await work();
    } finally {
      this.#holds -= 1;
      if (this.#holds === 0) this.#settle();
    }
  }

  /** An execution of an earlier process, in any order; they are sorted when all are known. */
  restore({ header, isQueued }: State): void {
    if (!header?.concurrency) return;
    const group = this.#group(header.concurrency.key);
    if (isQueued) group.waiting.set(header.executionId, header.concurrency);
    else group.running.add(header.executionId);
  }

  #settle(): void {
    for (const group of this.#groups.values()) {
      oldestFirst(group);
      this.#admit(group);
    }
    const arrivals = [...this.#arrivals];
    this.#arrivals.clear();
    for (const [executionId, claim] of arrivals) this.#arrive(executionId, claim);
  }

  #arrive(executionId: string, claim: ConcurrencyClaim): void {
    const group = this.#group(claim.key);
    group.waiting.set(executionId, claim);
    const live = [...group.running, ...group.waiting.keys()].filter(id => !group.leaving.has(id));
    const surplus = live.length - claim.limit;
    if (surplus > 0 && claim.onLimit === 'skip') this.#skip(group, executionId, claim);
    if (surplus > 0 && claim.onLimit === 'cancel_oldest') {
      for (const id of live.slice(0, surplus)) this.#makeRoom(group, id, executionId);
    }
    this.#admit(group);
  }

  #skip(group: Group, executionId: string, { key, limit }: ConcurrencyClaim): void {
    group.waiting.delete(executionId);
    const others = limit === 1 ? 'another execution' : `${limit} other executions`;
    this.#send(executionId, {
      kind: 'cancel',
      reason: `skipped: ${others} with the concurrency key '${key}' had not ended`,
    });
  }

  #makeRoom(group: Group, executionId: string, newer: string): void {
    group.leaving.add(executionId);
    this.#send(executionId, {
      kind: 'cancel',
      reason: `execution ${newer} with the same concurrency key took its place`,
    });
  }

  #leave(executionId: string, key: string): void {
    this.#arrivals.delete(executionId);
    const group = this.#groups.get(key);
    if (!group) return;
    group.running.delete(executionId);
    group.waiting.delete(executionId);
    group.leaving.delete(executionId);
    if (group.running.size + group.waiting.size === 0) this.#groups.delete(key);
    else this.#admit(group);
  }

  #admit({ running, waiting, leaving }: Group): void {
    if (this.#holds > 0) return;
    for (const [executionId, { limit }] of waiting) {
      if (running.size >= limit) return;
      if (leaving.has(executionId)) continue;
      waiting.delete(executionId);
      running.add(executionId);
      this.#send(executionId, { kind: 'admit' });
    }
  }

  #group(key: string): Group {
    const known = this.#groups.get(key);
    if (known) return known;
    const group: Group = { running: new Set(), waiting: new Map(), leaving: new Set() };
    this.#groups.set(key, group);
    return group;
  }
}

/** Ids grow with time. */
function oldestFirst({ running, waiting }: Group): void {
  const byAge = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1);
  const runners = [...running].sort(byAge);
  const waiters = [...waiting].sort(([a], [b]) => byAge(a, b));
  running.clear();
  waiting.clear();
  for (const executionId of runners) running.add(executionId);
  for (const [executionId, claim] of waiters) waiting.set(executionId, claim);
}
