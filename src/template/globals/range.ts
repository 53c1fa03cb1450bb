import { defineFunction } from '../builtin.ts';
import { fail, valueError } from '../error.ts';
import { expectInteger } from '../value/expect.ts';
import { Range, type Value } from '../value/value.ts';

function bound(value: Value): number {
  const number = expectInteger(value, "an argument of 'range'");
  return Number.isSafeInteger(number) ? number : valueError("an argument of 'range' is too large");
}

/** `range(stop)` or `range(start, stop, step)`. Nothing is stored, but it is paid for as if it were. */
export const range = defineFunction('range', ['*bounds'], ([bounds], runtime) => {
  const given = (bounds as readonly Value[]).map(bound);
  if (given.length < 1 || given.length > 3) {
    fail(
      'template_arguments',
      "the function 'range' takes one to three numbers",
      'range(stop) or range(start, stop, step)',
    );
  }
  const [start, stop, step] = given.length === 1 ? [0, given[0] as number, 1] : [...given, 1];
  if (step === 0) valueError("the step of 'range' cannot be zero");
  const made = new Range(start as number, stop as number, step as number);
  runtime.produce(made.length);
  return made;
});
