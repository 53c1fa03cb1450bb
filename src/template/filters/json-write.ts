import { fail, typeError, valueError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { DateTime } from '../value/datetime.ts';
import { arrayOf } from '../value/iterate.ts';
import { isFloat, isMapping, isNumeric, isSequence, type Numeric, typeName } from '../value/kinds.ts';
import { entriesOf } from '../value/mapping.ts';
import { makeFloat, toNumber } from '../value/number.ts';
import { numberText } from '../value/number-text.ts';
import { TimeDelta } from '../value/timedelta.ts';
import { Iterable, Namespace, Range, type Value } from '../value/value.ts';

/** JSON text of a value. `indent` is what one level is indented by; without it the text is compact. */
export function writeJson(value: Value, indent: string | undefined, runtime: Runtime): string {
  const write = (item: Value, margin: string): string => {
    const scalar = scalarJson(item, runtime);
    if (scalar !== undefined) return scalar;
    runtime.descend();
    const text = writeContainer(item, margin);
    runtime.ascend();
    return text;
  };
  const writeContainer = (item: Value, margin: string): string => {
    const inner = indent === undefined ? '' : margin + indent;
    const colon = indent === undefined ? ':' : ': ';
    if (isMapping(item)) {
      const pairs = entriesOf(item).map(([key, part]) => keyJson(key, runtime) + colon + write(part, inner));
      return enclose('{', pairs, '}', margin, inner);
    }
    return enclose(
      '[',
      itemsIn(item, runtime).map(part => write(part, inner)),
      ']',
      margin,
      inner,
    );
  };
  const enclose = (open: string, parts: string[], close: string, margin: string, inner: string): string => {
    if (parts.length === 0) return open + close;
    runtime.produce((parts.length + 1) * (inner.length + 4));
    if (indent === undefined) return open + parts.join(',') + close;
    return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`;
  };
  return write(value, '');
}

function scalarJson(value: Value, runtime: Runtime): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'string') return stringJson(value, runtime);
  if (value === undefined)
    fail('template_undefined', "'tojson' found an undefined value", 'give it a default');
  if (isNumeric(value)) return numberJson(value, runtime);
  if (value instanceof DateTime) return stringJson(value.text(), runtime);
  return value instanceof TimeDelta ? numberJson(makeFloat(value.milliseconds / 1000), runtime) : undefined;
}

function stringJson(text: string, runtime: Runtime): string {
  runtime.produce(text.length + 2);
  const json = JSON.stringify(text);
  runtime.produce(json.length - text.length);
  return json;
}

function numberJson(value: Numeric, runtime: Runtime): string {
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (isFloat(value) && !Number.isFinite(toNumber(value))) {
    return valueError("'tojson' cannot write a number that is not finite");
  }
  const text = numberText(value);
  runtime.produce(text.length);
  return text;
}

/** Keys that are not texts are written as Python's `json` writes them. */
function keyJson(key: Value, runtime: Runtime): string {
  runtime.step();
  if (typeof key === 'string') return stringJson(key, runtime);
  if (key === null || isNumeric(key)) return `"${scalarJson(key, runtime)}"`;
  return typeError(`'tojson' cannot write a mapping whose key is of type ${typeName(key)}`);
}

function itemsIn(value: Value, runtime: Runtime): Value[] {
  if (isSequence(value) || value instanceof Iterable || value instanceof Range)
    return [...arrayOf(value, runtime)];
  if (value instanceof Namespace)
    return typeError("'tojson' cannot write a namespace", 'write its attributes one by one');
  return typeError(`'tojson' cannot write a value of type ${typeName(value)}`);
}
