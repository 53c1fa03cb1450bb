import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import { isKnownType, normaliseCredential } from '../../core/credential/normalise.ts';
import { extendContext } from '../../core/render-context.ts';
import type { KeychainEntry } from '../../playbook/model.ts';
import { givenSecret } from './keep-secret.ts';
import { learnSecrets } from './learn.ts';
import { maskedEntry } from './masked-entry.ts';
import { resolveAuth } from './resolve-auth.ts';
import { resolveCredential, unknownName } from './resolve-credential.ts';
import { resolveEntry } from './resolve-entry.ts';
import { NeedSecret } from './secret-error.ts';
import type { ResolvedSecret, SecretRun, SecretScope } from './secret-run.ts';

/**
 * The secrets of a command: the entries its playbook declares and the credentials that are stored, resolved
 * when they are first read and only on the worker. Every value that comes out of here is known to the
 * redactor before anybody sees it.
 *
 * An entry sees the entries above it, so none can wait for itself.
 */
export class Keychain {
  /** `keychain.<name>.<field>` for templates. */
  readonly view: Readonly<Record<string, unknown>>;
  readonly #entries: readonly KeychainEntry[];
  readonly #run: SecretRun;
  readonly #resolved = new Map<string, ResolvedSecret>();
  readonly #underWay = new Map<string, Promise<ResolvedSecret>>();

  constructor(entries: readonly KeychainEntry[], run: SecretRun) {
    this.#entries = entries;
    this.#run = run;
    this.view = this.#viewOf(entries);
  }

  /** What `auth:` names or holds. */
  resolve(auth: PlainValue): Promise<PlainValue> {
    const run = this.#run;
    return resolveAuth({ run, named: name => this.#named(name, this.#entries) }, auth);
  }

  /** Every entry, for code that reads them without templates. */
  async fetchAll(): Promise<void> {
    for (const entry of this.#entries) await this.#fetch(entry);
  }

  #viewOf(entries: readonly KeychainEntry[]): Readonly<Record<string, unknown>> {
    const view: Record<string, unknown> = Object.create(null);
    for (const entry of entries) {
      Object.defineProperty(view, entry.name, { get: () => this.#read(entry), enumerable: true });
    }
    return view;
  }

  #read(entry: KeychainEntry): Readonly<Record<string, unknown>> {
    const known = this.#known(entry.name);
    if (known) return known;
    if (!this.#run.services.secrets && isElsewhere(entry)) return maskedEntry();
    throw new NeedSecret(entry.name, () => this.#fetch(entry));
  }

  #known(name: string): PlainMapping | undefined {
    const resolved = this.#resolved.get(name);
    const isOver = resolved?.expiresAt !== undefined && resolved.expiresAt <= this.#run.services.clock.now();
    return isOver ? undefined : resolved?.fields;
  }

  /** Once, however many templates wait for it. */
  #fetch(entry: KeychainEntry): Promise<ResolvedSecret> {
    const underWay = this.#underWay.get(entry.name) ?? this.#resolve(entry);
    this.#underWay.set(entry.name, underWay);
    return underWay.finally(() => this.#underWay.delete(entry.name));
  }

  async #resolve(entry: KeychainEntry): Promise<ResolvedSecret> {
    const above = this.#entries.slice(0, this.#entries.indexOf(entry));
    const { renderer, redactor } = this.#run;
    const context = extendContext(renderer.context, { keychain: this.#viewOf(above) });
    const scope: SecretScope = {
      run: this.#run,
      renderer: { ...renderer, context },
      named: name => this.#named(name, above),
    };
    const resolved = (await this.#given(entry)) ?? (await resolveEntry(scope, entry));
    learnSecrets(redactor, resolved.fields);
    this.#resolved.set(entry.name, resolved);
    return resolved;
  }

  /** What somebody put there comes before what the playbook says. */
  async #given({ name, kind }: KeychainEntry): Promise<ResolvedSecret | undefined> {
    if (!this.#run.services.secrets) return undefined;
    const given = await givenSecret(this.#run, `keychain entry '${name}'`, name);
    return given && isKnownType(kind) ? { ...given, fields: normaliseCredential(kind, given.fields) } : given;
  }

  async #named(name: string, entries: readonly KeychainEntry[]): Promise<ResolvedSecret> {
    const entry = entries.find(each => each.name === name);
    const known = entry && this.#known(name);
    if (known) return { fields: known };
    const found = entry ? await this.#fetch(entry) : await this.#stored(name);
    if (found) return found;
    throw await unknownName(
      this.#run,
      name,
      entries.map(each => each.name),
    );
  }

  async #stored(name: string): Promise<ResolvedSecret | undefined> {
    return this.#run.services.secrets && (await resolveCredential(this.#run, name));
  }
}

/** Whether it takes a store, a file or the network to resolve it. */
function isElsewhere({ kind, config }: KeychainEntry): boolean {
  if (config.credential !== undefined || config.ref !== undefined) return true;
  if (kind === 'http') return config.endpoint !== undefined || config.url !== undefined;
  if (kind === 'secret_manager' || kind === 'secrets') return config.provider !== 'env';
  return /^(?:credential|oauth2|google)/.test(kind);
}
