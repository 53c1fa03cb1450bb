import type { Input, Report } from '../../src/core/decide/input.ts';
import { type Lease, UnknownWorker } from '../../src/ports/leases.ts';
import { LeaseTaker } from '../../src/worker/lease-taker.ts';
import type { HandClock } from '../support/hand-clock.ts';
import type { TestEngine } from '../support/test-engine.ts';

/** What unreliable workers share: who holds the executions now, chance, and what they note. */
export interface Ground {
  readonly clock: HandClock;
  readonly chance: () => number;
  /** Every execution of a command that was begun. */
  readonly begun: string[];
  readonly troubles: string[];
  holder: TestEngine | undefined;
}

interface Connection {
  readonly holder: TestEngine;
  readonly over: Promise<void>;
  readonly end: () => void;
  readonly stop: (commandId: string) => void;
}

const SLOTS = 3;
const BEAT = 15_000;
const LOST = Symbol('the connection broke');

/** A worker whose connection breaks, that hangs and dies. Its commands end when the test says so. */
export class UnreliableWorker {
  readonly taker: LeaseTaker;
  readonly #name: string;
  readonly #ground: Ground;
  /** The commands that it runs, and whether each was told to stop. */
  readonly #jobs = new Map<string, { readonly lease: Lease; isStopped: boolean }>();
  readonly #waiting: (() => void)[] = [];
  #connection: Connection | undefined;
  #isJoining = false;
  #isDead = false;
  isHanging = false;

  constructor(name: string, ground: Ground) {
    this.#name = `worker:${name}`;
    this.#ground = ground;
    this.taker = new LeaseTaker({
      office: {
        lease: max => this.#ask(({ leases }) => leases.lease(this.#name, max)),
        beat: running => this.#ask(({ leases }) => leases.beat(this.#name, running)),
        report: (id, report, delivery) =>
          this.#ask(({ leases }) => leases.report(this.#name, id, { ...report, delivery } as Report)),
      },
      clock: ground.clock,
      slots: SLOTS,
      prepare: async lease => () => this.#begin(lease),
      cancel: commandId => this.#tellStop(commandId),
      onTrouble: error => {
        if (error instanceof UnknownWorker) this.breakOff();
        else ground.troubles.push(String(error));
      },
    });
    void this.taker.work();
  }

  /** Looks for whoever holds the executions, unless it has somebody. */
  async join(): Promise<void> {
    const { holder } = this.#ground;
    if (!holder || this.#connection || this.#isJoining || this.#isDead || this.isHanging) return;
    this.#isJoining = true;
    const connection = this.#newConnection(holder);
    const about = { worker: this.#name, pools: ['gpu'], slots: SLOTS, pid: 1, running: this.taker.running };
    const lost = await holder.leases.join(about, connection.stop);
    this.#isJoining = false;
    if (this.#isDead || this.#ground.holder !== holder)
      return holder.leases.lose(this.#name, connection.stop);
    this.taker.lose(lost);
    this.taker.beatEvery(BEAT);
    this.#connection = connection;
    this.#wake();
  }

  breakOff(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.end();
    connection?.holder.leases.lose(this.#name, connection.stop);
  }

  goOn(): void {
    this.isHanging = false;
    this.#wake();
  }

  die(): void {
    this.#isDead = true;
    this.#jobs.clear();
    this.breakOff();
  }

  /** For good, and in good order: what it has is given back. */
  async leave(): Promise<void> {
    const connection = this.#connection;
    const begun = this.taker.close();
    this.#isDead = true;
    this.#jobs.clear();
    await connection?.holder.leases.leave(this.#name, begun);
    connection?.end();
  }

  /** Ends one of the commands that it runs, well or not. */
  endOne(): void {
    const jobs = this.isHanging ? [] : [...this.#jobs.values()];
    const job = jobs[Math.floor(this.#ground.chance() * jobs.length)];
    if (!job) return;
    const { commandId, executionId, attempt } = job.lease.command;
    this.#jobs.delete(commandId);
    const error = { kind: 'exception', message: 'it broke', retryable: true };
    const outcome = { result: { kind: 'inline', data: 1 }, ctx: {} } as const;
    const hasFailed = job.isStopped || this.#ground.chance() < 0.35;
    const end: Input = hasFailed
      ? { kind: 'failed', commandId, attempt, error }
      : { kind: 'done', commandId, attempt, outcome };
    void this.taker.report(executionId, [end]);
  }

  #begin(lease: Lease): void {
    const { commandId, attempt, redeliveries } = lease.command;
    this.#ground.begun.push(`${commandId} ${attempt} ${redeliveries}`);
    this.#jobs.set(commandId, { lease, isStopped: false });
  }

  #tellStop(commandId: string): void {
    const job = this.#jobs.get(commandId);
    if (job) job.isStopped = true;
  }

  #newConnection(holder: TestEngine): Connection {
    let end = () => {};
    const over = new Promise<void>(resolve => {
      end = resolve;
    });
    const stop = (commandId: string) => {
      if (this.#connection === connection) this.taker.stop(commandId);
    };
    const connection: Connection = { holder, over, end, stop };
    return connection;
  }

  /** As a link does it: what was not answered is asked again, of whoever is there then. Now and then an answer is lost. */
  async #ask<T>(what: (holder: TestEngine) => Promise<T>): Promise<T> {
    for (;;) {
      const connection = await this.#connected();
      const answer = what(connection.holder);
      const settled = answer.catch(() => {});
      const first = await Promise.race([settled, connection.over.then(() => LOST)]);
      await this.#connectedOrNot();
      if (first !== LOST && this.#ground.chance() < 0.03) this.breakOff();
      if (first !== LOST && this.#connection === connection) return answer;
    }
  }

  async #connected(): Promise<Connection> {
    for (;;) {
      if (this.#connection && !this.isHanging && !this.#isDead) return this.#connection;
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
  }

  async #connectedOrNot(): Promise<void> {
    while (this.isHanging) await new Promise<void>(resolve => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
