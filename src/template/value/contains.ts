import type { Meter } from '../budget.ts';
import { typeError } from '../error.ts';
import { includesText } from '../methods/text/find.ts';
import { payScan } from '../methods/text/pay.ts';
import { isEqual } from './equality.ts';
import { itemsOf } from './iterate.ts';
import { isMapping, isSequence, isTuple, typeName } from './kinds.ts';
import { hasKey } from './mapping.ts';
import type { Value } from './value.ts';

/** `item in container`. */
export function contains(container: Value, item: Value, meter: Meter): boolean {
  if (typeof container === 'string') {
    if (typeof item === 'string') {
      payScan(container, meter);
      return includesText(container, item);
    }
    return typeError(
      `'in' looks for text in text, not for a value of type ${typeName(item)}`,
      'convert it first: `| string`',
    );
  }
  if (isMapping(container)) {
    if (isMapping(item) || (isSequence(item) && !isTuple(item)))
      typeError(`a ${typeName(item)} cannot be a key, so 'in' cannot look for it in a mapping`);
    return hasKey(container, item);
  }
  const items = itemsOf(container);
  meter.step(items.length);
  for (let i = 0; i < items.length; i++) if (isEqual(item, items.at(i), meter)) return true;
  return false;
}
