import type { Input, Report } from '../core/decide/input.ts';
import { leaseOf } from '../core/lease.ts';
import type { State } from '../core/state.ts';
import { poolOf } from '../playbook/pool.ts';
import type { Clock } from '../ports/clock.ts';
import type { Assignment, Dispatcher, ReportTo } from '../ports/dispatcher.ts';
import {
  type Delivered,
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
  adopt(commandId: string, worker: string): void {
    if (this.#isClosed) return;
    const known = this.#workers.get(worker) ?? this.#expect(worker);
    if (known.isWithout(commandId)) void this.#giveUp(known, [commandId], false);
    else known.held.add(commandId);
  }

  async join(joining: Joining, stop: (commandId: string) => void): Promise<readonly string[]> {
    const { running, ...about } = joining;
    const worker = this.#workers.get(about.worker) ?? new LeasingWorker(about, this.#services.clock.now());
    this.#workers.set(worker.name, worker);
    worker.about = about;
    worker.stop = stop;
    // Its connection before this one is gone, even if nobody has noticed yet.
    worker.grant([]);
    worker.has = new Set(running.map(({ commandId }) => commandId));
    const lost = await this.beat(worker.name, running);
    // It has never got these: the answer went the way of the connection.
    await this.#giveUp(
      worker,
      [...worker.held].filter(commandId => worker.isWithout(commandId)),
      false,
    );
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

  async beat(name: string, running: readonly Delivered[]): Promise<readonly string[]> {
    const worker = this.#mustKnow(name);
    worker.heard(this.#services.clock.now(), this.#endAfter(worker, this.leaseTime));
    const lost: string[] = [];
    for (const { commandId, delivery } of running) {
      if (worker.held.has(commandId)) continue;
      if (await this.#isHeldBy(name, commandId, delivery)) worker.held.add(commandId);
      else lost.push(commandId);
    }
    return lost;
  }

  async report(name: string, executionId: string, report: Report): Promise<void> {
    if (!(await this.#services.report(executionId, [report])))
      throw new Error('the report could not be recorded; whoever runs the engine was told why');
    if (isLast(report)) this.#workers.get(name)?.held.delete(report.commandId);
  }

  lose(name: string, stop: (commandId: string) => void): void {
    const worker = this.#workers.get(name);
    if (worker?.stop !== stop || this.#isClosed) return;
    worker.stop = undefined;
    worker.grant([]);
    worker.believe(this.#endAfter(worker, Math.min(RETURN_TIME, this.leaseTime)));
  }

  async leave(name: string): Promise<void> {
    const worker = this.#workers.get(name);
    if (worker) await this.#end(worker);
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
  async #claim(worker: LeasingWorker, assignments: readonly Assignment[]): Promise<readonly Assignment[]> {
    for (const { command } of assignments) worker.held.add(command.commandId);
    const recorded = await Promise.all(
      assignments.map(({ command }) =>
        this.#services.report(command.executionId, [claimOf(command, worker.name)]),
      ),
    );
    const claimed: Assignment[] = [];
    for (const [index, assignment] of assignments.entries()) {
      const { commandId, redeliveries } = assignment.command;
      if (!recorded[index]) worker.held.delete(commandId);
      else if (await this.#isHeldBy(worker.name, commandId, redeliveries)) claimed.push(assignment);
      else worker.held.delete(commandId);
    }
    return claimed;
  }

  async #isHeldBy(worker: string, commandId: string, delivery: number): Promise<boolean> {
    const [executionId = ''] = commandId.split(':', 1);
    const lease = leaseOf(await this.#services.state(executionId), commandId);
    return lease?.worker === worker && lease.delivery === delivery;
  }

  #endAfter(worker: LeasingWorker, milliseconds: number): () => void {
    return this.#services.clock.after(milliseconds, () => void this.#end(worker));
  }

  /** The reaper: whoever is not heard of in time has lost what it had. */
  async #end(worker: LeasingWorker): Promise<void> {
    worker.end();
    this.#workers.delete(worker.name);
    await this.#giveUp(worker, [...worker.held], true);
  }

  async #giveUp(worker: LeasingWorker, commandIds: readonly string[], begun: boolean): Promise<void> {
    const byExecution = new Map<string, Input[]>();
    for (const commandId of commandIds) {
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

const isLast = ({ kind }: Report): boolean => kind === 'done' || kind === 'failed' || kind === 'parked';
