import { typeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { isMapping, isNumeric, isSequence, isTuple, typeName } from '../value/kinds.ts';
import { entriesOf } from '../value/mapping.ts';
import { Float, Moment, Range, type Value } from '../value/value.ts';

/**
 * A primitive that is the same for two values exactly if Python calls them equal, to look values up
 * in a Set instead of comparing each with each. Lists and mappings have none in Python.
 */
export function hashKey(value: Value, owner: string, runtime: Runtime): unknown {
  if (isMapping(value) || (isSequence(value) && !isTuple(value))) {
    typeError(
      `'${owner}' cannot compare items of type ${typeName(value)}`,
      `name a part of them: \`${owner}(attribute='id')\``,
    );
  }
  return scalarKey(value) ?? `:${structureKey(value, runtime)}`;
}

/** The same for any value: a list or mapping is known by its contents. */
export function contentKey(value: Value, runtime: Runtime): unknown {
  return scalarKey(value) ?? `:${structureKey(value, runtime)}`;
}

/** `1`, `1.0` and `true` are equal in Python; a text is marked so that it equals no other kind. */
function scalarKey(value: Value): unknown {
  if (typeof value === 'string') return `'${value}`;
  if (value === undefined || value === null) return value === null ? 'none' : 'undefined';
  if (!isNumeric(value)) return undefined;
  const number = value instanceof Float ? value.value : typeof value === 'boolean' ? Number(value) : value;
  return typeof number === 'bigint' && Number.isSafeInteger(Number(number)) ? Number(number) : number;
}

function structureKey(value: Value, runtime: Runtime): string {
  runtime.descend();
  const key = partKey(value, runtime);
  runtime.ascend();
  runtime.produce(key.length);
  return key;
}

function partKey(value: Value, runtime: Runtime): string {
  const scalar = scalarKey(value);
  if (scalar !== undefined) return sized(`${typeof scalar === 'string' ? '' : '#'}${String(scalar)}`);
  if (isSequence(value)) {
    return `${isTuple(value) ? 't' : 'l'}(${Array.from(value, item => structureKey(item, runtime)).join('')})`;
  }
  if (isMapping(value)) {
    const pairs = entriesOf(value).map(
      ([key, item]) => structureKey(key, runtime) + structureKey(item, runtime),
    );
    return `d(${pairs.sort().join('')})`;
  }
  if (value instanceof Moment) return `m(${value.typeName} ${value.milliseconds})`;
  if (value instanceof Range) return `r(${value.start} ${value.stop} ${value.step})`;
  return `o(${identityOf(value as object)})`;
}

/** With its length in front, so that no two lists of texts run together to the same key. */
const sized = (text: string): string => `${text.length}:${text}`;

/** Anything else equals only itself. */
const identities = new WeakMap<object, number>();
let lastIdentity = 0;

function identityOf(value: object): number {
  const known = identities.get(value);
  if (known !== undefined) return known;
  identities.set(value, ++lastIdentity);
  return lastIdentity;
}
