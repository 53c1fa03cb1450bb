/** A stretch of the playbook's text, offsets in UTF-16 units, `end` exclusive. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the objects of a model came from. Kept beside the model and not in it, so that the hash and
 * equality do not depend on layout. Objects the loader invented have the place of what they stand for.
 */
export interface Positions {
  /** Of a model object: the value, or for a step, task, arc, … the key or name that introduces it. */
  rangeOf(node: object): SourceRange | undefined;
  /** Of the value under a key of a model object, mapping or list, by the key's name in the model. */
  rangeOfValue(container: object, key: string | number): SourceRange | undefined;
  /** Of a character inside the text under a key, whatever quoting or folding the YAML used. */
  offsetInText(container: object, key: string | number, offset: number): number | undefined;
}
