import { isMapping, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import type { Program } from '../core/decide/program.ts';
import type { KeychainEntry } from '../playbook/model.ts';
import type { Host } from '../template/index.ts';
import type { Redactor } from './redact/redactor.ts';

/**
 * The secrets a playbook declares, resolved when they are first read and only on the worker. Every value
 * that comes out of here is known to the redactor before anybody sees it.
 */
export class Keychain {
  /** `keychain.<name>.<field>` for templates. */
  readonly view: Readonly<Record<string, unknown>>;
  readonly #entries: ReadonlyMap<string, KeychainEntry>;
  readonly #program: Program;
  readonly #host: Host;
  readonly #redactor: Redactor;
  readonly #resolved = new Map<string, PlainMapping>();

  constructor(entries: readonly KeychainEntry[], program: Program, host: Host, redactor: Redactor) {
    this.#entries = new Map(entries.map(entry => [entry.name, entry]));
    this.#program = program;
    this.#host = host;
    this.#redactor = redactor;
    const view: Record<string, unknown> = Object.create(null);
    for (const { name } of entries) {
      Object.defineProperty(view, name, { get: () => this.#fields(name), enumerable: true });
    }
    this.view = view;
  }

  /** What `auth:` names: an entry of the keychain, or a mapping written in place. */
  resolve(auth: PlainValue): PlainValue | undefined {
    if (typeof auth !== 'string') {
      this.#learn(auth);
      return auth;
    }
    if (!this.#entries.has(auth)) {
      const known = [...this.#entries.keys()];
      const hint =
        known.length > 0 ? `the keychain has: ${known.join(', ')}` : 'declare it under `keychain:`';
      throw new Error(`auth names '${auth}', which is not in the keychain; ${hint}`);
    }
    return this.#fields(auth);
  }

  #fields(name: string): PlainMapping | undefined {
    const known = this.#resolved.get(name);
    const entry = this.#entries.get(name);
    if (known || !entry) return known;
    const fields = this.#render(entry.config) as PlainMapping;
    const resolved: PlainMapping = { type: entry.kind, ...fields };
    this.#learn(fields);
    this.#resolved.set(name, resolved);
    return resolved;
  }

  #render(value: PlainValue): PlainValue {
    if (typeof value === 'string')
      return (this.#program.template(value).evaluate({}, this.#host) ?? null) as PlainValue;
    if (Array.isArray(value)) return value.map(item => this.#render(item));
    if (!isMapping(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#render(item)]));
  }

  #learn(value: PlainValue): void {
    if (typeof value === 'string') this.#redactor.learn(value);
    else if (Array.isArray(value)) for (const item of value) this.#learn(item);
    else if (isMapping(value)) {
      for (const [key, item] of Object.entries(value)) if (!PUBLIC_FIELDS.has(key)) this.#learn(item);
    }
  }
}

/** Fields of credentials that say where and how, not with what: masking them would only hide what happened. */
const PUBLIC_FIELDS: ReadonlySet<string> = new Set(
  (
    'type kind header prefix scheme host db_host port db_port database db_name schema region ' +
    'scope scopes token_url auth_url user username db_user'
  ).split(' '),
);
