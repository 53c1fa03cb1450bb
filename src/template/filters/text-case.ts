import { defineBuiltins, type Run } from '../builtin.ts';
import { capitalize, firstCharacter } from '../methods/text/case.ts';
import { textOf } from './input.ts';

const changing =
  (change: (text: string) => string): Run =>
  (self, _args, runtime) => {
    const text = textOf(self, runtime);
    runtime.produce(text.length);
    return change(text);
  };

const BEFORE_WORD = /([-\s({[<]+)/u;

/** Unlike the method, the filter starts words only after spaces, hyphens and opening brackets. */
function titleWords(text: string): string {
  return text
    .split(BEFORE_WORD)
    .map(word => {
      const first = firstCharacter(word);
      return first.toUpperCase() + word.slice(first.length).toLowerCase();
    })
    .join('');
}

export const CASE_FILTERS = defineBuiltins('filter', {
  upper: [[], changing(text => text.toUpperCase())],
  lower: [[], changing(text => text.toLowerCase())],
  capitalize: [[], changing(capitalize)],
  title: [[], changing(titleWords)],
});
