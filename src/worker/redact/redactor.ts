import { isMapping, mappingOf, type PlainValue } from '../../common/plain-value.ts';
import { MASK, masked, type Range, rangeBefore } from './mask.ts';
import { Matcher } from './matcher.ts';
import { MIN_LENGTH_INSIDE, secretForms } from './secret-forms.ts';

/** Fields that are named when a result was masked; more are only counted. */
const MAX_PLACES = 5;

/** Keeps the secrets a command has seen out of everything it reports: by value, in the forms they travel in. */
export class Redactor {
  readonly #whole = new Set<string>();
  readonly #forms = new Set<string>();
  /** Made anew when a secret was learned since. */
  #matcher: Matcher | undefined;

  /** Remembers a secret and gives it back. */
  learn<T extends string | undefined>(secret: T): T {
    if (secret === undefined || secret === '' || this.#whole.has(secret)) return secret;
    this.#whole.add(secret);
    if (secret.length >= MIN_LENGTH_INSIDE) for (const form of secretForms(secret)) this.#forms.add(form);
    this.#matcher = undefined;
    return secret;
  }

  get knowsSecrets(): boolean {
    return this.#whole.size > 0;
  }

  get matcher(): Matcher {
    this.#matcher ??= new Matcher(this.#forms);
    return this.#matcher;
  }

  /** For texts in which strings stand in quotes: finds short secrets, too, where one is a whole string. */
  get streamMatcher(): Matcher {
    const short = [...this.#whole].filter(secret => secret.length < MIN_LENGTH_INSIDE);
    return new Matcher([...this.#forms, ...short.map(secret => JSON.stringify(secret))]);
  }

  isWhole(text: string): boolean {
    return this.#whole.has(text);
  }

  text(text: string): string {
    if (this.#whole.size === 0) return text;
    if (this.#whole.has(text)) return MASK;
    const ranges: Range[] = [];
    this.matcher.scan(text, 0, (end, length) => ranges.push(rangeBefore(text, end, length)));
    return ranges.length === 0 ? text : masked(text, ranges);
  }

  /** Whether there is a secret in it. */
  changes(value: PlainValue): boolean {
    return this.value(value) !== value;
  }

  /** The value itself if there is no secret in it. `places` gets the paths of what was masked. */
  value(value: PlainValue, places: string[] = [], path = ''): PlainValue {
    if (this.#whole.size === 0) return value;
    if (Array.isArray(value)) return this.#list(value, places, path);
    if (isMapping(value)) return this.#mapping(value, places, path);
    const text = typeof value === 'string' ? value : this.#numberText(value);
    const clean = text === undefined ? value : this.text(text);
    if (text === undefined || clean === text) return value;
    if (places.length < MAX_PLACES) places.push(path);
    return clean;
  }

  /** A number that is a secret is found as a whole only. */
  #numberText(value: PlainValue): string | undefined {
    if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
    const text = String(value);
    return text.length >= MIN_LENGTH_INSIDE && this.#whole.has(text) ? text : undefined;
  }

  #list(list: readonly PlainValue[], places: string[], path: string): PlainValue {
    let clean: PlainValue[] | undefined;
    for (const [index, item] of list.entries()) {
      const own = this.value(item, places, `${path}[${index}]`);
      if (own !== item) clean ??= [...list];
      if (clean) clean[index] = own;
    }
    return clean ?? list;
  }

  #mapping(mapping: Readonly<Record<string, PlainValue>>, places: string[], path: string): PlainValue {
    let isClean = true;
    const entries = Object.entries(mapping).map(([key, item]) => {
      const name = this.text(key);
      const own = this.value(item, places, path === '' ? name : `${path}.${name}`);
      if (name !== key && places.length < MAX_PLACES) places.push(path === '' ? name : `${path}.${name}`);
      if (name !== key || own !== item) isClean = false;
      return [name, own] as const;
    });
    return isClean ? mapping : mappingOf(entries);
  }
}
