import { defineBuiltins, type Registry } from '../builtin.ts';
import { valueError } from '../error.ts';
import { isNumeric } from '../value/kinds.ts';
import { toNumber } from '../value/number.ts';
import type { Range, Value } from '../value/value.ts';

/** Where the range has the value, computed rather than searched; -1 if nowhere. */
function indexIn(range: Range, value: Value): number {
  if (!isNumeric(value)) return -1;
  const index = (toNumber(value) - range.start) / range.step;
  return Number.isInteger(index) && index >= 0 && index < range.length ? index : -1;
}

export const RANGE_METHODS: Registry = defineBuiltins('method of range', {
  count: [['value'], (self, [value]) => (indexIn(self as Range, value) < 0 ? 0 : 1)],
  index: [
    ['value'],
    (self, [value]) => {
      const index = indexIn(self as Range, value);
      return index < 0 ? valueError('the range does not have this value', 'test with `in` first') : index;
    },
  ],
});
