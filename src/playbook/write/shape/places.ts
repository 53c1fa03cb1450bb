import type { Positions, SourceRange } from '../../positions.ts';

/** Where parts of the model stood in the source; nothing is known of a model that never was a text. */
export interface Places {
  of(node: object): SourceRange | undefined;
  ofValue(container: object, key: string | number): SourceRange | undefined;
}

export const NO_PLACES: Places = { of: () => undefined, ofValue: () => undefined };

export const placesFrom = (positions: Positions): Places => ({
  of: node => positions.rangeOf(node),
  ofValue: (container, key) => positions.rangeOfValue(container, key),
});
