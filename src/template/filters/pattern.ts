import { RE2JS, RE2JSException } from 're2js';
import { LruMap } from '../../common/lru.ts';
import { valueError } from '../error.ts';
import { flagOr } from '../methods/arguments.ts';
import { payScan } from '../methods/text/pay.ts';
import type { Runtime } from '../runtime.ts';
import { expectText } from '../value/expect.ts';
import type { Value } from '../value/value.ts';
import { MeteredText } from './metered-text.ts';

const patterns = new LruMap<string, RE2JS>(100);

/** Longer patterns take noticeable time to compile, and nobody writes them by hand. */
const MAX_LENGTH = 4000;
const STEPS_PER_INSTRUCTION = 20;

export interface PatternFlags {
  readonly ignoreCase: Value;
  readonly multiline: Value;
}

/** A user's pattern, for an engine whose time is linear in the text: no look-ahead, no back-references. */
export function compilePattern(pattern: Value, flags: PatternFlags, owner: string, runtime: Runtime): RE2JS {
  const source = expectText(pattern, `the pattern of '${owner}'`);
  const bits =
    (flagOr(flags.ignoreCase, false) ? RE2JS.CASE_INSENSITIVE : 0) |
    (flagOr(flags.multiline, false) ? RE2JS.MULTILINE : 0);
  const known = patterns.get(`${bits}/${source}`);
  if (known) return known;
  if (source.length > MAX_LENGTH)
    valueError(`the pattern of '${owner}' is longer than ${MAX_LENGTH} characters`);
  runtime.step(source.length * STEPS_PER_INSTRUCTION);
  const compiled = tryCompile(source, bits) ?? badPattern(owner);
  runtime.step(compiled.programSize() * STEPS_PER_INSTRUCTION);
  patterns.set(`${bits}/${source}`, compiled);
  return compiled;
}

function tryCompile(source: string, bits: number): RE2JS | undefined {
  try {
    return RE2JS.compile(inRe2(source), bits);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

/** Python's end of text is `\Z`. */
const inRe2 = (source: string): string =>
  source.replace(/\\([\s\S])/g, (whole, letter) => (letter === 'Z' ? '\\z' : whole));

function badPattern(owner: string): never {
  return valueError(
    `the pattern of '${owner}' is not a valid regular expression`,
    'look-around and back-references in patterns are not supported',
  );
}

export type Matcher = ReturnType<RE2JS['matcher']>;

/** A matcher whose reading of the text is paid for. */
export function matcherOf(pattern: RE2JS, text: string, runtime: Runtime): Matcher {
  payScan(text, runtime);
  return pattern.matcher(new MeteredText(text, pattern, runtime) as unknown as string);
}
