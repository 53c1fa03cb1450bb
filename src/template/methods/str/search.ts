import { defineBuiltins, type Run } from '../../builtin.ts';
import { typeError, valueError } from '../../error.ts';
import type { Runtime } from '../../runtime.ts';
import { expectText } from '../../value/expect.ts';
import { textLength } from '../../value/iterate.ts';
import { isTuple, typeName } from '../../value/kinds.ts';
import type { Value } from '../../value/value.ts';
import { integerOr } from '../arguments.ts';
import { characterIndex, partOf, type TextPart } from '../text/characters.ts';
import { findLastText, findText, occurrences } from '../text/find.ts';
import { payScan } from '../text/pay.ts';
import { onText } from './on-text.ts';

const RANGE = ['start?', 'end?'];

function readPart(name: string, text: string, start: Value, end: Value, runtime: Runtime): TextPart {
  payScan(text, runtime);
  const read = (value: Value, argument: string) =>
    integerOr(value, undefined, `the argument '${argument}' of '${name}'`);
  return partOf(text, read(start, 'start'), read(end, 'end'));
}

type Search = (text: string, needle: string) => number;

/** Gives the index of the character, or -1. */
const finding = (name: string, search: Search): Run =>
  onText((text, [sub, start, end], runtime) => {
    const part = readPart(name, text, start, end, runtime);
    const at = search(part.text, expectText(sub, `the argument 'sub' of '${name}'`));
    return at < 0 || part.isBeyond ? -1 : part.start + characterIndex(part.text, at);
  });

/** The same, but an error if it is not there. */
const indexing = (name: string, search: Search): Run => {
  const find = finding(name, search);
  return (self, args, runtime) => {
    const at = find(self, args, runtime);
    return at === -1
      ? valueError(`'${name}' did not find the text`, `use '${name.replace('index', 'find')}'`)
      : at;
  };
};

const edge = (name: string, check: (text: string, affix: string) => boolean): Run =>
  onText((text, [affix, start, end], runtime) => {
    const part = readPart(name, text, start, end, runtime);
    const affixes = isTuple(affix) ? [...affix] : [affix];
    runtime.step(affixes.length);
    return affixes.some(one => check(part.text, expectAffix(one, name)) && !(part.isBeyond && one === ''));
  });

function expectAffix(value: Value, name: string): string {
  if (typeof value === 'string') return value;
  const hint = Array.isArray(value) ? 'write `(a, b)` instead of `[a, b]`' : undefined;
  return typeError(`'${name}' needs text or a tuple of texts, not ${typeName(value)}`, hint);
}

export const SEARCH_METHODS = defineBuiltins('method of str', {
  find: [['sub', ...RANGE], finding('find', findText)],
  rfind: [['sub', ...RANGE], finding('rfind', findLastText)],
  index: [['sub', ...RANGE], indexing('index', findText)],
  rindex: [['sub', ...RANGE], indexing('rindex', findLastText)],
  startswith: [['prefix', ...RANGE], edge('startswith', (text, affix) => text.startsWith(affix))],
  endswith: [['suffix', ...RANGE], edge('endswith', (text, affix) => text.endsWith(affix))],
  count: [
    ['sub', ...RANGE],
    onText((text, [sub, start, end], runtime) => {
      const part = readPart('count', text, start, end, runtime);
      const needle = expectText(sub, "the argument 'sub' of 'count'");
      if (needle === '') return part.isBeyond ? 0 : textLength(part.text) + 1;
      return occurrences(part.text, needle).length;
    }),
  ],
});
