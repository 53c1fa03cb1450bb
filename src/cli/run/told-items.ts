import type { LoopStats, SettledIteration } from '../../core/events/loop.ts';
import { plural } from '../output/plural.ts';

/** Failed items of one run that get a line each: a loop of a million must not fill a log. */
const MOST_TOLD = 10;

/** Chooses which failed items of loops are told one by one. */
export class ToldItems {
  readonly #failed = new Map<string, number>();

  /** Those to tell now, and whether these are the first of which some are left out. */
  choose(
    run: string,
    settled: readonly SettledIteration[],
  ): { readonly told: readonly SettledIteration[]; readonly isFull: boolean } {
    const before = this.#failed.get(run) ?? 0;
    const after = before + settled.length;
    this.#failed.set(run, after);
    const told = settled.slice(0, Math.max(0, MOST_TOLD - before));
    return { told, isFull: before <= MOST_TOLD && after > MOST_TOLD };
  }

  forget(run: string): void {
    this.#failed.delete(run);
  }
}

/** Of a loop that has ended: `500 of 5000 items failed`, or nothing. */
export const itemsFailed = ({ failed, total }: LoopStats): string =>
  failed === 0 ? '' : `${failed} of ${plural(total, 'item')} failed`;
