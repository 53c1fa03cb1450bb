import type {
  Credential,
  CredentialFilter,
  CredentialStore,
  CredentialSummary,
  NewCredential,
} from '../../ports/credential-store.ts';
import { byName, isWanted } from '../common/credential-filter.ts';
import { closedError } from '../common/store-error.ts';
import { CredentialSeal } from '../crypto/credential-seal.ts';
import type { Keyring } from '../crypto/keyring.ts';

interface Kept {
  readonly summary: CredentialSummary;
  /** As every other store: what lies about in memory longer than it is used is not in clear. */
  readonly sealed: string;
}

export class MemoryCredentialStore implements CredentialStore {
  readonly #seal: CredentialSeal;
  readonly #others: { reseal(): () => void };
  readonly #kept = new Map<string, Kept>();
  #lastId = 0;
  #isOpen = true;

  /** `others` is sealed with the same keys. */
  constructor(keyring: Keyring, others: { reseal(): () => void }) {
    this.#others = others;
    this.#seal = new CredentialSeal(keyring);
  }

  async put(credential: NewCredential, now: number): Promise<CredentialSummary> {
    this.#mustBeOpen();
    const { name, type, data, description, tags = [], meta } = credential;
    const before = this.#kept.get(name)?.summary;
    const id = before?.id ?? String(++this.#lastId);
    const createdAt = before?.createdAt ?? now;
    const summary = { id, name, type, description, tags: [...tags], meta, createdAt, updatedAt: now };
    this.#kept.set(name, { summary, sealed: this.#seal.close(summary, data) });
    return summary;
  }

  async get(name: string): Promise<Credential | undefined> {
    this.#mustBeOpen();
    const kept = this.#kept.get(name);
    return kept && { ...kept.summary, data: this.#seal.open(kept.summary, kept.sealed) };
  }

  async find(nameOrId: string): Promise<CredentialSummary | undefined> {
    this.#mustBeOpen();
    const byId = () => this.#all().find(({ id }) => id === nameOrId);
    return this.#kept.get(nameOrId)?.summary ?? byId();
  }

  async list(filter: CredentialFilter = {}): Promise<readonly CredentialSummary[]> {
    this.#mustBeOpen();
    return this.#all().filter(summary => isWanted(summary, filter));
  }

  async remove(name: string): Promise<boolean> {
    this.#mustBeOpen();
    return this.#kept.delete(name);
  }

  async rekey(): Promise<number> {
    this.#mustBeOpen();
    const opened = [...this.#kept.values()].map(kept => ({
      ...kept,
      data: this.#seal.open(kept.summary, kept.sealed),
    }));
    const resealOthers = this.#others.reseal();
    this.#seal.rotate();
    resealOthers();
    for (const { summary, data } of opened)
      this.#kept.set(summary.name, { summary, sealed: this.#seal.close(summary, data) });
    this.#seal.forgetOlder();
    return opened.length;
  }

  close(): void {
    this.#isOpen = false;
    this.#kept.clear();
  }

  #all(): CredentialSummary[] {
    return [...this.#kept.values()].map(({ summary }) => summary).sort(byName);
  }

  #mustBeOpen(): void {
    if (!this.#isOpen) throw closedError('the store of credentials');
  }
}
