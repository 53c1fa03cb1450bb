import type { Meter } from '../budget.ts';
import { keysOf } from './mapping.ts';
import { isOwnedList } from './owned.ts';
import { isPrintable, toText } from './text.ts';
import { TimeDelta } from './timedelta.ts';
import { Dict, EngineObject, Float, Iterable, Namespace, Range, Tuple, type Value } from './value.ts';

/**
 * A value as the caller sees it: engine objects become plain JavaScript. What came out of the
 * caller's own context is returned as it is, neither copied nor walked.
 */
export function toNative(value: Value, meter: Meter): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof EngineObject) return engineObjectToNative(value, meter);
  if (Array.isArray(value)) {
    return value instanceof Tuple || isOwnedList(value) ? listToNative(value, meter) : value;
  }
  return value instanceof Dict ? dictToNative(value, meter) : value;
}

function engineObjectToNative(value: EngineObject, meter: Meter): unknown {
  if (value instanceof Float) return value.value;
  if (value instanceof TimeDelta) return value.milliseconds / 1000;
  if (value instanceof Namespace) return dictToNative(value.attributes, meter);
  if (value instanceof Iterable) return listToNative(value.items, meter);
  if (value instanceof Range) {
    meter.produce(value.length);
    return Array.from({ length: value.length }, (_, i) => value.at(i));
  }
  return isPrintable(value) ? value.text() : undefined;
}

function listToNative(items: readonly Value[], meter: Meter): unknown[] {
  meter.step(items.length);
  meter.descend();
  const list = Array.from(items, item => toNative(item, meter));
  meter.ascend();
  return list;
}

/** Mappings that leave the engine have no prototype: `__proto__` is an ordinary key. */
function dictToNative(dict: Dict, meter: Meter): Record<string, unknown> {
  meter.step(dict.size);
  meter.descend();
  const record: Record<string, unknown> = Object.create(null);
  for (const key of keysOf(dict)) record[toText(key, meter)] = toNative(dict.get(key), meter);
  meter.ascend();
  return record;
}
