/** Control characters but tab, and those that turn the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const INVISIBLE = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A line of a file as a terminal may show it: a character that would move the cursor, change colours or
 * hide text is replaced by a sign of the same width.
 */
export const visible = (line: string): string => line.replace(INVISIBLE, signFor);

function signFor(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}
