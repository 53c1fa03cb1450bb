import type { ErrorPlace } from '../error.ts';
import { TemplateError } from '../error.ts';

const SIMPLE: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g;

/** The text between the quotes with Python's escapes resolved; unknown escapes stay as they are. */
export function unescapeString(raw: string, place: ErrorPlace): string {
  const text = raw.replace(/\r\n?/g, '\n');
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (whole, hex2, hex4, hex8, octal, char) => {
    const hex = hex2 ?? hex4 ?? hex8;
    const code =
      hex !== undefined
        ? Number.parseInt(hex, 16)
        : octal !== undefined
          ? Number.parseInt(octal, 8)
          : undefined;
    if (code !== undefined) {
      if (code > 0x10ffff) throw badEscape(place, whole);
      return String.fromCodePoint(code);
    }
    if (char === 'x' || char === 'u' || char === 'U' || char === 'N') throw badEscape(place, whole);
    return SIMPLE[char] ?? whole;
  });
}

const badEscape = (place: ErrorPlace, sequence: string) =>
  new TemplateError(
    'template_syntax',
    `the escape '${sequence.slice(0, 2)}' in a string is not complete`,
    'write \\xhh, \\uhhhh or \\Uhhhhhhhh, or double the backslash',
    place,
  );
