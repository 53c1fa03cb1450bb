/** What a text may cost to read. A playbook of 10,000 steps stays below all of them. */
export const LIMITS = {
  /** UTF-16 units. */
  characters: 5_000_000,
  /** Levels of lists and mappings in each other. */
  depth: 100,
  /** Smallest parts (signs, words, blanks, breaks) the YAML library works on. */
  lexemes: 1_500_000,
  /** Lists, mappings and values. */
  values: 700_000,
  /** How many values aliases and merges may add by repetition. */
  aliased: 100_000,
  /** Anchors, aliases and tags; the library takes quadratic time for many in a row. */
  references: 10_000,
  documents: 100,
  /** Syntax errors after which reading stops: the rest is noise. */
  errors: 20,
} as const;
