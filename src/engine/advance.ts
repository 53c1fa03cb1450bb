import { LruMap } from '../common/lru.ts';
import type { PlainValue } from '../common/plain-value.ts';
import { type Decision, decide } from '../core/decide/decide.ts';
import type { Input } from '../core/decide/input.ts';
import type { Program } from '../core/decide/program.ts';
import type { Event } from '../core/event.ts';
import { fold } from '../core/fold/fold.ts';
import type { State } from '../core/state.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { IdSource } from '../ports/id-source.ts';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import type { TurnTaken } from '../ports/turn-watcher.ts';
import { Inbox } from './inbox.ts';
import { Snapshots } from './snapshots.ts';
import type { Folded } from './state-at.ts';

export interface AdvanceServices {
  readonly events: EventStore;
  readonly snapshots: SnapshotStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Name of this process, which runs the commands it issues. */
  readonly owner: string;
  /** The pools whose commands this process runs; undefined: all of them. */
  readonly ownPools?: ReadonlySet<string> | undefined;
  /** The pinned playbook of an execution, by content hash. */
  readonly program: (hash: string) => Promise<Program>;
  readonly loadRef: (uri: string) => Promise<PlainValue | undefined>;
  /** Whether this process drives the execution; for others what arrives is only recorded (E6). */
  readonly drives: (executionId: string) => boolean;
  /** Moves values that are too large for an event into the result store. */
  readonly shrink: (executionId: string, events: readonly Event[]) => Promise<readonly Event[]>;
}

/** Folded states kept; one more than this is loaded again when it is needed. */
const CACHED_STATES = 2000;
/** Lost races before giving up: somebody else advances the execution all the time. */
const MAX_CONFLICTS = 50;

/**
 * The only place that loads, folds, decides, appends and publishes. One turn at a time per execution: what
 * arrives while a turn is under way is taken together in the next one.
 */
export class Advancer {
  readonly #services: AdvanceServices;
  readonly #publish: (turn: TurnTaken) => void;
  readonly #snapshots: Snapshots;
  readonly #folded = new LruMap<string, Folded>(CACHED_STATES);
  readonly #inboxes = new Map<string, Inbox>();
  readonly #drains = new Map<string, Promise<void>>();
  /** Turns whose write failed, so that nobody knows whether it was made. */
  readonly #unsure = new Map<string, TurnTaken>();

  constructor(services: AdvanceServices, publish: (turn: TurnTaken) => void) {
    this.#services = services;
    this.#publish = publish;
    this.#snapshots = new Snapshots(services.snapshots);
  }

  /** Resolves when the inputs are part of a durable turn, and all that follows from them is published. */
  send(executionId: string, inputs: readonly Input[], program?: Program): Promise<void> {
    const inbox = this.#inboxes.get(executionId);
    if (inbox) return inbox.add(inputs);
    const opened = new Inbox();
    const taken = opened.add(inputs);
    this.#inboxes.set(executionId, opened);
    this.#drains.set(executionId, this.#drain(executionId, opened, program));
    return taken;
  }

  /** The state of an execution as of its last turn. */
  async state(executionId: string): Promise<State> {
    return (await this.load(executionId)).state;
  }

  async load(executionId: string): Promise<Folded> {
    const known = this.#folded.get(executionId);
    if (known) return known;
    const folded = await this.#snapshots.load(this.#services.events, executionId);
    this.#folded.set(executionId, folded);
    return folded;
  }

  /** Resolves when nothing waits for a turn any more, in any execution, and its snapshots are saved. */
  async idle(): Promise<void> {
    while (this.#drains.size > 0) await Promise.all(this.#drains.values());
    await this.#snapshots.idle();
  }

  async #drain(executionId: string, inbox: Inbox, program: Program | undefined): Promise<void> {
    while (inbox.hasInputs) {
      const batch = inbox.take();
      try {
        await this.#turn(executionId, batch.inputs, program);
        batch.resolve();
      } catch (error) {
        this.#forget(executionId);
        batch.reject(error);
      }
    }
    this.#inboxes.delete(executionId);
    this.#drains.delete(executionId);
  }

  async #turn(executionId: string, inputs: readonly Input[], given: Program | undefined): Promise<void> {
    await this.#confirm(executionId);
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      const before = await this.load(executionId);
      const program = given ?? (await this.#services.program(hashOf(executionId, before.state)));
      const decision = await this.#decide(executionId, program, before.state, inputs);
      if (decision.events.length === 0 && decision.cancelled.length === 0) return;
      const events = await this.#services.shrink(executionId, decision.events);
      const version = before.version + 1;
      // Replay must give what the live execution has: where values were moved, the moved ones are folded.
      const state = events === decision.events ? decision.state : fold(events, before.state);
      const { commands, cancelled } = decision;
      if (await this.#append({ executionId, program, state, version, events, commands, cancelled })) return;
      this.#forget(executionId);
    }
    throw new Error(`execution ${executionId} is being advanced by somebody else all the time`);
  }

  /** False if somebody else has advanced the execution. */
  async #append(turn: TurnTaken): Promise<boolean> {
    const { executionId, version, events } = turn;
    const at = this.#services.clock.now();
    try {
      if ((await this.#services.events.append({ executionId, version, at, events })) === 'conflict')
        return false;
      this.#take(turn);
      return true;
    } catch (error) {
      this.#forget(executionId);
      this.#unsure.set(executionId, turn);
      // If the log cannot be read either, the next turn asks again.
      if (await this.#confirm(executionId).catch(() => false)) return true;
      throw error;
    }
  }

  /** A write that failed may have been made all the same. The log says whether it was, and then it counts. */
  async #confirm(executionId: string): Promise<boolean> {
    const turn = this.#unsure.get(executionId);
    if (!turn) return false;
    const [written] = await this.#services.events.read(executionId, turn.version);
    this.#unsure.delete(executionId);
    if (written?.events[0]?.id !== turn.events[0]?.id) return false;
    this.#take(turn);
    return true;
  }

  #take(turn: TurnTaken): void {
    const { executionId, state, version, events } = turn;
    this.#folded.set(executionId, { state, version });
    this.#publish(turn);
    this.#snapshots.follow(executionId, { state, version }, events);
  }

  /** Decides, loading the stored values that conditions turn out to need. */
  async #decide(
    executionId: string,
    program: Program,
    state: State,
    inputs: readonly Input[],
  ): Promise<Extract<Decision, { kind: 'decided' }>> {
    const loaded = new Map<string, PlainValue>();
    const { clock, ids, loadRef } = this.#services;
    for (;;) {
      const decision = decide(program, state, inputs, {
        now: clock.now(),
        allocateId: () => ids.next(),
        owner: this.#services.owner,
        ownPools: this.#services.ownPools,
        recordOnly: !this.#services.drives(executionId),
        loaded,
      });
      if (decision.kind === 'decided') return decision;
      const value = await loadRef(decision.uri);
      if (value === undefined) throw new Error(`the stored value ${decision.uri} is not available any more`);
      loaded.set(decision.uri, value);
    }
  }

  #forget(executionId: string): void {
    this.#folded.delete(executionId);
  }
}

function hashOf(executionId: string, { header }: State): string {
  if (header) return header.hash;
  throw new Error(`there is no execution ${executionId}`);
}
