import { valueError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { makeFloat, makeInteger } from '../value/number.ts';
import { ownList } from '../value/owned.ts';
import { Dict, type Value } from '../value/value.ts';

/**
 * Reads JSON into values of the template: unlike `JSON.parse`, integers of any length stay exact and
 * `1.0` stays a float. A mapping is a `Dict`, so `__proto__` is a key like any other.
 */
export function readJson(text: string, runtime: Runtime): Value {
  runtime.produce(text.length);
  const reader = new JsonReader(text, runtime);
  return reader.readDocument();
}

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
/** A string without its quotes; what may not occur in one is found by `JSON.parse`. */
const STRING = /"(?:[^"\\]|\\.)*"/sy;
const LITERALS: readonly (readonly [string, Value])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
/** As many digits as Python reads. */
const MAX_DIGITS = 4300;

class JsonReader {
  readonly #text: string;
  readonly #runtime: Runtime;
  #at = 0;

  constructor(text: string, runtime: Runtime) {
    this.#text = text;
    this.#runtime = runtime;
  }

  readDocument(): Value {
    const value = this.#readValue();
    this.#skipSpace();
    return this.#at === this.#text.length ? value : this.#wrong('the end');
  }

  #readValue(): Value {
    this.#skipSpace();
    this.#runtime.step();
    const char = this.#text[this.#at];
    if (char === '"') return this.#readString();
    if (char === '{') return this.#nested(() => this.#readObject());
    if (char === '[') return this.#nested(() => this.#readArray());
    return char === '-' || (char !== undefined && char >= '0' && char <= '9')
      ? this.#readNumber()
      : this.#readLiteral();
  }

  #nested(read: () => Value): Value {
    this.#runtime.descend();
    this.#at++;
    const value = read();
    this.#runtime.ascend();
    return value;
  }

  #readObject(): Value {
    const dict = new Dict();
    if (this.#take('}')) return dict;
    do {
      this.#skipSpace();
      const key = this.#text[this.#at] === '"' ? this.#readString() : this.#wrong('a key in double quotes');
      if (!this.#take(':')) this.#wrong("':'");
      dict.set(key, this.#readValue());
    } while (this.#take(','));
    return this.#take('}') ? dict : this.#wrong("',' or '}'");
  }

  #readArray(): Value {
    const list: Value[] = [];
    if (this.#take(']')) return ownList(list);
    do list.push(this.#readValue());
    while (this.#take(','));
    return this.#take(']') ? ownList(list) : this.#wrong("',' or ']'");
  }

  #readString(): string {
    const [source] = this.#match(STRING) ?? this.#wrong("a text that ends with '\"'");
    try {
      return JSON.parse(source) as string;
    } catch {
      this.#at -= source.length;
      return this.#wrong('a text without line breaks and with known escapes');
    }
  }

  #readNumber(): Value {
    const [source, fraction, exponent] = this.#match(NUMBER) ?? this.#wrong('a number');
    if (fraction !== undefined || exponent !== undefined) return makeFloat(Number(source));
    if (source.length > MAX_DIGITS) valueError(`'fromjson' reads integers of at most ${MAX_DIGITS} digits`);
    return source.length < 16 ? Number(source) + 0 : makeInteger(BigInt(source));
  }

  #readLiteral(): Value {
    const found = LITERALS.find(([word]) => this.#text.startsWith(word, this.#at));
    if (!found) return this.#wrong('a value');
    this.#at += found[0].length;
    return found[1];
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) return undefined;
    this.#at = pattern.lastIndex;
    return match;
  }

  #take(char: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#at;
    SPACE.exec(this.#text);
    this.#at = SPACE.lastIndex;
  }

  #wrong(expected: string): never {
    return valueError(
      `'fromjson' expected ${expected} at character ${this.#at} of the text`,
      'check that it is JSON',
    );
  }
}
