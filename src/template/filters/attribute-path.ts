import { typeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { readItem } from '../value/attribute.ts';
import { isInteger, typeName } from '../value/kinds.ts';
import type { Value } from '../value/value.ts';

export type Getter = (item: Value) => Value;

/**
 * Reads what `attribute` names from an item: a name, an index, or a dotted path of both such as
 * `address.lines.0`. Where a part is undefined, `otherwise` takes its place if there is one.
 */
export function attributeGetter(attribute: Value, owner: string, otherwise: Value = undefined): Getter {
  const parts = pathParts(attribute, owner);
  return item =>
    parts.reduce<Value>((value, part) => {
      const read = readItem(value, part);
      return read === undefined && otherwise !== null ? otherwise : read;
    }, item);
}

/** Several comma-separated attributes at once, as `sort(attribute='age,name')` takes them. */
export function multiGetter(attribute: Value, owner: string): (item: Value) => Value[] {
  const names: readonly Value[] = typeof attribute === 'string' ? attribute.split(',') : [attribute];
  const getters = names.map(name => attributeGetter(name, owner));
  return item => getters.map(get => get(item));
}

function pathParts(attribute: Value, owner: string): readonly (string | number)[] {
  if (attribute === undefined || attribute === null) return [];
  if (isInteger(attribute)) return [Number(attribute)];
  if (typeof attribute !== 'string') {
    return typeError(`the attribute of '${owner}' must be a name or an index, not ${typeName(attribute)}`);
  }
  return attribute.split('.').map(part => (/^\d+$/.test(part) ? Number(part) : part));
}

/** Texts that differ only in case count as the same key. The copy is paid for. */
export function ignoreCase(value: Value, runtime: Runtime): Value {
  if (typeof value !== 'string') return value;
  runtime.produce(value.length);
  return value.toLowerCase();
}
