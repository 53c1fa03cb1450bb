/** Above this length the built-in search, which is quadratic for repetitive text, gives way to a linear one. */
const SHORT = 16;

/** Where `needle` begins in `text` at or after `from`, in UTF-16 units; -1 if nowhere. */
export function findText(text: string, needle: string, from = 0): number {
  if (needle.length <= SHORT) return text.indexOf(needle, from);
  for (const at of positions(text, needle, from)) return at;
  return -1;
}

/** Where the last occurrence begins; -1 if there is none. */
export function findLastText(text: string, needle: string): number {
  if (needle.length <= SHORT) return text.lastIndexOf(needle);
  let last = -1;
  for (const at of positions(text, needle, 0)) last = at;
  return last;
}

export const includesText = (text: string, needle: string): boolean => findText(text, needle) >= 0;

/** Where each of the first `limit` occurrences begins, none overlapping another. `needle` is not empty. */
export function occurrences(text: string, needle: string, limit = Number.POSITIVE_INFINITY): number[] {
  const found: number[] = [];
  if (needle.length <= SHORT) {
    for (let at = 0; found.length < limit; at += needle.length) {
      at = text.indexOf(needle, at);
      if (at < 0) break;
      found.push(at);
    }
    return found;
  }
  let free = 0;
  for (const at of positions(text, needle, 0)) {
    if (found.length >= limit) break;
    if (at < free) continue;
    found.push(at);
    free = at + needle.length;
  }
  return found;
}

/** Knuth, Morris and Pratt: every occurrence, overlapping ones too, in linear time. */
function* positions(text: string, needle: string, from: number): Generator<number> {
  const borders = borderTable(needle);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = borders[matched - 1] as number;
    if (needle.charCodeAt(matched) === code) matched++;
    if (matched < needle.length) continue;
    yield at - needle.length + 1;
    matched = borders[matched - 1] as number;
  }
}

/** For each prefix of `needle`, the length of its longest proper prefix that is also its end. */
function borderTable(needle: string): Uint32Array {
  const table = new Uint32Array(needle.length);
  let length = 0;
  for (let i = 1; i < needle.length; i++) {
    const code = needle.charCodeAt(i);
    while (length > 0 && needle.charCodeAt(length) !== code) length = table[length - 1] as number;
    if (needle.charCodeAt(length) === code) length++;
    table[i] = length;
  }
  return table;
}
