/** Marks a branch that the type system proves unreachable; throws if a value slips past the types. */
export function assertNever(value: never, what: string): never {
  throw new Error(`unexpected ${what}: ${JSON.stringify(value)}`);
}
