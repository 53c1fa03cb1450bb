import type { PlainValue } from './plain-value.ts';

/** Deeper data is refused: no one writes it by hand, and walking it would exhaust the stack. */
export const MAX_DEPTH = 200;

/** Digits from which an integer may be beyond 2^53. */
const LONG_INTEGER = /\d{16}/;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
/** As many digits as Python reads: the time to read an integer grows with the square of its length. */
export const MAX_DIGITS = 4300;

/**
 * The data a JSON text holds: mappings without prototypes, integers beyond 2^53 as bigints. Throws
 * `SyntaxError` for what is no JSON, and for data nested deeper than 200 levels.
 */
export function parseExactJson(text: string): PlainValue {
  const value: unknown = JSON.parse(text);
  // Reading by hand is some ten times slower, and long integers are rare.
  return LONG_INTEGER.test(text) ? new Reader(text).read(0) : plain(value, 0);
}

function plain(value: unknown, depth: number): PlainValue {
  if (typeof value !== 'object' || value === null) return value as PlainValue;
  if (depth >= MAX_DEPTH) tooDeep();
  if (Array.isArray(value)) return value.map(item => plain(item, depth + 1));
  const mapping: Record<string, PlainValue> = Object.create(null);
  for (const [key, item] of Object.entries(value)) mapping[key] = plain(item, depth + 1);
  return mapping;
}

function tooDeep(): never {
  throw new SyntaxError(`the JSON is nested deeper than ${MAX_DEPTH} levels`);
}

/** Reads a text that `JSON.parse` has accepted, so that nothing has to be checked again. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(depth: number): PlainValue {
    switch (this.#next()) {
      case '{':
        return this.#mapping(depth);
      case '[':
        return this.#list(depth);
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  /** The next character that is no space; it is not taken. */
  #next(): string {
    while (' \t\n\r'.includes(this.#text[this.#at] ?? '-')) this.#at++;
    return this.#text[this.#at]!;
  }

  #mapping(depth: number): PlainValue {
    const mapping: Record<string, PlainValue> = Object.create(null);
    this.#items('}', depth, () => {
      this.#next();
      const key = this.#string();
      this.#next();
      this.#at++;
      mapping[key] = this.read(depth + 1);
    });
    return mapping;
  }

  #list(depth: number): PlainValue {
    const list: PlainValue[] = [];
    this.#items(']', depth, () => list.push(this.read(depth + 1)));
    return list;
  }

  #items(end: string, depth: number, readItem: () => void): void {
    if (depth >= MAX_DEPTH) tooDeep();
    this.#at++;
    while (this.#next() !== end) {
      if (this.#text[this.#at] === ',') this.#at++;
      readItem();
    }
    this.#at++;
  }

  #string(): string {
    const start = this.#at;
    let end = this.#text.indexOf('"', start + 1);
    while (this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    this.#at = end + 1;
    return JSON.parse(this.#text.slice(start, this.#at)) as string;
  }

  #isEscaped(quote: number): boolean {
    let before = quote - 1;
    while (this.#text[before] === '\\') before--;
    return (quote - before) % 2 === 0;
  }

  #word(word: string, value: PlainValue): PlainValue {
    this.#at += word.length;
    return value;
  }

  #number(): PlainValue {
    NUMBER.lastIndex = this.#at;
    const [source, fraction, exponent] = NUMBER.exec(this.#text)!;
    this.#at += source.length;
    const value = Number(source);
    if (fraction !== undefined || exponent !== undefined || Number.isSafeInteger(value)) return value;
    if (source.length > MAX_DIGITS)
      throw new SyntaxError(`the JSON has an integer of ${source.length} digits`);
    return BigInt(source);
  }
}

/** JSON with bigints as the integers they are and keys in their own order. */
export function writeExactJson(value: PlainValue): string {
  try {
    return JSON.stringify(value);
  } catch {
    return written(value);
  }
}

function written(value: PlainValue): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${written(item)}`)
    .join(',')}}`;
}
