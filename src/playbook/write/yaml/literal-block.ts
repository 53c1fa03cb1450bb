/** Anything a literal block would not give back: control characters (but tabs), odd line breaks, half pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const NOT_LITERAL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/u;

/** Whether a text is written as a block: it has several lines, and something on the first and the last. */
export function isBlockText(text: string): boolean {
  if (!text.includes('\n') || NOT_LITERAL.test(text)) return false;
  const body = text.replace(/\n+$/, '');
  if (body === '' || /^[ \t]*$/m.test(body.split('\n', 1)[0]!)) return false;
  // Blanks alone on the last line are lost by some readers; a block would hide them anyway.
  return !/(?:^|\n)[ \t]+$/.test(body);
}

/**
 * The header (`|`, `|-`, `|2+`, …) and the lines of a literal block, not indented yet. Trailing breaks
 * are kept by the header's sign: one by nothing, none by `-`, more by `+`.
 */
export function literalBlock(text: string, indentStep: number): { header: string; lines: string[] } {
  const body = text.replace(/\n+$/, '');
  const breaks = text.length - body.length;
  // A first line that begins with a blank would be taken for deeper indentation.
  const indentation = /^[ \t]/.test(body) ? String(indentStep) : '';
  const chomp = breaks === 0 ? '-' : breaks === 1 ? '' : '+';
  const lines = body.split('\n');
  for (let i = 1; i < breaks; i++) lines.push('');
  return { header: `|${indentation}${chomp}`, lines };
}
