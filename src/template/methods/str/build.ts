import { defineBuiltins } from '../../builtin.ts';
import { fail, typeError } from '../../error.ts';
import { expectMapping, expectText } from '../../value/expect.ts';
import { arrayOf } from '../../value/iterate.ts';
import { typeName } from '../../value/kinds.ts';
import { entriesOf } from '../../value/mapping.ts';
import { strFormat } from '../../value/str-format.ts';
import type { Value } from '../../value/value.ts';
import { integerOr } from '../arguments.ts';
import { replaceText } from '../text/replace.ts';
import { onText } from './on-text.ts';

/** Methods that build a text from others. */
export const BUILD_METHODS = defineBuiltins('method of str', {
  join: [
    ['iterable'],
    onText((separator, [iterable], runtime) => {
      const parts = arrayOf(iterable, runtime).map((part, i) => {
        const text = typeof part === 'string' ? part : notText(part, i);
        runtime.produce(text.length + separator.length);
        return text;
      });
      return parts.join(separator);
    }),
  ],
  replace: [
    ['old', 'new', 'count?'],
    onText((text, [old, by, count], runtime) =>
      replaceText(
        text,
        expectText(old, "the argument 'old' of 'replace'"),
        expectText(by, "the argument 'new' of 'replace'"),
        integerOr(count, -1, "the argument 'count' of 'replace'"),
        runtime,
      ),
    ),
  ],
  format: [
    ['*values', '**fields'],
    onText((text, [values, fields], runtime) => {
      runtime.produce(text.length);
      return strFormat(text, values as readonly Value[], fields as ReadonlyMap<string, Value>, runtime);
    }),
  ],
  format_map: [
    ['mapping'],
    onText((text, [mapping], runtime) => {
      runtime.produce(text.length);
      const fields = entriesOf(expectMapping(mapping, "the argument of 'format_map'"));
      runtime.step(fields.length);
      return strFormat(text, [], new Map(fields.filter(isNamed)), runtime);
    }),
  ],
  encode: [
    ['*arguments'],
    () =>
      fail(
        'template_type',
        "the method 'encode' gives bytes, which templates do not have",
        'use `| b64encode`',
      ),
  ],
});

const isNamed = (entry: [Value, Value]): entry is [string, Value] => typeof entry[0] === 'string';

function notText(value: Value, index: number): never {
  return typeError(
    `'join' joins texts, but item ${index} is of type ${typeName(value)}`,
    'use the filter, which converts: `| join(separator)`',
  );
}
