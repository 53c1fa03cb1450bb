import { defineBuiltins } from '../builtin.ts';
import { fail, valueError } from '../error.ts';
import { integerOr, isGiven, nonEmptyText, textOr } from '../methods/arguments.ts';
import { center } from '../methods/text/fill.ts';
import { replaceText } from '../methods/text/replace.ts';
import { splitText } from '../methods/text/split.ts';
import { strip } from '../methods/text/whitespace.ts';
import { makeDict } from '../value/mapping.ts';
import { ownList } from '../value/owned.ts';
import { percentFormat } from '../value/percent-format.ts';
import { Tuple, type Value } from '../value/value.ts';
import { textOf } from './input.ts';

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

export const TEXT_FILTERS = defineBuiltins('filter', {
  trim: [
    ['chars?'],
    (self, [chars], runtime) =>
      strip(textOf(self, runtime), 'both', textOr(chars, undefined, "the argument 'chars' of 'trim'")),
  ],
  replace: [
    ['old', 'new', 'count?'],
    (self, [old, by, count], runtime) =>
      replaceText(
        textOf(self, runtime),
        textOf(old, runtime),
        textOf(by, runtime),
        integerOr(count, -1, "the argument 'count' of 'replace'"),
        runtime,
      ),
  ],
  center: [
    ['width?'],
    (self, [width], runtime) =>
      center(textOf(self, runtime), integerOr(width, 80, "the width of 'center'"), ' ', runtime),
  ],
  split: [
    ['sep?', 'maxsplit?'],
    (self, [sep, maxsplit], runtime) => {
      const text = textOf(self, runtime);
      const separator = isGiven(sep) ? nonEmptyText(sep, "the separator of 'split'") : undefined;
      runtime.produce(text.length);
      return ownList(
        splitText(text, separator, integerOr(maxsplit, -1, "the argument 'maxsplit' of 'split'")),
      );
    },
  ],
  wordcount: [[], (self, _args, runtime) => textOf(self, runtime).match(WORD)?.length ?? 0],
  format: [
    ['*values', '**fields'],
    (self, [values, fields], runtime) => {
      const positional = values as readonly Value[];
      const named = fields as ReadonlyMap<string, Value>;
      if (positional.length > 0 && named.size > 0) {
        fail('template_arguments', "'format' takes either positional or named values, not both");
      }
      const text = textOf(self, runtime);
      return percentFormat(text, named.size > 0 ? makeDict(named) : Tuple.of_(positional), runtime);
    },
  ],
  quote: [
    [],
    (self, _args, runtime) => {
      const text = textOf(self, runtime);
      runtime.produce(text.length * 5);
      return shellQuote(text);
    },
  ],
});

/** One word for a POSIX shell, whatever it contains. */
function shellQuote(text: string): string {
  if (text.includes('\0')) valueError("'quote' cannot quote a null character for a shell");
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`;
}
