import type { Meter } from '../budget.ts';
import { valueError } from '../error.ts';
import { readAttribute, readItem } from './attribute.ts';
import { formatValue, parseFormatSpec } from './format-spec.ts';
import { represent, toText } from './text.ts';
import type { Value } from './value.ts';

const FIELD = /\{\{|\}\}|\{([^{}:!]*)(?:!([a-z]))?(?::((?:[^{}]|\{[^{}]*\})*))?\}|[{}]/g;

/** `'{} of {total:>5}'.format(…)`. Fields reach values the same way templates do, and nothing more. */
export function strFormat(
  format: string,
  positional: readonly Value[],
  named: ReadonlyMap<string, Value>,
  meter: Meter,
): string {
  let automatic = 0;
  const lookUp = (field: string): Value => {
    const [, head = '', path = ''] = /^([^.[]*)([\s\S]*)$/.exec(field) ?? [];
    const rest = path === '' ? [] : path.split(/(?=[.[])/);
    const first = head === '' ? String(automatic++) : head;
    const index = /^\d+$/.test(first) ? Number(first) : undefined;
    if (index !== undefined && index >= positional.length)
      valueError(`the format string asks for value ${index}, which is missing`);
    if (index === undefined && !named.has(first))
      valueError(`the format string names '${first}', which is missing`);
    return rest.reduce<Value>(follow, index === undefined ? named.get(first) : positional[index]);
  };
  const expand = (text: string): string =>
    text.replace(FIELD, (whole, field, conversion, spec) => {
      if (whole === '{{') return '{';
      if (whole === '}}') return '}';
      if (whole === '{' || whole === '}')
        return valueError(`a single '${whole}' in a format string`, `write '${whole}${whole}'`);
      let value = lookUp(field);
      if (conversion !== undefined)
        value = conversion === 's' ? toText(value, meter) : represent(value, meter);
      const text = spec ? formatValue(value, parseFormatSpec(expand(spec)), meter) : toText(value, meter);
      meter.produce(text.length);
      return text;
    });
  return expand(format);
}

/** One `.name` or `[key]` of a field. */
function follow(value: Value, part: string): Value {
  if (part.startsWith('.')) return readAttribute(value, part.slice(1));
  const key = part.slice(1).replace(/\]$/, '');
  return readItem(value, /^\d+$/.test(key) ? Number(key) : key);
}
