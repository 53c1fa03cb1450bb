/** What Python's `str.isspace` and `str.strip` call whitespace. JavaScript's `\s` lacks some and adds U+FEFF. */
const SPACES: ReadonlySet<number> = new Set([
  9, 10, 11, 12, 13, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004,
  0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
]);

export const isSpace = (code: number): boolean => SPACES.has(code);

export type Side = 'both' | 'left' | 'right';

/** Without whitespace, or without any of `chars`, at its ends. */
export function strip(text: string, side: Side, chars?: string): string {
  const drops = chars === undefined ? undefined : new Set(chars);
  const start = side === 'right' ? 0 : skipLeft(text, drops);
  const end = side === 'left' ? text.length : skipRight(text, start, drops);
  return text.slice(start, end);
}

function skipLeft(text: string, drops: ReadonlySet<string> | undefined): number {
  if (!drops) return skipSpaces(text, 0);
  let start = 0;
  for (const char of text) {
    if (!drops.has(char)) break;
    start += char.length;
  }
  return start;
}

function skipRight(text: string, start: number, drops: ReadonlySet<string> | undefined): number {
  let end = text.length;
  if (!drops) {
    while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
    return end;
  }
  while (end > start) {
    const size = isPairEnd(text, end) ? 2 : 1;
    if (!drops.has(text.slice(end - size, end))) break;
    end -= size;
  }
  return end;
}

const isPairEnd = (text: string, end: number): boolean =>
  end > 1 && (text.charCodeAt(end - 1) & 0xfc00) === 0xdc00 && (text.charCodeAt(end - 2) & 0xfc00) === 0xd800;

/** The words between whitespace, from the left; after `limit` splits the rest stays in one piece. */
export function words(text: string, limit = Number.POSITIVE_INFINITY): string[] {
  const found: string[] = [];
  let at = skipSpaces(text, 0);
  while (at < text.length) {
    if (found.length >= limit) {
      found.push(text.slice(at));
      break;
    }
    const end = skipWord(text, at);
    found.push(text.slice(at, end));
    at = skipSpaces(text, end);
  }
  return found;
}

/** The same from the right. */
export function lastWords(text: string, limit: number): string[] {
  const found: string[] = [];
  let end = text.length;
  for (;;) {
    while (end > 0 && isSpace(text.charCodeAt(end - 1))) end--;
    if (end === 0) return found.reverse();
    if (found.length >= limit) return [text.slice(0, end), ...found.reverse()];
    let start = end;
    while (start > 0 && !isSpace(text.charCodeAt(start - 1))) start--;
    found.push(text.slice(start, end));
    end = start;
  }
}

function skipSpaces(text: string, at: number): number {
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function skipWord(text: string, at: number): number {
  while (at < text.length && !isSpace(text.charCodeAt(at))) at++;
  return at;
}
