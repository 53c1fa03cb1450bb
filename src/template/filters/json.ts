import { defineBuiltins, type Run } from '../builtin.ts';
import { typeError } from '../error.ts';
import { isGiven } from '../methods/arguments.ts';
import type { Runtime } from '../runtime.ts';
import { expectInteger } from '../value/expect.ts';
import { isMapping, isSequence, typeName } from '../value/kinds.ts';
import type { Value } from '../value/value.ts';
import { readJson } from './json-read.ts';
import { writeJson } from './json-write.ts';

/** A number of spaces, or the text to indent by. */
function indentation(indent: Value, runtime: Runtime): string | undefined {
  if (!isGiven(indent)) return undefined;
  if (typeof indent === 'string') return indent;
  const width = Math.max(0, expectInteger(indent, "the indent of 'tojson'"));
  runtime.produce(width);
  return ' '.repeat(width);
}

const toJson: Run = (self, [indent], runtime) => writeJson(self, indentation(indent, runtime), runtime);

const fromJson: Run = (self, _args, runtime) => {
  if (typeof self === 'string') return readJson(self, runtime);
  const hint = isMapping(self) || isSequence(self) ? 'it is read already: leave the filter out' : undefined;
  return typeError(`'fromjson' reads text, not a value of type ${typeName(self)}`, hint);
};

export const JSON_FILTERS = defineBuiltins('filter', {
  tojson: [['indent?'], toJson],
  to_json: [['indent?'], toJson],
  fromjson: [[], fromJson],
  from_json: [[], fromJson],
});
