import { defineBuiltins } from '../builtin.ts';
import { fail, typeError, valueError } from '../error.ts';
import { isGiven, textOr } from '../methods/arguments.ts';
import { formatTime } from '../methods/time/strftime.ts';
import { parseTime } from '../methods/time/strptime.ts';
import type { Runtime } from '../runtime.ts';
import { DateTime } from '../value/datetime.ts';
import { expectText } from '../value/expect.ts';
import { isNumeric, typeName } from '../value/kinds.ts';
import { toNumber } from '../value/number.ts';
import type { Value } from '../value/value.ts';

/** A time, its RFC 3339 text, or seconds since 1970. */
export function toTime(value: Value, owner: string): DateTime {
  if (value instanceof DateTime) return value;
  if (value === undefined) fail('template_undefined', `'${owner}' needs a time, but the value is undefined`);
  if (isNumeric(value) && typeof value !== 'boolean') return new DateTime(Math.round(toNumber(value) * 1000));
  if (typeof value !== 'string') return typeError(`'${owner}' needs a time, not ${typeName(value)}`);
  return (
    DateTime.parse(value.slice(0, 64)) ??
    valueError(
      `'${owner}' cannot read the text as a time`,
      "write it as '2024-01-31T12:00:00Z', or give a format",
    )
  );
}

function readTime(value: Value, format: Value, runtime: Runtime): DateTime {
  if (!isGiven(format) || value instanceof DateTime) return toTime(value, 'to_datetime');
  const text = expectText(value, "the value of 'to_datetime'");
  const pattern = expectText(format, "the format of 'to_datetime'");
  runtime.step(Math.ceil((text.length + pattern.length) / 8));
  return (
    parseTime(text, pattern) ?? valueError("the text does not have the format that 'to_datetime' was given")
  );
}

export const TIME_FILTERS = defineBuiltins('filter', {
  to_datetime: [['format?'], (self, [format], runtime) => readTime(self, format, runtime)],
  strftime: [
    ['format?'],
    (self, [format], runtime) => {
      const text = textOr(format, '%Y-%m-%dT%H:%M:%SZ', "the format of 'strftime'");
      runtime.produce(text.length * 5);
      return formatTime(toTime(self, 'strftime'), text);
    },
  ],
});
