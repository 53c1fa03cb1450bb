import { fail } from './error.ts';

/** What one evaluation of a template may use at most. */
export interface Budgets {
  /** Loop turns, calls and items that filters look at. */
  readonly steps: number;
  /** Characters and list items produced, intermediate results included. */
  readonly size: number;
  /** Calls inside calls (macros, recursive loops), and values inside values. */
  readonly depth: number;
}

export const DEFAULT_BUDGETS: Budgets = { steps: 10_000_000, size: 20_000_000, depth: 200 };

/** Bits of the largest integer a template may compute; printing one is quadratic in its length. */
export const MAX_INTEGER_BITS = 16_384;

/**
 * Counts what an evaluation uses and ends it with `template_budget` once a budget is spent.
 * Work must be paid for before it is done: a template that asks for a gigabyte gets an error, not
 * the gigabyte.
 */
export class Meter {
  #steps: number;
  #size: number;
  #depth: number;
  readonly #budgets: Budgets;

  constructor(budgets: Budgets) {
    this.#budgets = budgets;
    this.#steps = budgets.steps;
    this.#size = budgets.size;
    this.#depth = budgets.depth;
  }

  step(count = 1): void {
    this.#steps -= count;
    // Not `< 0`: an amount that is not a number must not switch the budget off.
    if (!(this.#steps >= 0)) {
      exceeded('steps', this.#budgets.steps, 'loop over fewer items, or do this work in a tool');
    }
  }

  produce(amount: number): void {
    this.#size -= amount;
    if (!(this.#size >= 0)) {
      exceeded('size', this.#budgets.size, 'produce less text or fewer items, or do this work in a tool');
    }
  }

  descend(): void {
    if (--this.#depth < 0) exceeded('depth', this.#budgets.depth, 'end the recursion earlier');
  }

  ascend(): void {
    this.#depth++;
  }
}

function exceeded(budget: keyof Budgets, limit: number, hint: string): never {
  return fail('template_budget', `the template exceeds its ${budget} budget of ${limit}`, hint);
}
