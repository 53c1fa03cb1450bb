/** Where Python's `splitlines` splits, beyond `\n` and `\r`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Python ends lines at these, too
const LINE_ENDS = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/g;

/** The lines of a text; a line end at the very end begins no further line. */
export function splitLines(text: string, keepEnds = false): string[] {
  const lines: string[] = [];
  let start = 0;
  for (const match of text.matchAll(LINE_ENDS)) {
    const end = match.index + match[0].length;
    lines.push(text.slice(start, keepEnds ? end : match.index));
    start = end;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}
