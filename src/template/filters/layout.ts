import { defineBuiltins } from '../builtin.ts';
import { fail, typeError, valueError } from '../error.ts';
import { flagOr, integerOr, textOr } from '../methods/arguments.ts';
import { head } from '../methods/text/characters.ts';
import { splitLines } from '../methods/text/lines.ts';
import { payScan } from '../methods/text/pay.ts';
import type { Runtime } from '../runtime.ts';
import { lengthOf, textLength } from '../value/iterate.ts';
import { typeName } from '../value/kinds.ts';
import type { Value } from '../value/value.ts';
import { refuseIfStrict } from './input.ts';
import { wrapText } from './wordwrap.ts';

/** These filters work on text alone: a number or a list here is a mistake, as it is in Jinja2. */
function onlyText(value: Value, owner: string, runtime: Runtime): string {
  if (value === undefined) fail('template_undefined', `'${owner}' needs text, but the value is undefined`);
  if (typeof value !== 'string') {
    return typeError(`'${owner}' needs text, not ${typeName(value)}`, 'convert it first: `| string`');
  }
  payScan(value, runtime);
  return value;
}

function indent(text: string, by: string, first: boolean, blank: boolean, runtime: Runtime): string {
  const lines = splitLines(`${text}\n`);
  runtime.produce(text.length + lines.length * (by.length + 1));
  const rest = lines.slice(1).map(line => (line !== '' || blank ? by + line : line));
  return (first ? by : '') + [lines[0], ...rest].join('\n');
}

function indentation(width: Value, runtime: Runtime): string {
  if (typeof width === 'string') return width;
  const count = Math.max(0, integerOr(width, 4, "the width of 'indent'"));
  runtime.produce(count);
  return ' '.repeat(count);
}

interface Cut {
  readonly length: number;
  readonly killwords: boolean;
  readonly end: string;
  readonly leeway: number;
}

function readCut([length, killwords, end, leeway]: readonly Value[]): Cut {
  const cut: Cut = {
    length: integerOr(length, 255, "the length of 'truncate'"),
    killwords: flagOr(killwords, false),
    end: textOr(end, '...', "the argument 'end' of 'truncate'"),
    leeway: integerOr(leeway, 5, "the leeway of 'truncate'"),
  };
  if (cut.length < textLength(cut.end))
    valueError("'truncate' to fewer characters than the text it ends with");
  if (cut.leeway < 0) valueError("the leeway of 'truncate' may not be negative");
  return cut;
}

function truncate(text: string, { length, killwords, end }: Cut): string {
  const cut = head(text, length - textLength(end));
  const space = killwords ? -1 : cut.lastIndexOf(' ');
  return (space < 0 ? cut : cut.slice(0, space)) + end;
}

export const LAYOUT_FILTERS = defineBuiltins('filter', {
  indent: [
    ['width?', 'first?', 'blank?'],
    (self, [width, first, blank], runtime) => {
      const text = onlyText(self, 'indent', runtime);
      return indent(text, indentation(width, runtime), flagOr(first, false), flagOr(blank, false), runtime);
    },
  ],
  truncate: [
    ['length?', 'killwords?', 'end?', 'leeway?'],
    (self, args, runtime) => {
      const cut = readCut(args);
      if (self === undefined) refuseIfStrict(runtime);
      // What is short enough is left alone, whatever it is.
      if (lengthOf(self) <= cut.length + cut.leeway) return self;
      return truncate(onlyText(self, 'truncate', runtime), cut);
    },
  ],
  wordwrap: [
    ['width?', 'break_long_words?', 'wrapstring?', 'break_on_hyphens?'],
    (self, [width, breakLongWords, wrapstring, breakOnHyphens], runtime) =>
      wrapText(
        onlyText(self, 'wordwrap', runtime),
        {
          width: integerOr(width, 79, "the width of 'wordwrap'"),
          breakLongWords: flagOr(breakLongWords, true),
          breakOnHyphens: flagOr(breakOnHyphens, true),
        },
        textOr(wrapstring, '\n', "the argument 'wrapstring' of 'wordwrap'"),
        runtime,
      ),
  ],
});
