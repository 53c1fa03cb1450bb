import type { Callable } from '../value/callable.ts';
import type { Value } from '../value/value.ts';

export function findMethod(_value: Value, _name: string): Callable | undefined {
  return undefined;
}
