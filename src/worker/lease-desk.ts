import type { Input, Report } from '../core/decide/input.ts';
import { leaseOf } from '../core/lease.ts';
import type { State } from '../core/state.ts';
import { poolOf } from '../playbook/pool.ts';
import type { Clock } from '../ports/clock.ts';
import type { Assignment, Dispatcher, ReportTo } from '../ports/dispatcher.ts';
import {
  type Delivered,
  isLast,
  isSameDelivery,
  type JoinedWorker,
  type Joining,
  type Lease,
  type Leases,
  UnknownWorker,
} from '../ports/leases.ts';
import { LeasingWorker } from './leasing-worker.ts';
import { WaitingLine } from './waiting-line.ts';

export interface DeskServices {
  readonly clock: Clock;
  readonly report: ReportTo;
  /** Of an execution, as of its last turn. */
  readonly state: (executionId: string) => Promise<State>;
  /** Milliseconds for which a worker keeps what it has without being heard of. */
  readonly leaseTime?: number | undefined;
}

const LEASE_TIME = 60_000;
/** Milliseconds a worker has to come back after its connection broke. One that lives tries at once. */
const RETURN_TIME = 3_000;
/** In which the time runs for which a worker is believed. */
const PARTS = 4;
/** Commands in one answer: a worker asks again at once, and others get their share. */
const MOST_AT_ONCE = 8;

/**
 * Has commands executed by workers in other processes, which lease them.
 *
 *     waiting (by pool) ──lease──▶ claimed in the log ──▶ held by a worker ──report──▶ ended
 *           ▲                                                 │
 *           └──── issued again ◀── lease lost in the log ◀── not heard of in time
 *
 * The log says who has what. What stands here is only what it takes to notice that a worker is gone, and is
 * made anew when another process takes up the executions.
 */
export class LeaseDesk implements Dispatcher, Leases {
  readonly leaseTime: number;
  readonly #services: DeskServices;
  readonly #lines = new Map<string, WaitingLine>();
  readonly #workers = new Map<string, LeasingWorker>();
  #isClosed = false;

  constructor(services: DeskServices) {
    this.#services = services;
    this.leaseTime = services.leaseTime ?? LEASE_TIME;
  }

