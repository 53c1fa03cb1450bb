import { findLastText, occurrences } from './find.ts';
import { lastWords, words } from './whitespace.ts';

/** `text.split(separator, limit)`; without a separator at whitespace. A negative limit is none. */
export function splitText(text: string, separator: string | undefined, limit: number): string[] {
  const most = limit < 0 ? Number.POSITIVE_INFINITY : limit;
  return separator === undefined
    ? words(text, most)
    : cutAt(text, separator, occurrences(text, separator, most));
}

/** The same from the right. */
export function splitTextRight(text: string, separator: string | undefined, limit: number): string[] {
  if (limit < 0) return splitText(text, separator, limit);
  if (separator === undefined) return lastWords(text, limit);
  return cutAt(text, separator, lastOccurrences(text, separator, limit));
}

function cutAt(text: string, separator: string, found: readonly number[]): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const at of found) {
    parts.push(text.slice(start, at));
    start = at + separator.length;
  }
  parts.push(text.slice(start));
  return parts;
}

/** Counted from the right, overlapping occurrences may be others than from the left: `'aaa'` at `'aa'`. */
function lastOccurrences(text: string, separator: string, limit: number): number[] {
  const reversed = [...separator].reverse().join('');
  const found = occurrences([...text].reverse().join(''), reversed, limit);
  return found.map(at => text.length - at - separator.length).reverse();
}

/** `(before, separator, after)` around the first or last separator. */
export function partition(text: string, separator: string, fromRight: boolean): [string, string, string] {
  const [first] = fromRight ? [findLastText(text, separator)] : occurrences(text, separator, 1);
  if (first === undefined || first < 0) return fromRight ? ['', '', text] : [text, '', ''];
  return [text.slice(0, first), separator, text.slice(first + separator.length)];
}
