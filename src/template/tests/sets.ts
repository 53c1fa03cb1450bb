import { defineBuiltins } from '../builtin.ts';
import { contentKey } from '../filters/hash-key.ts';
import { listOf } from '../filters/input.ts';
import type { Runtime } from '../runtime.ts';
import type { Value } from '../value/value.ts';

/** Whether all items of one list are in the other. */
function isWithin(inner: Value, outer: Value, runtime: Runtime): boolean {
  const keys = new Set(listOf(outer, runtime).map(item => contentKey(item, runtime)));
  return listOf(inner, runtime).every(item => keys.has(contentKey(item, runtime)));
}

export const SET_TESTS = defineBuiltins('test', {
  subset: [['other'], (self, [other], runtime) => isWithin(self, other, runtime)],
  superset: [['other'], (self, [other], runtime) => isWithin(other, self, runtime)],
});
