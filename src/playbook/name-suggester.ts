import { nearestName } from '../common/nearest-name.ts';

/** Of a name of one or two letters any other is near. */
const SHORTEST = 3;
/** How many names one text's mistakes may be compared with in all; the rest get no hint. */
const MAX_COMPARISONS = 200_000;

/** Finds what a writer probably meant, within bounds: ten thousand mistakes among ten thousand names are a lot. */
export class NameSuggester {
  #left = MAX_COMPARISONS;

  /** A hint that names the nearest candidate; undefined if none is near. */
  didYouMean(name: string, candidates: Iterable<string>): string | undefined {
    if (name.length < SHORTEST || this.#left <= 0) return undefined;
    const near = nearestName(name, this.#counted(candidates));
    return near === undefined ? undefined : `did you mean \`${near}\`?`;
  }

  *#counted(candidates: Iterable<string>): Iterable<string> {
    for (const candidate of candidates) {
      this.#left--;
      yield candidate;
    }
  }
}
