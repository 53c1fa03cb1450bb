import type { Command } from '../core/command.ts';
import type { Result } from '../core/result.ts';
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

  constructor(hands: Hands, items: LoopItems, report: ReportTo) {
    this.#hands = hands;
    this.#items = items;
    this.#report = report;
  }

  dispatch(assignment: Assignment): void {
    if (!this.runsHere(assignment)) return this.#hands.desk?.dispatch(assignment);
    const stored = storedItems(assignment.state, assignment.command);
    if (stored) void this.#withItem(assignment, stored);
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
    for (const dispatcher of this.#all) dispatcher.cancel(commandId);
  }

  drop(executionId: string): string[] {
    return this.#all.flatMap(dispatcher => dispatcher.drop(executionId));
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
    const { command } = assignment;
    const { iteration } = command;
    if (!iteration) return;
    try {
      const item = await this.#items.item(stored.items, stored.at);
      this.#hands.own.dispatch({ ...assignment, command: { ...command, iteration: { ...iteration, item } } });
    } catch (error) {
      const message = `its item cannot be read: ${error instanceof Error ? error.message : String(error)}`;
      const { executionId, commandId, attempt } = command;
      const failure = { kind: 'exception', message, retryable: false };
      this.#report(executionId, [{ kind: 'failed', commandId, attempt, error: failure }]);
    }
  }
}

interface Stored {
  readonly items: Extract<Result, { kind: 'stored' }>;
  readonly at: number;
}

/** Where the item of a command is; undefined: it has it, or needs none. */
function storedItems(state: State, { step, iteration }: Command): Stored | undefined {
  const active = state.steps.get(step)?.active;
  if (!iteration || iteration.item !== undefined || active?.kind !== 'loop') return undefined;
  const { items, at } = itemPlace(active, iteration.index);
  return items.kind === 'stored' ? { items, at } : undefined;
}
