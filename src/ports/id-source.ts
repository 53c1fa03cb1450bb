/** Gives 64-bit ids as decimal digits: unique over all processes of a store, ascending in each. */
export interface IdSource {
  next(): string;
}
