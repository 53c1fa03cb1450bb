/**
 * Texts that some reader of YAML would take for something else than a text if they stood without quotes.
 * Readers of YAML 1.1 are asked too: other tools read playbooks, and `no` or `2026-01-01` should stay what
 * the author sees.
 */
const READ_AS_SOMETHING_ELSE: readonly RegExp[] = [
  /^(?:~|null|true|false|yes|no|on|off)$/i,
  /^[-+]?(?:0|[1-9][0-9_]*)$/,
  // Leading zeros are octal for some readers and decimal for others.
  /^[-+]?0[0-9_]+$/,
  /^[-+]?0[xX][0-9a-fA-F_]+$/,
  /^[-+]?0[oO][0-7_]+$/,
  /^[-+]?0[bB][01_]+$/,
  /^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*(?:[eE][-+]?[0-9]+)?$/,
  /^[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+$/,
  /^[-+]?\.(?:inf|nan)$/i,
  /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/,
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?$/,
  /^(?:<<|=)$/,
];

/** Characters a text without quotes cannot begin with, or not everywhere. */
const BAD_START = /^[-?:,[\]{}#&*!|>'"%@`\s]/;
const GOOD_DASH_START = /^[-?:][^\s,[\]{}]/;

/** `: ` and ` #` end a text without quotes, and so does a colon at its end. */
const BREAKS_OFF = /:(?:\s|$)|\s#|\s$/;
const FLOW_SIGNS = /[,[\]{}]/;

const TEMPLATE = /\{\{|\{%|\{#/;

/** Control characters, line breaks of any kind, byte order marks, halves of surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const UNPRINTABLE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/u;

export const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text);

/** Whether the text may stand without quotes; inside brackets less is allowed. */
export function isPlain(text: string, inFlow: boolean): boolean {
  if (text === '' || !isPrintable(text) || TEMPLATE.test(text)) return false;
  if (BAD_START.test(text) && !GOOD_DASH_START.test(text)) return false;
  if (BREAKS_OFF.test(text) || text.startsWith('---') || text.startsWith('...')) return false;
  if (inFlow && (FLOW_SIGNS.test(text) || /:[,[\]{}]|:$/.test(text))) return false;
  return !READ_AS_SOMETHING_ELSE.some(pattern => pattern.test(text));
}
