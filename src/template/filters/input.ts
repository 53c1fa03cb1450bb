import { fail } from '../error.ts';
import { payScan } from '../methods/text/pay.ts';
import type { Runtime } from '../runtime.ts';
import { arrayOf } from '../value/iterate.ts';
import { toText } from '../value/text.ts';
import type { Value } from '../value/value.ts';

/** The value a text filter works on, as text; undefined is empty unless the template is strict. */
export function textOf(value: Value, runtime: Runtime): string {
  if (value === undefined) refuseIfStrict(runtime);
  const text = toText(value, runtime);
  payScan(text, runtime);
  return text;
}

/** The items a filter works on, paid for; undefined is empty unless the template is strict. */
export function listOf(value: Value, runtime: Runtime): readonly Value[] {
  if (value === undefined) refuseIfStrict(runtime);
  return arrayOf(value, runtime);
}

export function refuseIfStrict(runtime: Runtime): void {
  if (runtime.vocabulary.strict) {
    fail('template_undefined', 'a filter is applied to an undefined value', 'give it one: `| default(…)`');
  }
}
