import type { RE2JS } from 're2js';
import { defineBuiltins, type Run } from '../builtin.ts';
import { textOf } from '../filters/input.ts';
import { compilePattern } from '../filters/pattern.ts';
import { matchesAtStart, matchesOf } from '../filters/regex.ts';
import { isLowerText, isUpperText } from '../methods/text/case.ts';
import type { Runtime } from '../runtime.ts';

function matchesAnywhere(pattern: RE2JS, text: string, runtime: Runtime): boolean {
  return matchesOf(pattern, text, runtime).next().done === false;
}

const matching = (owner: string, matches: typeof matchesAnywhere): Run => {
  return (self, [pattern, ignoreCase, multiline], runtime) => {
    const compiled = compilePattern(pattern, { ignoreCase, multiline }, owner, runtime);
    return matches(compiled, textOf(self, runtime), runtime);
  };
};

const PATTERN = ['pattern', 'ignorecase?', 'multiline?'];

/** How a text is written. `match` is anchored at its beginning, `search` and `regex` are not. */
export const TEXT_TESTS = defineBuiltins('test', {
  lower: [[], (self, _args, runtime) => isLowerText(textOf(self, runtime))],
  upper: [[], (self, _args, runtime) => isUpperText(textOf(self, runtime))],
  match: [PATTERN, matching('match', matchesAtStart)],
  search: [PATTERN, matching('search', matchesAnywhere)],
  regex: [PATTERN, matching('regex', matchesAnywhere)],
});
