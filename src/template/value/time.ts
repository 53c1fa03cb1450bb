import { DateTime } from './datetime.ts';
import { TimeDelta } from './timedelta.ts';
import type { Value } from './value.ts';

/** `point + span`, `span + span`; undefined where Python has no such sum. */
export function addTime(a: Value, b: Value): Value {
  if (a instanceof DateTime && b instanceof TimeDelta) return a.plus(b.milliseconds);
  if (a instanceof TimeDelta && b instanceof DateTime) return b.plus(a.milliseconds);
  if (a instanceof TimeDelta && b instanceof TimeDelta) return new TimeDelta(a.milliseconds + b.milliseconds);
  return undefined;
}

/** `point - point`, `point - span`, `span - span`. */
export function subtractTime(a: Value, b: Value): Value {
  if (a instanceof DateTime && b instanceof DateTime) return new TimeDelta(a.milliseconds - b.milliseconds);
  if (a instanceof DateTime && b instanceof TimeDelta) return a.plus(-b.milliseconds);
  if (a instanceof TimeDelta && b instanceof TimeDelta) return new TimeDelta(a.milliseconds - b.milliseconds);
  return undefined;
}
