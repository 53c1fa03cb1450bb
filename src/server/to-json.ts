/** JSON of an answer: integers beyond 2^53 are texts, because JavaScript clients would round them. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner));
