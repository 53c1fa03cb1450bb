import type { YAMLError, YAMLWarning } from 'yaml';
import { YamlError } from './yaml-error.ts';

const QUOTE_IT = 'put the whole value in quotes';

/** What to do about an error of the library, by its code. */
const HINTS: Readonly<Record<string, string>> = {
  BAD_ALIAS: 'quote the text if it is meant to begin with `*` or `&`',
  BAD_DQ_ESCAPE: 'write `\\\\` for a backslash, or use single quotes, in which a backslash means itself',
  BAD_INDENT: 'give entries that belong together the same indentation',
  BAD_SCALAR_START: 'quote the text if it is meant to begin with this sign',
  BLOCK_AS_IMPLICIT_KEY: 'quote a value that contains a colon followed by a blank',
  BLOCK_IN_FLOW: 'inside brackets use brackets only',
  MISSING_CHAR: 'check that every quote and bracket is closed, and that a blank follows each colon and dash',
  MULTILINE_IMPLICIT_KEY: 'check the indentation; a key and its colon stand on one line',
  TAB_AS_INDENT: 'indent with spaces only',
  UNEXPECTED_TOKEN: QUOTE_IT,
};

export function explainSyntax(problem: YAMLError | YAMLWarning, text: string): YamlError {
  const offset = Math.min(problem.pos[0], text.length);
  const message = lowerFirst(problem.message);
  if (problem.code === 'TAG_RESOLVE_FAILED') {
    const hint = 'leave the tag out, or quote the text if it is meant to begin with `!`';
    return new YamlError('yaml_tag', offset, 'this tag has no meaning in a playbook', hint);
  }
  const template = unquotedTemplate(text, offset);
  if (template !== undefined) {
    const what = 'a text that begins with a template must be quoted';
    return new YamlError('yaml_unquoted_template', template, what, `${QUOTE_IT}: "{{ … }} …"`);
  }
  if (problem.message.includes('without - indicator')) {
    const what =
      'this line is indented neither as the next item of the list nor as the keys of the one above';
    const hint = 'begin a new item with `- `, or align the key with the first one of its item';
    return new YamlError('yaml_syntax', firstLetter(text, offset), what, hint);
  }
  const deeper = problem.code === 'BLOCK_AS_IMPLICIT_KEY' ? deeperLine(text, offset) : undefined;
  if (deeper !== undefined) {
    const what = 'this line is indented deeper than the one above, which has a value already';
    return new YamlError('yaml_syntax', deeper, what, HINTS.BAD_INDENT);
  }
  return new YamlError('yaml_syntax', offset, message, HINTS[problem.code]);
}

/** Where the line after that of the error begins, if only its indentation can be what is wrong. */
function deeperLine(text: string, offset: number): number | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const [, above = '', rest = '', below = ''] = ONE_KEY_AND_ANOTHER.exec(text.slice(start)) ?? [];
  return below.length > above.length ? start + above.length + rest.length + below.length : undefined;
}

/** `key: value` with no other colon that YAML would see, and behind its line another key. */
const ONE_KEY_AND_ANOTHER = /^( *(?:- +)?)([^\s:#][^:\n]*: [^:\n]*\n)( +)[^\s:#][^:\n]*:(?:\s|$)/;

/** The library points to the beginning of the line. */
const firstLetter = (text: string, offset: number): number =>
  offset + (/^ */.exec(text.slice(offset))?.[0].length ?? 0);

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Where, on the line of the error, a value begins with `{{` or `{%` and no quote. */
function unquotedTemplate(text: string, offset: number): number | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, end === -1 ? text.length : end);
  const match = /(?:^|[:,[-])\s+(\{[{%])/.exec(line);
  return match ? start + match.index + match[0].length - 2 : undefined;
}
