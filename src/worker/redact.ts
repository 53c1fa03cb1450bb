import { isMapping, mappingOf, type PlainValue } from '../common/plain-value.ts';

const MASK = '***';
/** Shorter secrets are masked only where they are a whole text: they occur in innocent words. */
const MIN_LENGTH_INSIDE = 6;

/** Keeps the secrets a command has seen out of everything it reports: by value, in the forms they travel in. */
export class Redactor {
  readonly #whole = new Set<string>();
  readonly #inside = new Set<string>();

  /** Remembers a secret and gives it back. */
  learn<T extends string | undefined>(secret: T): T {
    if (secret === undefined || secret === '') return secret;
    this.#whole.add(secret);
    if (secret.length >= MIN_LENGTH_INSIDE) {
      for (const form of [
        secret,
        JSON.stringify(secret).slice(1, -1),
        encodeURIComponent(secret),
        base64(secret),
      ]) {
        this.#inside.add(form);
      }
    }
    return secret;
  }

  text(text: string): string {
    if (this.#whole.has(text)) return MASK;
    let clean = text;
    for (const secret of this.#inside) if (clean.includes(secret)) clean = clean.replaceAll(secret, MASK);
    return clean;
  }

  /** Whether there is a secret in it. */
  changes(value: PlainValue): boolean {
    if (typeof value === 'string') return this.text(value) !== value;
    if (Array.isArray(value)) return value.some(item => this.changes(item));
    return (
      isMapping(value) &&
      Object.entries(value).some(([key, item]) => this.text(key) !== key || this.changes(item))
    );
  }

  value(value: PlainValue): PlainValue {
    if (this.#whole.size === 0) return value;
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map(item => this.value(item));
    if (!isMapping(value)) return value;
    return mappingOf(Object.entries(value).map(([key, item]) => [this.text(key), this.value(item)]));
  }
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64').replace(/=+$/, '');
