import type { RE2JS } from 're2js';
import { defineBuiltins } from '../builtin.ts';
import { fail, valueError } from '../error.ts';
import { integerOr } from '../methods/arguments.ts';
import type { Runtime } from '../runtime.ts';
import { expectText } from '../value/expect.ts';
import { ownList } from '../value/owned.ts';
import { Tuple, type Value } from '../value/value.ts';
import { textOf } from './input.ts';
import { compilePattern, type Matcher, matcherOf } from './pattern.ts';
import { parseReplacement, resolveGroup } from './replacement.ts';

/** Each match in turn. */
export function* matchesOf(pattern: RE2JS, text: string, runtime: Runtime): Generator<Matcher> {
  const matcher = matcherOf(pattern, text, runtime);
  while (matcher.find()) {
    runtime.step();
    yield matcher;
  }
}

/** Whether the text begins with a match. */
export function matchesAtStart(pattern: RE2JS, text: string, runtime: Runtime): boolean {
  return matcherOf(pattern, text, runtime).lookingAt();
}

const groupText = (matcher: Matcher, group: number): string => matcher.group(group) ?? '';

function search(pattern: RE2JS, text: string, groups: readonly Value[], runtime: Runtime): Value {
  for (const matcher of matchesOf(pattern, text, runtime)) {
    if (groups.length === 0) return matcher.group();
    return ownList(
      groups.map(name => {
        const group = resolveGroup(expectText(name, "a group of 'regex_search'"), pattern, 'regex_search');
        return matcher.group(group);
      }),
    );
  }
  return null;
}

/** The whole match, the one group, or a tuple of the groups: as Python's `findall`. */
function findAll(pattern: RE2JS, text: string, runtime: Runtime): Value[] {
  const count = pattern.groupCount();
  const found: Value[] = [];
  for (const matcher of matchesOf(pattern, text, runtime)) {
    runtime.produce((matcher.end() - matcher.start() + 1) * Math.max(1, count));
    if (count <= 1) found.push(groupText(matcher, count));
    else found.push(Tuple.of_(Array.from({ length: count }, (_, i) => groupText(matcher, i + 1))));
  }
  return found;
}

function replaceAll(
  pattern: RE2JS,
  text: string,
  replacement: string,
  count: number,
  runtime: Runtime,
): string {
  const write = parseReplacement(replacement, pattern);
  let result = '';
  let start = 0;
  let left = count > 0 ? count : Number.POSITIVE_INFINITY;
  for (const matcher of matchesOf(pattern, text, runtime)) {
    const by = write(matcher);
    runtime.produce(by.length);
    result += text.slice(start, matcher.start()) + by;
    start = matcher.end();
    if (--left <= 0) break;
  }
  runtime.produce(text.length);
  return result + text.slice(start);
}

interface SearchOptions {
  readonly groups: readonly Value[];
  readonly ignoreCase: Value;
  readonly multiline: Value;
}

/** Texts after the pattern name groups, as in Ansible; booleans are the flags. */
function searchOptions(rest: readonly Value[], named: ReadonlyMap<string, Value>): SearchOptions {
  for (const name of named.keys()) {
    if (name !== 'ignorecase' && name !== 'multiline') {
      fail(
        'template_arguments',
        `'regex_search' has no argument '${name}'`,
        'it takes: ignorecase, multiline',
      );
    }
  }
  const flags = rest.filter(value => typeof value === 'boolean');
  return {
    groups: rest.filter(value => typeof value !== 'boolean'),
    ignoreCase: named.get('ignorecase') ?? flags[0],
    multiline: named.get('multiline') ?? flags[1],
  };
}

/** What Python's `re.escape` escapes. */
const SPECIAL = /[\t\n\v\f\r #$&()*+\-.?[\\\]^{|}~]/g;

export const REGEX_FILTERS = defineBuiltins('filter', {
  regex_search: [
    ['pattern', '*groups', '**options'],
    (self, [pattern, rest, named], runtime) => {
      const options = searchOptions(rest as readonly Value[], named as ReadonlyMap<string, Value>);
      const compiled = compilePattern(pattern, options, 'regex_search', runtime);
      return search(compiled, textOf(self, runtime), options.groups, runtime);
    },
  ],
  regex_match: [
    ['pattern', 'ignorecase?', 'multiline?'],
    (self, [pattern, ignoreCase, multiline], runtime) => {
      const compiled = compilePattern(pattern, { ignoreCase, multiline }, 'regex_match', runtime);
      return matchesAtStart(compiled, textOf(self, runtime), runtime);
    },
  ],
  regex_findall: [
    ['pattern', 'multiline?', 'ignorecase?'],
    (self, [pattern, multiline, ignoreCase], runtime) => {
      const compiled = compilePattern(pattern, { ignoreCase, multiline }, 'regex_findall', runtime);
      return ownList(findAll(compiled, textOf(self, runtime), runtime));
    },
  ],
  regex_replace: [
    ['pattern', 'replacement', 'ignorecase?', 'count?', 'multiline?'],
    (self, [pattern, replacement, ignoreCase, count, multiline], runtime) => {
      const compiled = compilePattern(pattern, { ignoreCase, multiline }, 'regex_replace', runtime);
      const by = expectText(replacement, "the replacement of 'regex_replace'");
      const most = integerOr(count, 0, "the argument 'count' of 'regex_replace'");
      if (most < 0) valueError("the argument 'count' of 'regex_replace' may not be negative");
      return replaceAll(compiled, textOf(self, runtime), by, most, runtime);
    },
  ],
  regex_escape: [
    [],
    (self, _args, runtime) => {
      const text = textOf(self, runtime);
      runtime.produce(text.length * 2);
      return text.replace(SPECIAL, '\\$&');
    },
  ],
});