  /** Commands that wait for a worker. */
  get waitingCount(): number {
    return [...this.#lines.values()].reduce((sum, line) => sum + line.count, 0);
  }

  dispatch(assignment: Assignment): void {
    if (!this.#isClosed) this.#lineOf(assignment).add(assignment);
  }

  cancel(commandId: string): void {
    for (const line of this.#lines.values()) line.remove(commandId);
    for (const worker of this.#workers.values()) if (worker.held.delete(commandId)) worker.stop?.(commandId);
  }

  drop(executionId: string): string[] {
    return [...this.#lines.values()].flatMap(line => line.drop(executionId));
  }

  /** What workers have is theirs, also when this process is gone. */
  async drain(): Promise<void> {
    await this.close();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const line of this.#lines.values()) line.clear();
    for (const worker of this.#workers.values()) worker.end();
  }

  /** A process before this one has handed out the command, and its worker may still be at it. */
  adopt(delivered: Delivered, worker: string): void {
    if (this.#isClosed) return;
    const known = this.#workers.get(worker) ?? this.#expect(worker);
    if (known.isWithout(delivered)) void this.#giveUp(known, [delivered], false);
    else known.held.set(delivered.commandId, delivered);
  }

  async join(joining: Joining, stop: (commandId: string) => void): Promise<readonly Delivered[]> {
    const { running, ...about } = joining;
    const worker = this.#workers.get(about.worker) ?? new LeasingWorker(about, this.#services.clock.now());
    this.#workers.set(worker.name, worker);
    worker.about = about;
    worker.stop = stop;
    // Its connection before this one is gone, even if nobody has noticed yet.
    worker.grant([]);
    worker.has = running;
    const lost = await this.beat(worker.name, running);
    // It has never got these: the answer went the way of the connection.
    const missed = [...worker.held.values()].filter(each => worker.isWithout(each));
    await this.#giveUp(worker, missed, false);
    return lost;
  }

  async lease(name: string, max: number): Promise<readonly Lease[]> {
    const worker = this.#mustKnow(name);
    if (this.#isClosed || max === 0) {
      worker.grant([]);
      return [];
    }
    const granted = worker.wishes(Math.min(max, MOST_AT_ONCE));
    for (const pool of worker.about.pools) this.#serve(pool);
    const claimed = await this.#claim(worker, await granted);
    return claimed.map(({ command, version, program }) => ({
      command,
      version,
      hash: program.playbook.hash,
    }));
  }

  async beat(name: string, running: readonly Delivered[]): Promise<readonly Delivered[]> {
    const worker = this.#mustKnow(name);
    worker.heard(this.#services.clock.now(), this.#endAfter(worker, this.leaseTime));
    const lost: Delivered[] = [];
    for (const each of running) {
      const held = worker.held.get(each.commandId);
      if (held && isSameDelivery(held, each)) continue;
      if (!(await this.#isHeldBy(name, each))) lost.push(each);
      else if (!worker.held.has(each.commandId)) worker.held.set(each.commandId, each);
    }
    return lost;
  }

  async report(name: string, executionId: string, report: Report): Promise<void> {
    if (!(await this.#services.report(executionId, [report])))
      throw new Error('the report could not be recorded; whoever runs the engine was told why');
    if (isLast(report)) this.#workers.get(name)?.letGo(report);
  }

  lose(name: string, stop: (commandId: string) => void): void {
    const worker = this.#workers.get(name);
    if (worker?.stop !== stop || this.#isClosed) return;
    worker.stop = undefined;
    worker.grant([]);
    worker.believe(this.#endAfter(worker, Math.min(RETURN_TIME, this.leaseTime)));
  }

  async leave(name: string, begun: readonly Delivered[]): Promise<void> {
    const worker = this.#workers.get(name);
    if (worker) await this.#end(worker, begun);
  }

  workers(): readonly JoinedWorker[] {
    return [...this.#workers.values()].map(worker => worker.view());
  }

  #mustKnow(name: string): LeasingWorker {
    const worker = this.#workers.get(name);
    if (worker) return worker;
    throw new UnknownWorker(
      `${name} has not joined, or was not heard of for ${this.leaseTime / 1000} seconds`,
    );
  }

  /** One that is spoken of and has not come yet. */
  #expect(name: string): LeasingWorker {
    const worker = new LeasingWorker(
      { worker: name, pools: [], slots: 0, pid: 0 },
      this.#services.clock.now(),
    );
    this.#workers.set(name, worker);
    worker.believe(this.#endAfter(worker, this.leaseTime));
    return worker;
  }

  #lineOf({ program, command }: Assignment): WaitingLine {
    const pool = poolOf(program.playbook, program.step(command.step));
    const line = this.#lines.get(pool) ?? new WaitingLine(this.#services.clock, () => this.#serve(pool));
    this.#lines.set(pool, line);
    return line;
  }

  /** Gives what waits to those who have asked, whoever has the least first. */
  #serve(pool: string): void {
    const line = this.#lines.get(pool);
    while (line && line.count > 0) {
      const [worker] = [...this.#workers.values()]
        .filter(each => each.wants(pool) > 0)
        .sort((one, other) => one.held.size - other.held.size);
      if (!worker) return;
      const taken = Array.from({ length: Math.min(worker.wants(pool), line.count) }, () => line.take());
      worker.grant(taken.filter(assignment => assignment !== undefined));
    }
  }

  /** What is on record as the worker's; the rest was cancelled meanwhile, or waits again. */
  async #claim(worker: LeasingWorker, granted: readonly Assignment[]): Promise<readonly Assignment[]> {
    const claimed = await Promise.all(granted.map(each => this.#claimOne(worker, each)));
    return granted.filter((_, index) => claimed[index]);
  }

  async #claimOne(worker: LeasingWorker, assignment: Assignment): Promise<boolean> {
    const { command } = assignment;
    const held = worker.held.get(command.commandId);
    if (!held) {
      // It left just when it was given this: a claim would be on record for ever.
      this.dispatch(assignment);
      return false;
    }
    const isRecorded = await this.#services.report(command.executionId, [claimOf(command, worker.name)]);
    const isClaimed = isRecorded && (await this.#isHeldBy(worker.name, held));
    const isStillHeld = worker.held.get(command.commandId) === held;
    // It left while the claim had to wait for the store, and that it lost this may have been recorded before.
    if (isClaimed && !isStillHeld) await this.#giveUp(worker, [held], false);
    if (!isClaimed && isStillHeld) worker.held.delete(command.commandId);
    return isClaimed && isStillHeld;
  }

  async #isHeldBy(worker: string, { commandId, attempt, delivery }: Delivered): Promise<boolean> {
    const [executionId = ''] = commandId.split(':', 1);
    const lease = leaseOf(await this.#services.state(executionId), commandId);
    return lease?.worker === worker && lease.attempt === attempt && lease.delivery === delivery;
  }

  /**
   * In a few parts: after this process was stopped, or the machine asleep, everything is overdue at once, and what workers
   * have said meanwhile is heard only then. So they lose one part, and not all they have.
   */
  #endAfter(worker: LeasingWorker, milliseconds: number): () => void {
    let cancel = () => {};
    const wait = (parts: number): void => {
      cancel = this.#services.clock.after(milliseconds / PARTS, () =>
        parts > 1 ? wait(parts - 1) : void this.#end(worker),
      );
    };
    wait(PARTS);
    return () => cancel();
  }

  /** The reaper: whoever is not heard of in time has lost what it had. Undefined: nobody can tell what it had begun. */
  async #end(worker: LeasingWorker, begun?: readonly Delivered[]): Promise<void> {
    worker.end();
    this.#workers.delete(worker.name);
    const held = [...worker.held.values()];
    const isBegun = (each: Delivered) => begun?.some(one => isSameDelivery(one, each)) ?? true;
    await Promise.all([
      this.#giveUp(worker, held.filter(isBegun), true),
      this.#giveUp(
        worker,
        held.filter(each => !isBegun(each)),
        false,
      ),
    ]);
  }

  async #giveUp(worker: LeasingWorker, delivered: readonly Delivered[], begun: boolean): Promise<void> {
    const byExecution = new Map<string, Input[]>();
    for (const { commandId } of delivered) {
      worker.held.delete(commandId);
      const [executionId = ''] = commandId.split(':', 1);
      const lost: Input = { kind: 'lease_lost', commandId, worker: worker.name, ...(begun ? {} : { begun }) };
      byExecution.set(executionId, [...(byExecution.get(executionId) ?? []), lost]);
    }
    await Promise.all(
      [...byExecution].map(([executionId, inputs]) => this.#services.report(executionId, inputs)),
    );
  }
}

/** C7: a retry is claimed by its start. */
function claimOf(
  { commandId, attempt, availableAt, redeliveries }: Assignment['command'],
  worker: string,
): Report {
  if (availableAt === undefined) return { kind: 'claimed', commandId, worker };
  return { kind: 'started', commandId, attempt, delivery: redeliveries, worker };
}
