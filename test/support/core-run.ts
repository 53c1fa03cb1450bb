import { EMPTY_MAPPING, type PlainMapping, type PlainValue } from '../../src/common/plain-value.ts';
import type { Command } from '../../src/core/command.ts';
import { decide } from '../../src/core/decide/decide.ts';
import type { Input } from '../../src/core/decide/input.ts';
import { makeProgram, type Program } from '../../src/core/decide/program.ts';
import type { Limits, TurnOptions } from '../../src/core/decide/turn.ts';
import type { Event, EventType } from '../../src/core/event.ts';
import { EMPTY_STATE } from '../../src/core/fold/draft.ts';
import { fold } from '../../src/core/fold/fold.ts';
import type { Failure } from '../../src/core/result.ts';
import type { State } from '../../src/core/state.ts';
import type { Playbook } from '../../src/playbook/model.ts';

/** Logs up to this many events are replayed after every turn. */
const REPLAYED_ALWAYS = 60;

/**
 * An execution driven by hand: the test is the shell and all the workers. After every turn it checks what
 * must always hold: a second pass finds nothing to do, and the log replays to the same state (a long log
 * whenever it has grown by a quarter, and when the execution has ended).
 */
export class CoreRun {
  readonly program: Program;
  readonly log: Event[] = [];
  readonly turns: { readonly at: number; readonly events: readonly Event[] }[] = [];
  /** Commands that a worker may take, oldest first. */
  readonly queue: Command[] = [];
  readonly cancelled: string[] = [];
  readonly loaded = new Map<string, PlainValue>();
  state: State = EMPTY_STATE;
  now = 0;
  readonly #limits: Partial<Limits>;
  readonly #owner: Pick<TurnOptions, 'owner' | 'ownPools'>;
  readonly #checks: boolean;
  #lastId = 100;
  #replayNext = 0;

  /** `owner` runs what is issued of the pool `shared`; undefined: workers claim everything. */
  constructor(
    playbook: Playbook,
    options: { limits?: Partial<Limits>; checks?: boolean; owner?: string } = {},
  ) {
    this.program = makeProgram(playbook);
    this.#limits = options.limits ?? {};
    this.#checks = options.checks ?? true;
    this.#owner = options.owner === undefined ? {} : { owner: options.owner, ownPools: new Set(['shared']) };
  }

  start(payload: PlainMapping = EMPTY_MAPPING): this {
    return this.send({ kind: 'start', executionId: '1', catalogId: '2', path: 'p', version: '1', payload });
  }

  send(...inputs: Input[]): this {
    const decision = this.#decide(inputs);
    if (decision.kind === 'needs') throw new Error(`needs ${decision.uri}`);
    this.log.push(...decision.events);
    if (decision.events.length > 0) this.turns.push({ at: this.now, events: decision.events });
    this.state = decision.state;
    this.cancelled.push(...decision.cancelled);
    const gone = new Set(decision.cancelled);
    const waiting = this.queue.filter(command => !gone.has(command.commandId));
    this.queue.splice(0, this.queue.length, ...waiting, ...decision.commands);
    if (this.#checks) this.#check();
    return this;
  }

  #decide(inputs: readonly Input[]) {
    const options = {
      now: this.now,
      allocateId: () => String(++this.#lastId),
      loaded: this.loaded,
      limits: this.#limits,
      ...this.#owner,
    };
    return decide(this.program, this.state, inputs, options);
  }

  #check(): void {
    const before = this.#lastId;
    const again = this.#decide([]);
    this.#lastId = before;
    if (again.kind === 'decided' && again.events.length > 0) {
      throw new Error(`a second pass emitted ${again.events.map(event => event.type).join(', ')}`);
    }
    if (this.#isReplayDue()) this.#checkReplay();
  }

  /** To replay a log of thousands of events after each of its turns takes quadratic time. */
  #isReplayDue(): boolean {
    const { length } = this.log;
    const isDue = length >= this.#replayNext || this.state.phase.kind !== 'in_progress';
    if (isDue) this.#replayNext = length < REPLAYED_ALWAYS ? 0 : Math.ceil(length * 1.25);
    return isDue;
  }

  #checkReplay(): void {
    const replayed = show(fold(this.log));
    if (replayed !== show(this.state)) throw new Error(`replay differs:\n${replayed}\n${show(this.state)}`);
  }

  /** Takes the oldest waiting command of a step (and iteration) off the queue. */
  take(step: string, iteration?: number): Command {
    const index = this.queue.findIndex(
      command => command.step === step && (iteration === undefined || command.iteration?.index === iteration),
    );
    if (index === -1)
      throw new Error(`no command of ${step} waits; there are ${this.waiting().join(', ') || 'none'}`);
    return this.queue.splice(index, 1)[0]!;
  }

  done(step: string, data: PlainValue = null, iteration?: number): this {
    const { commandId, attempt } = this.take(step, iteration);
    return this.send({
      kind: 'done',
      commandId,
      attempt,
      outcome: { result: { kind: 'inline', data }, ctx: EMPTY_MAPPING },
    });
  }

  fail(step: string, error: Partial<Failure> = {}, iteration?: number): this {
    const { commandId, attempt } = this.take(step, iteration);
    const full = { kind: 'exception', message: 'it broke', retryable: false, ...error };
    return this.send({ kind: 'failed', commandId, attempt, error: full });
  }

  waiting(): string[] {
    return this.queue.map(({ step, iteration }) => (iteration ? `${step}[${iteration.index}]` : step));
  }

  events<T extends EventType>(type: T): Extract<Event, { type: T }>[] {
    return this.log.filter((event): event is Extract<Event, { type: T }> => event.type === type);
  }

  /** Steps in the order in which their runs started, with run numbers beyond the first. */
  runs(): string[] {
    return this.events('step.enter').map(({ step, run }) => (run === 1 ? step : `${step}(${run})`));
  }
}

/** Everything in a state, in an order that does not depend on how it came about. */
export function show(state: State): string {
  return JSON.stringify(
    state,
    (_, value: unknown) => {
      if (value instanceof Map) return { map: [...value].sort(byKey) };
      if (value instanceof Set) return { set: [...value].sort() };
      return typeof value === 'bigint' ? `${value}n` : value;
    },
    1,
  );
}

const byKey = ([a]: [unknown, unknown], [b]: [unknown, unknown]) => (String(a) < String(b) ? -1 : 1);
