/**
 * `noetl/core`: events, state and the pure functions `fold` and `decide`.
 * The entry is reserved so that its address never changes; it exports nothing yet.
 */
export {};
