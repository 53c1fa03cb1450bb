import { defineBuiltins } from '../builtin.ts';
import { fail, typeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { BINARY } from '../value/arithmetic.ts';
import { isEqual } from '../value/equality.ts';
import { isNumeric, typeName } from '../value/kinds.ts';
import type { Value } from '../value/value.ts';

/** `%` on text would format it; a test of numbers takes numbers. */
function remainder(value: Value, divisor: Value, owner: string, runtime: Runtime): Value {
  if (value === undefined || divisor === undefined) {
    fail('template_undefined', `the test '${owner}' needs a number, but the value is undefined`);
  }
  if (!isNumeric(value) || !isNumeric(divisor)) {
    const wrong = isNumeric(value) ? divisor : value;
    typeError(`the test '${owner}' needs numbers, not ${typeName(wrong)}`, 'convert it first: `| int`');
  }
  return BINARY['%'](value, divisor, runtime);
}

export const NUMBER_TESTS = defineBuiltins('test', {
  odd: [[], (self, _args, runtime) => isEqual(remainder(self, 2, 'odd', runtime), 1, runtime)],
  even: [[], (self, _args, runtime) => isEqual(remainder(self, 2, 'even', runtime), 0, runtime)],
  divisibleby: [
    ['num'],
    (self, [num], runtime) => isEqual(remainder(self, num, 'divisibleby', runtime), 0, runtime),
  ],
});
