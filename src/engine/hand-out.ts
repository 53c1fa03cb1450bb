import type { Command } from '../core/command.ts';
import type { Program } from '../core/decide/program.ts';
import type { Result } from '../core/result.ts';
import { itemPlace, type State } from '../core/state.ts';
import type { Dispatcher, ReportTo } from '../ports/dispatcher.ts';
import type { LoopItems } from './loop-items.ts';

/** Gives commands to whoever executes them; an iteration whose items are stored gets its own first. */
export class HandOut {
  readonly #dispatcher: Dispatcher;
  readonly #items: LoopItems;
  readonly #report: ReportTo;

  constructor(dispatcher: Dispatcher, items: LoopItems, report: ReportTo) {
    this.#dispatcher = dispatcher;
    this.#items = items;
    this.#report = report;
  }

  give(program: Program, state: State, command: Command): void {
    const stored = storedItems(state, command);
    if (stored) void this.#giveItem(program, state, command, stored);
    else this.#dispatcher.dispatch({ command, program, state });
  }

  async #giveItem(program: Program, state: State, command: Command, stored: Stored): Promise<void> {
    const { iteration } = command;
    if (!iteration) return;
    try {
      const item = await this.#items.item(stored.items, stored.at);
      this.#dispatcher.dispatch({
        command: { ...command, iteration: { ...iteration, item } },
        program,
        state,
      });
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
