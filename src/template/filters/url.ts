import { defineBuiltins } from '../builtin.ts';
import { typeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { arrayOf } from '../value/iterate.ts';
import { isMapping, isSequence, typeName } from '../value/kinds.ts';
import { entriesOf } from '../value/mapping.ts';
import { toText } from '../value/text.ts';
import { Iterable, Range, type Value } from '../value/value.ts';
import { refuseIfStrict } from './input.ts';

const UNRESERVED = /^[A-Za-z0-9_.~-]$/;

/** Every byte that is not plain becomes `%XX`; lone surrogates become the replacement character. */
export function percentEncode(text: string, isQuery: boolean, runtime: Runtime): string {
  runtime.produce(text.length * 3);
  let encoded = '';
  for (const byte of new TextEncoder().encode(text)) {
    const char = String.fromCharCode(byte);
    if (UNRESERVED.test(char) || (!isQuery && char === '/')) encoded += char;
    else if (isQuery && char === ' ') encoded += '+';
    else encoded += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}

/** The pairs of a query string: the entries of a mapping, or a list of pairs. */
function queryPairs(value: Value, runtime: Runtime): readonly (readonly Value[])[] {
  if (isMapping(value)) {
    const entries = entriesOf(value);
    runtime.step(entries.length);
    return entries;
  }
  return arrayOf(value, runtime).map(pair => {
    if (isSequence(pair) && pair.length === 2) return pair;
    return typeError(`'urlencode' needs text, a mapping or a list of pairs, not a list of ${typeName(pair)}`);
  });
}

const isPairs = (value: Value): boolean =>
  isMapping(value) || isSequence(value) || value instanceof Iterable || value instanceof Range;

export const URL_FILTERS = defineBuiltins('filter', {
  urlencode: [
    [],
    (self, _args, runtime) => {
      if (self === undefined) refuseIfStrict(runtime);
      if (!isPairs(self)) return percentEncode(toText(self, runtime), false, runtime);
      const part = (value: Value) => percentEncode(toText(value, runtime), true, runtime);
      return queryPairs(self, runtime)
        .map(([key, value]) => `${part(key)}=${part(value)}`)
        .join('&');
    },
  ],
});
