import type { PlainValue } from '../common/plain-value.ts';
import type { Command } from '../core/command.ts';
import type { Failure, Result } from '../core/result.ts';
import { itemPlace, type State } from '../core/state.ts';
import { poolOf } from '../playbook/pool.ts';
import type { Assignment, Dispatcher, ReportTo } from '../ports/dispatcher.ts';
import type { Delivered } from '../ports/leases.ts';
import type { LoopItems } from './loop-items.ts';

/** Has commands executed that other processes may claim. */
export interface Desk extends Dispatcher {
  /** The worker of another process has had the command since before this process. */
  adopt(delivered: Delivered, worker: string): void;
}

/** Who executes commands: this process, and whoever claims what it does not run itself. */
export interface Hands {
  readonly own: Dispatcher;
  readonly desk?: Desk | undefined;
  /** The pools that this process runs itself; undefined: all of them. */
  readonly ownPools?: ReadonlySet<string> | undefined;
}

/** Gives commands to whoever executes them; an iteration that is run here gets its stored item first. */
export class HandOut implements Dispatcher {
  readonly #hands: Hands;
  readonly #items: LoopItems;
  readonly #report: ReportTo;
  /** Commands whose items are being read, by id. */
  readonly #reading = new Map<string, Assignment>();

  constructor(hands: Hands, items: LoopItems, report: ReportTo) {
    this.#hands = hands;
    this.#items = items;
    this.#report = report;
  }

  dispatch(assignment: Assignment): void {
    const stored = storedItems(assignment.state, assignment.command);
    if (!this.runsHere(assignment))
      this.#hands.desk?.dispatch(stored ? withItem(assignment, undefined) : assignment);
    else if (stored && assignment.command.iteration?.item === undefined)
      void this.#withItem(assignment, stored);
    else this.#hands.own.dispatch(assignment);
  }

  runsHere({ program, command }: Pick<Assignment, 'program' | 'command'>): boolean {
    const { ownPools } = this.#hands;
    return !ownPools || ownPools.has(poolOf(program.playbook, program.step(command.step)));
  }

  /** Leaves a command to the worker that has had it since before this process. False: nobody can look after it. */
  leave(delivered: Delivered, worker: string): boolean {
    this.#hands.desk?.adopt(delivered, worker);
    return this.#hands.desk !== undefined;
  }

  cancel(commandId: string): void {
    const reading = this.#take(commandId);
    // As what runs: it is told to stop, and says so.
    if (reading) this.#fail(reading, { kind: 'cancelled', message: 'the command was cancelled' });
    for (const dispatcher of this.#all) dispatcher.cancel(commandId);
  }

  drop(executionId: string): string[] {
    const dropped = [...this.#reading.values()].filter(({ command }) => command.executionId === executionId);
    const ids = dropped.map(({ command }) => command.commandId);
    for (const commandId of ids) this.#take(commandId);
    return [...ids, ...this.#all.flatMap(dispatcher => dispatcher.drop(executionId))];
  }

  async drain(): Promise<void> {
    await Promise.all(this.#all.map(dispatcher => dispatcher.drain()));
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map(dispatcher => dispatcher.close()));
  }

  get #all(): readonly Dispatcher[] {
    const { own, desk } = this.#hands;
    return desk ? [own, desk] : [own];
  }

  async #withItem(assignment: Assignment, stored: Stored): Promise<void> {
    const { commandId } = assignment.command;
    this.#reading.set(commandId, assignment);
    try {
      const item = await this.#items.item(stored.items, stored.at);
      if (this.#take(commandId, assignment)) this.#hands.own.dispatch(withItem(assignment, item));
    } catch (error) {
      const message = `its item cannot be read: ${error instanceof Error ? error.message : String(error)}`;
      if (this.#take(commandId, assignment)) this.#fail(assignment, { kind: 'exception', message });
    }
  }

  /** Undefined: it was stopped, or given out again, before its item was there. */
  #take(commandId: string, wanted = this.#reading.get(commandId)): Assignment | undefined {
    if (!wanted || this.#reading.get(commandId) !== wanted) return undefined;
    this.#reading.delete(commandId);
    return wanted;
  }

  #fail({ command }: Assignment, error: Pick<Failure, 'kind' | 'message'>): void {
    const { executionId, commandId, attempt } = command;
    this.#report(executionId, [
      { kind: 'failed', commandId, attempt, error: { ...error, retryable: false } },
    ]);
  }
}

interface Stored {
  readonly items: Extract<Result, { kind: 'stored' }>;
  readonly at: number;
}

/** One that others run is read by them, where it is stored: a message may not have room for it. */
function withItem(assignment: Assignment, item: PlainValue | undefined): Assignment {
  const { command } = assignment;
  const { iteration } = command;
  return iteration
    ? { ...assignment, command: { ...command, iteration: { ...iteration, item } } }
    : assignment;
}

/** Where the item of a command is stored; undefined: it is not, or there is none. */
function storedItems(state: State, { step, iteration }: Command): Stored | undefined {
  const active = state.steps.get(step)?.active;
  if (!iteration || active?.kind !== 'loop') return undefined;
  const { items, at } = itemPlace(active, iteration.index);
  return items.kind === 'stored' ? { items, at } : undefined;
}
