import { MAX_DEPTH, MAX_DIGITS } from './exact-json.ts';

/** What a JSON text holds, seen from outside. */
export type JsonShape =
  | { readonly kind: 'mapping' }
  | { readonly kind: 'list'; readonly length: number }
  | { readonly kind: 'scalar' };

/** What may come next; numbers, because a text of a gigabyte is a billion of these decisions. */
const [VALUE, VALUE_OR_END, KEY, KEY_OR_END, AFTER_KEY, AFTER_VALUE] = [0, 1, 2, 3, 4, 5];
const [IN_STRING, ESCAPED, IN_HEX, IN_WORD, IN_NUMBER, SPACE, NOTHING] = [6, 7, 8, 9, 10, 11, 12];

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_MAPPING, CLOSE_MAPPING] = [34, 92, 91, 93, 123, 125];
const [COMMA, COLON] = [44, 58];
const WORDS: Readonly<Record<number, string>> = { 116: 'true', 102: 'false', 110: 'null' };
/** What ends the plain part of a string: a quote, a backslash, a control character. */
const SPECIAL = /["\\]|[^ -\uffff]/g;
/** Characters of a string that are looked at one by one; in a longer one it takes less time to search. */
const NEAR = 32;
const ESCAPES = /["\\/bfnrt]/;
const HEX = /[0-9a-fA-F]/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Says whether a text that comes in pieces is JSON that `parseExactJson` would read, without holding it: a
 * text is scanned as it goes by, and only the nesting is remembered.
 */
export class JsonScanner {
  #expected = VALUE;
  /** What is open: true for a mapping. */
  readonly #open: boolean[] = [];
  #isKey = false;
  #shape: JsonShape['kind'] = 'scalar';
  #length = 0;
  #hexLeft = 0;
  /** The rest of `true`, `false` or `null`. */
  #word = '';
  #number = '';

  /** Whatever follows, it is no JSON any more. */
  get isBroken(): boolean {
    return this.#expected === NOTHING;
  }

  push(text: string): void {
    const { length } = text;
    for (let at = 0; at < length && this.#expected !== NOTHING; ) at = this.#take(text, at);
  }

  /** Undefined: it is no JSON. */
  end(): JsonShape | undefined {
    if (this.#expected === IN_NUMBER) this.#endNumber();
    if (this.#expected !== SPACE) return undefined;
    return this.#shape === 'list' ? { kind: 'list', length: this.#length } : { kind: this.#shape };
  }

  /** Takes what begins at `at`; gives where the next begins. */
  #take(text: string, at: number): number {
    const unit = text.charCodeAt(at);
    switch (this.#expected) {
      case IN_STRING:
        return this.#string(text, at);
      case IN_NUMBER:
        return this.#moreNumber(text, at);
      case ESCAPED:
        return this.#go(at, unit === 117 ? IN_HEX : ESCAPES.test(text[at] as string) ? IN_STRING : NOTHING);
      case IN_HEX:
        return this.#hex(text[at] as string, at);
      case IN_WORD:
        return this.#moreWord(text[at] as string, at);
      default:
        return isSpace(unit) ? at + 1 : this.#structure(unit, at);
    }
  }

  #structure(unit: number, at: number): number {
    switch (this.#expected) {
      case VALUE_OR_END:
        return unit === CLOSE_LIST ? this.#close(false, at) : this.#value(unit, at);
      case VALUE:
        return this.#value(unit, at);
      case KEY_OR_END:
        return unit === CLOSE_MAPPING ? this.#close(true, at) : this.#key(unit, at);
      case KEY:
        return this.#key(unit, at);
      case AFTER_KEY:
        return this.#go(at, unit === COLON ? VALUE : NOTHING);
      case AFTER_VALUE:
        if (unit === COMMA) return this.#go(at, this.#open.at(-1) ? KEY : VALUE);
        return this.#close(unit === CLOSE_MAPPING, at, unit);
      default:
        return this.#go(at, NOTHING);
    }
  }

  #value(unit: number, at: number): number {
    if (this.#open.length === 1 && this.#shape === 'list') this.#length++;
    this.#isKey = false;
    if (unit === QUOTE) return this.#go(at, IN_STRING);
    if (unit === OPEN_LIST || unit === OPEN_MAPPING) return this.#begin(unit === OPEN_MAPPING, at);
    const word = WORDS[unit];
    if (word !== undefined) {
      this.#word = word.slice(1);
      return this.#go(at, IN_WORD);
    }
    this.#expected = IN_NUMBER;
    return at;
  }

  #key(unit: number, at: number): number {
    this.#isKey = true;
    return this.#go(at, unit === QUOTE ? IN_STRING : NOTHING);
  }

  #begin(isMapping: boolean, at: number): number {
    if (this.#open.length === 0) this.#shape = isMapping ? 'mapping' : 'list';
    this.#open.push(isMapping);
    if (this.#open.length > MAX_DEPTH) return this.#go(at, NOTHING);
    return this.#go(at, isMapping ? KEY_OR_END : VALUE_OR_END);
  }

  #close(isMapping: boolean, at: number, unit = isMapping ? CLOSE_MAPPING : CLOSE_LIST): number {
    const isEnd = unit === CLOSE_MAPPING || unit === CLOSE_LIST;
    if (!isEnd || this.#open.pop() !== isMapping) return this.#go(at, NOTHING);
    return this.#afterValue(at + 1);
  }

  #afterValue(next: number): number {
    this.#expected = this.#open.length === 0 ? SPACE : AFTER_VALUE;
    return next;
  }

  #string(text: string, from: number): number {
    const near = Math.min(from + NEAR, text.length);
    for (let at = from; at < near; at++) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) return this.#isKey ? this.#go(at, AFTER_KEY) : this.#afterValue(at + 1);
      if (unit === BACKSLASH) return this.#go(at, ESCAPED);
      if (unit < 32) return this.#go(at, NOTHING);
    }
    if (near === text.length) return near;
    SPECIAL.lastIndex = near;
    return SPECIAL.test(text) ? SPECIAL.lastIndex - 1 : text.length;
  }

  #hex(character: string, at: number): number {
    if (!HEX.test(character)) return this.#go(at, NOTHING);
    this.#hexLeft = this.#hexLeft === 0 ? 3 : this.#hexLeft - 1;
    return this.#go(at, this.#hexLeft === 0 ? IN_STRING : IN_HEX);
  }

  #moreWord(character: string, at: number): number {
    if (character !== this.#word[0]) return this.#go(at, NOTHING);
    this.#word = this.#word.slice(1);
    return this.#word === '' ? this.#afterValue(at + 1) : at + 1;
  }

  #moreNumber(text: string, from: number): number {
    let at = from;
    while (at < text.length && isNumeric(text.charCodeAt(at))) at++;
    if (this.#number.length <= MAX_DIGITS)
      this.#number += text.slice(from, Math.min(at, from + MAX_DIGITS + 1));
    if (at < text.length) this.#endNumber();
    return at;
  }

  #endNumber(): void {
    const isNumber = this.#number.length <= MAX_DIGITS && NUMBER.test(this.#number);
    this.#number = '';
    if (isNumber) this.#afterValue(0);
    else this.#expected = NOTHING;
  }

  #go(at: number, expected: number): number {
    this.#expected = expected;
    return at + 1;
  }
}

const isSpace = (unit: number): boolean => unit === 32 || unit === 10 || unit === 13 || unit === 9;

/** Digits, `+`, `-`, `.`, `e` and `E`. */
const isNumeric = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || unit === 43 || unit === 45 || unit === 46 || unit === 101 || unit === 69;
