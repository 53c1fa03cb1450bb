import { defineBuiltins, type Run } from '../builtin.ts';
import { fail, typeError, valueError } from '../error.ts';
import { flagOr } from '../methods/arguments.ts';
import { words } from '../methods/text/whitespace.ts';
import type { Runtime } from '../runtime.ts';
import { isMapping, typeName } from '../value/kinds.ts';
import { entriesOf } from '../value/mapping.ts';
import type { Value } from '../value/value.ts';
import { decodeEntities } from './entities.ts';
import { textOf } from './input.ts';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ["'", '&#39;'],
  ['"', '&#34;'],
]);

/** The result may be five times as long. */
export function escapeHtml(text: string, runtime: Runtime): string {
  runtime.produce(text.length);
  return text.replace(/[&<>'"]/g, char => {
    runtime.produce(5);
    return ESCAPES.get(char) as string;
  });
}

const escaping: Run = (self, _args, runtime) => escapeHtml(textOf(self, runtime), runtime);

/** Leaves out everything from `open` to the next `close`; an `open` without a `close` stays. */
function withoutSpans(text: string, open: string, close: string): string {
  let result = '';
  let start = 0;
  for (;;) {
    const from = text.indexOf(open, start);
    const to = from < 0 ? -1 : text.indexOf(close, from + open.length);
    if (to < 0) return result + text.slice(start);
    result += text.slice(start, from);
    start = to + close.length;
  }
}

function stripTags(text: string): string {
  const bare = withoutSpans(withoutSpans(text, '<!--', '-->'), '<', '>');
  return decodeEntities(words(bare).join(' '));
}

function xmlAttributes(value: Value, runtime: Runtime): string {
  if (value === undefined)
    fail('template_undefined', "'xmlattr' needs a mapping, but the value is undefined");
  if (!isMapping(value)) return typeError(`'xmlattr' needs a mapping, not ${typeName(value)}`);
  const attributes: string[] = [];
  for (const [key, item] of entriesOf(value)) {
    runtime.step();
    if (item === null || item === undefined) continue;
    if (typeof key !== 'string') typeError(`'xmlattr' needs texts as keys, not ${typeName(key)}`);
    const name = textOf(key, runtime);
    if (/[\s/>=]/.test(name)) valueError("a key of 'xmlattr' has a space, '/', '>' or '=' in it");
    attributes.push(`${escapeHtml(name, runtime)}="${escapeHtml(textOf(item, runtime), runtime)}"`);
  }
  return attributes.join(' ');
}

export const HTML_FILTERS = defineBuiltins('filter', {
  escape: [[], escaping],
  e: [[], escaping],
  forceescape: [[], escaping],
  striptags: [
    [],
    (self, _args, runtime) => {
      const text = textOf(self, runtime);
      runtime.produce(text.length);
      return stripTags(text);
    },
  ],
  xmlattr: [
    ['autospace?'],
    (self, [autospace], runtime) => {
      const attributes = xmlAttributes(self, runtime);
      return attributes !== '' && flagOr(autospace, true) ? ` ${attributes}` : attributes;
    },
  ],
});
