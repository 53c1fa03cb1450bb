import { canonicalJson } from '../common/canonical-json.ts';
import { deferred } from '../common/deferred.ts';
import type { PlainValue } from '../common/plain-value.ts';
import type { ControlClient } from '../control/control-client.ts';
import { ControlError, HolderLost } from '../control/control-error.ts';
import { Followers } from '../control/followers.ts';
import { writeRerun } from '../control/rerun-order.ts';
import type { Input, Steering } from '../core/decide/input.ts';
import type { Event } from '../core/event.ts';
import { isTerminal } from '../core/fold/fold.ts';
import { RerunProblem } from '../core/rerun/plan-rerun.ts';
import type { State } from '../core/state.ts';
import type { Engine } from '../engine/engine.ts';
import { Programs } from '../engine/programs.ts';
import { foldLog } from '../engine/state-at.ts';
import type { EngineHandle, RerunRequest, StartRequest } from '../ports/engine-handle.ts';
import type { TurnTaken, TurnWatcher } from '../ports/turn-watcher.ts';
import { type LineSource, LinesElsewhere } from './lines-elsewhere.ts';
import { leaveSeat, type Seat, type SeatOptions, takeSeat } from './seat.ts';

/**
 * The engine of a data directory, wherever it runs. While this process holds the lock it is here; otherwise
 * requests go to the holder and turns are read from the store. When the holder goes away, this process takes
 * the lock (or finds the next holder) and the executions it follows go on; whoever watches notices nothing.
 */
export class SharedEngine implements EngineHandle {
  readonly #options: SeatOptions;
  readonly #watchers = new Set<TurnWatcher>();
  readonly #followers: Followers;
  /** Undefined: nobody listens. */
  readonly #lines: LinesElsewhere | undefined;
  #seat: Seat;
  /** Under way while the seat is being changed. */
  #change: Promise<void> | undefined;
  #isClosed = false;

  private constructor(seat: Seat, options: SeatOptions) {
    this.#options = options;
    this.#seat = seat;
    // The stores change with the seat.
    const programs = new Programs({
      find: hash => this.stores.playbooks.find(hash),
      keep: (hash, playbook) => this.stores.playbooks.keep(hash, playbook),
    });
    const source = () => ({ events: this.stores.events, program: (hash: string) => programs.find(hash) });
    this.#followers = new Followers(source, turn => this.#tell(turn));
    this.#lines = options.onPrint && new LinesElsewhere(this.#lineSource(), options.onPrint);
    this.#sit(seat);
  }

  static async open(options: SeatOptions): Promise<SharedEngine> {
    return new SharedEngine(await takeSeat(options), options);
  }

  get seat(): Seat {
    return this.#seat;
  }

  get stores() {
    return this.#seat.kind === 'holder' ? this.#seat.local.stores : this.#seat.stores;
  }

