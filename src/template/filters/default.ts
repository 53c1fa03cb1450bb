import { defineBuiltins, type Run } from '../builtin.ts';
import { flagOr } from '../methods/arguments.ts';
import { isTrue } from '../value/truth.ts';

/** `none` counts as missing too: data from JSON has `null` where a Python program would leave a key out. */
const defaultTo: Run = (self, [value, boolean]) => {
  const isMissing = self === undefined || self === null || (flagOr(boolean, false) && !isTrue(self));
  return isMissing ? (value === undefined ? '' : value) : self;
};

export const DEFAULT_FILTERS = defineBuiltins('filter', {
  default: [['default_value?', 'boolean?'], defaultTo],
  d: [['default_value?', 'boolean?'], defaultTo],
});
