import type { PlainValue } from '../../common/plain-value.ts';
import { poolOf } from '../../playbook/pool.ts';
import type { Command } from '../command.ts';
import type { Event, Unstamped } from '../event.ts';
import { Draft } from '../fold/draft.ts';
import { apply } from '../fold/fold.ts';
import { baseContext, type RenderContext } from '../render-context.ts';
import type { Result } from '../result.ts';
import type { State } from '../state.ts';
import { NeedRef } from './need-ref.ts';
import type { Program } from './program.ts';
import { SettlingLoops } from './settling-loops.ts';

/** What the shell supplies to a turn, so that deciding needs no clock, no chance and no store. */
export interface TurnOptions {
  /** Recorded as the time of every event of the turn, and what `now()` gives. */
  readonly now: number;
  /** Event ids, ascending. */
  readonly allocateId: () => string;
  /** Stored values that an earlier attempt at this turn asked for, by uri. */
  readonly loaded?: ReadonlyMap<string, PlainValue>;
  readonly limits?: Partial<Limits>;
  /** The process that runs the commands of this turn itself; undefined: workers claim them. */
  readonly owner?: string;
  /** The pools whose commands that process runs; undefined: all of them. */
  readonly ownPools?: ReadonlySet<string> | undefined;
  /** Whether what arrived is only recorded: no step is entered, nothing is issued, nothing ends by itself. */
  readonly recordOnly?: boolean;
}

export interface Limits {
  /** Iterations of one loop at a time, where the playbook sets no limit. */
  readonly maxInFlight: number;
  /** Runs of one step in one execution. */
  readonly maxRuns: number;
  /** Lost leases of one command. */
  readonly maxRedeliveries: number;
}

export const DEFAULT_LIMITS: Limits = { maxInFlight: 64, maxRuns: 10_000, maxRedeliveries: 3 };

/** One turn under way: what it has emitted is already part of the state it looks at. */
export class Turn {
  readonly program: Program;
  readonly state: Draft;
  readonly events: Event[] = [];
  readonly commands: Command[] = [];
  /** Commands that must not run any more, wherever they are. */
  readonly cancelled: string[] = [];
  readonly now: number;
  readonly limits: Limits;
  readonly #owner: string | undefined;
  readonly #ownPools: ReadonlySet<string> | undefined;
  /** What every template of the execution sees; it follows the state as the turn changes it. */
  readonly context: RenderContext;
  readonly #allocateId: () => string;
  readonly #loaded: ReadonlyMap<string, PlainValue>;
  readonly #recordOnly: boolean;
  #settling: SettlingLoops | undefined;
  #uuids = 0;

  constructor(program: Program, state: State, options: TurnOptions) {
    this.program = program;
    this.state = new Draft(state);
    this.now = options.now;
    this.#owner = options.owner;
    this.#ownPools = options.ownPools;
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#allocateId = options.allocateId;
    this.#loaded = options.loaded ?? new Map();
    this.#recordOnly = options.recordOnly ?? false;
    this.context = baseContext(this.state, { load: result => this.load(result) });
  }

  get executionId(): string {
    return this.state.header?.executionId ?? '';
  }

  /** E5, E6, E7: whether only what arrives is taken, and nothing follows from it yet. */
  get standsStill(): boolean {
    return this.#recordOnly || this.state.isPaused || this.state.isQueued;
  }

  /** Who runs the commands of a step as soon as they are issued; undefined: whoever claims them. */
  ownerOf(step: string): string | undefined {
    const isOwn = this.#ownPools?.has(poolOf(this.program.playbook, this.program.step(step))) ?? true;
    return isOwn ? this.#owner : undefined;
  }

  emit<E extends Unstamped>(unstamped: E): Event {
    const event = { id: this.#allocateId(), at: this.now, ...unstamped } as unknown as Event;
    this.events.push(event);
    apply(this.state, event);
    return event;
  }

  load(result: Result): PlainValue | undefined {
    if (result.kind === 'none') return undefined;
    if (result.kind === 'inline') return result.data;
    return result.kind === 'collected' ? this.#collected(result.uri) : this.#stored(result.ref.uri);
  }

  #collected(uri: string): PlainValue {
    this.#settling ??= new SettlingLoops(this.events, {
      stored: address => this.#stored(address),
      load: result => this.load(result),
    });
    return this.#settling.load(uri);
  }

  #stored(uri: string): PlainValue {
    const value = this.#loaded.get(uri);
    if (value === undefined) throw new NeedRef(uri);
    return value;
  }

  /** What templates may ask of the world on the server: the time and ids of the turn, and nothing else. */
  get host() {
    return {
      now: () => this.now,
      uuid: () => `${this.executionId}-${this.events.at(-1)?.id ?? 0}-${this.#uuids++}`,
    };
  }
}