  async start(request: StartRequest): Promise<string> {
    let executionId = request.executionId;
    return this.#ask(
      // Once an id is given out the start can be repeated with it, whoever holds the directory then.
      engine => engine.start(executionId === undefined ? request : { ...request, executionId }),
      async client => {
        executionId ??= String(await client.request({ do: 'new_id' }));
        const { playbook, text, source, payload, entry, catalog } = request;
        const first = { ...(entry === undefined ? {} : { entry }), ...(catalog ? { catalog } : {}) };
        const order = {
          do: 'start',
          executionId,
          text,
          source,
          hash: playbook.hash,
          payload,
          ...first,
        } as const;
        await client.request(order);
        await this.#followers.follow(executionId);
        return executionId;
      },
    );
  }

  rerun(request: RerunRequest): Promise<string> {
    const onClient = async (client: ControlClient): Promise<string> => {
      const executionId = String(await client.request(writeRerun(request)).catch(asRerunProblem));
      await this.#followers.follow(executionId);
      return executionId;
    };
    const unknown = () => Promise.reject(outcomeUnknown());
    return this.#ask(engine => engine.rerun(request), onClient, unknown);
  }

  async send(executionId: string, ...inputs: Input[]): Promise<void> {
    await this.steer(executionId, ...(inputs as Steering[]));
  }

  /** As `send`; says whether somebody drives the execution, so that something follows from it. */
  steer(executionId: string, ...inputs: Steering[]): Promise<boolean> {
    const onClient = async (client: ControlClient): Promise<boolean> => {
      const answer = await client.request({ do: 'send', executionId, inputs });
      return (answer as { readonly driven: PlainValue }).driven === true;
    };
    const onLocal = async (engine: Engine): Promise<boolean> => {
      const driven = engine.drives(executionId);
      await engine.send(executionId, ...inputs);
      return driven;
    };
    const before = this.#recorded(executionId);
    const isRecorded = async () => {
      const since = (await this.stores.events.read(executionId, (await before) + 1)).flatMap(
        turn => turn.events,
      );
      return inputs.every(input => input.kind !== 'signal' || wasReceived(input, since)) ? true : undefined;
    };
    return this.#ask(onLocal, onClient, isRecorded);
  }

  /** Has an execution driven that nobody drives, and tells of its turns. Says whether it was taken up by this. */
  takeUp(executionId: string): Promise<boolean> {
    return this.#ask(
      engine => engine.takeUp(executionId),
      async client => {
        const answer = await client.request({ do: 'take_up', executionId });
        await this.#followers.follow(executionId);
        return (answer as { readonly taken: PlainValue }).taken === true;
      },
    );
  }

  async state(executionId: string): Promise<State> {
    await this.#change;
    if (this.#seat.kind === 'holder') return this.#seat.local.engine.state(executionId);
    const { events, snapshots } = this.stores;
    return (await foldLog(events, snapshots, executionId)).state;
  }

  watch(watcher: TurnWatcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  async ended(executionId: string): Promise<State> {
    const { promise, resolve } = deferred<State>();
    const stop = this.watch(turn => {
      if (turn.executionId === executionId && isTerminal(turn.state)) resolve(turn.state);
    });
    await this.#ask(
      async () => {},
      async client => {
        await client.request({ do: 'watch', executionId });
        await this.#followers.follow(executionId);
      },
    );
    const now = await this.state(executionId);
    if (isTerminal(now)) {
      // It may have ended since its turns were read: nobody hears of the end before the last of them.
      if (this.#seat.kind === 'client') await this.#hear(executionId);
      resolve(now);
    }
    return promise.finally(stop);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#lines?.stop();
    // Why it failed was told when it did.
    await this.#change?.catch(() => {});
    await leaveSeat(this.#seat);
  }

  /**
   * Asks whoever holds the directory, and the next one if that one goes away. A request that it may have
   * carried out before is asked again, unless `wasDone` finds what came of it.
   */
  async #ask<T>(
    onLocal: (engine: Engine) => Promise<T>,
    onClient: (client: ControlClient) => Promise<T>,
    wasDone: () => Promise<T | undefined> = async () => undefined,
  ): Promise<T> {
    for (;;) {
      await this.#change;
      const seat = this.#seat;
      if (seat.kind === 'holder') return onLocal(seat.local.engine);
      try {
        return await onClient(seat.client);
      } catch (error) {
        if (!(error instanceof HolderLost) || this.#isClosed) throw error;
        await this.#changeSeat(seat);
        const done = error.mayHaveActed ? await wasDone() : undefined;
        if (done !== undefined) return done;
      }
    }
  }

  async #recorded(executionId: string): Promise<number> {
    return (await this.stores.events.summary(executionId))?.version ?? 0;
  }

  #tell(turn: TurnTaken): void {
    for (const watcher of this.#watchers) watcher(turn);
  }

  #sit(seat: Seat): void {
    this.#seat = seat;
    this.#lines?.stop();
    if (seat.kind === 'holder') return void seat.local.engine.watch(turn => this.#tell(turn));
    seat.client.onTurn = executionId => this.#guard(this.#hear(executionId));
    this.#lines?.listen();
    void seat.client.closed.then(() => {
      if (!this.#isClosed && this.#followers.open.length > 0) this.#guard(this.#changeSeat(seat));
    });
  }

  /** What a step printed is told before its end, as it is where it runs. */
  async #hear(executionId: string): Promise<void> {
    // Of one that is heard of for the first time nobody would know whose lines these are.
    if (!this.#followers.open.includes(executionId)) await this.#followers.read(executionId);
    await this.#lines?.read(executionId);
    await this.#followers.read(executionId);
  }

  #lineSource(): LineSource {
    return {
      logs: () => this.stores.logs,
      open: () => this.#followers.open,
      flush: async () => {
        if (this.#seat.kind === 'client') await this.#seat.client.request({ do: 'flush_logs' });
      },
      onTrouble: error => this.#told(error),
    };
  }

  /** What breaks in the background is told to whoever waits for an execution. */
  #guard(work: Promise<void>): void {
    work.catch(error => this.#told(error));
  }

  #told(error: unknown): void {
    if (!this.#isClosed) this.#options.onTrouble('', error);
  }

  /** Replaces a seat whose holder is gone; once, however many notice it. */
  #changeSeat(lost: Seat): Promise<void> {
    if (this.#seat !== lost && this.#change === undefined) return Promise.resolve();
    this.#change ??= this.#moveOn().finally(() => {
      this.#change = undefined;
    });
    return this.#change;
  }

  /** Until there is a holder that takes up what is followed; the next one may be about to go away as well. */
  async #moveOn(): Promise<void> {
    for (;;) {
      try {
        return await this.#moveTo(await takeSeat(this.#options));
      } catch (error) {
        if (!(error instanceof HolderLost)) throw error;
      }
    }
  }

  async #moveTo(seat: Seat): Promise<void> {
    const before = this.stores;
    this.#seat = seat;
    // First what the last holder did, then what follows: it takes no turn before it is taken up.
    await this.#followers.readAll();
    await before.close();
    this.#sit(seat);
    for (const executionId of this.#followers.open) await this.#resume(seat, executionId);
  }

  async #resume(seat: Seat, executionId: string): Promise<void> {
    if (seat.kind === 'holder') return void (await seat.local.engine.takeUp(executionId));
    await seat.client.request({ do: 'take_up', executionId });
    await this.#followers.read(executionId);
  }
}

/** Two equal signals of two senders, sent while the holder dies, would count as one. */
function wasReceived(signal: Extract<Steering, { kind: 'signal' }>, events: readonly Event[]): boolean {
  const wanted = canonicalJson(signal.data);
  return events.some(
    event =>
      event.type === 'signal.received' && event.name === signal.name && canonicalJson(event.data) === wanted,
  );
}

const outcomeUnknown = (): ControlError =>
  new ControlError(
    'control_outcome_unknown',
    'the process that holds the data directory went away before it answered: `noetl executions` shows whether the ' +
      'rerun was started; if not, try again',
  );

function asRerunProblem(error: unknown): never {
  throw error instanceof ControlError && error.code === 'control_rerun_refused'
    ? new RerunProblem(error.message, { cause: error })
    : error;
}
