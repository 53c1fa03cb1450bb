import type { PlainValue } from '../../common/plain-value.ts';
import { PART_LENGTH, partUri } from '../loop-uri.ts';
import type { Result } from '../result.ts';
import { type LoopOutcome, loopView, viewOf } from './data-view.ts';
import { failedItems } from './failed-items.ts';
import { type LazyList, lazyList } from './lazy-list.ts';
import { plainData } from './plain-data.ts';
import type { Load } from './stored-body-view.ts';

export type Collected = Extract<Result, { kind: 'collected' }>;

/** A reader of more parts than these wants all of them: loading them one by one would take longer. */
const MAX_PARTS = 2;

/**
 * The results of a large loop: a list that is also a record. Its length and what is known of the loop need
 * no loading; an index or a short slice loads the part it is in; anything else loads all results.
 */
export const collectedView = (result: Collected, load: Load, outcome: LoopOutcome | undefined): unknown =>
  lazyList(new CollectedList(result, load, outcome));

class CollectedList implements LazyList {
  readonly #result: Collected;
  readonly #load: Load;
  readonly #outcome: LoopOutcome | undefined;
  readonly #parts = new Set<number>();

  constructor(result: Collected, load: Load, outcome: LoopOutcome | undefined) {
    this.#result = result;
    this.#load = load;
    this.#outcome = outcome;
  }

  get length(): number {
    return this.#result.length;
  }

  item(index: number): unknown {
    const part = Math.floor(index / PART_LENGTH);
    this.#parts.add(part);
    if (this.#parts.size > MAX_PARTS || this.length <= PART_LENGTH) return this.all()[index];
    const { uri } = this.#result;
    const results = this.#load({ kind: 'collected', uri: partUri(uri, part), length: PART_LENGTH }) ?? [];
    return (viewOf(results, this.#load) as readonly unknown[])[index % PART_LENGTH];
  }

  all(): readonly unknown[] {
    const results = (this.#load(this.#result) ?? []) as readonly PlainValue[];
    const view = this.#outcome ? loopView(results, this.#outcome, this.#load) : viewOf(results, this.#load);
    return view as readonly unknown[];
  }

  plain(): unknown {
    return plainData(this.all());
  }

  hasField(name: string): boolean {
    if (name === 'data') return true;
    return this.#outcome !== undefined && LOOP_FIELDS.has(name);
  }

  field(name: string, self: unknown): unknown {
    switch (name) {
      case 'count':
        return this.length;
      case 'stats':
        return this.#outcome?.stats;
      case 'failed_items':
        return this.#outcome && failedItems(this.#outcome.errors);
      default:
        return self;
    }
  }
}

const LOOP_FIELDS: ReadonlySet<string> = new Set(['count', 'failed_items', 'results', 'stats']);
