import {
  EXPIRED_SHOWN_FOR,
  type KeptSecret,
  type KeychainFilter,
  type KeychainKey,
  type KeychainStore,
  type KeychainSummary,
  type NewSecret,
} from '../../ports/keychain-store.ts';
import { byNameAndAge, isMeant } from '../common/keychain-filter.ts';
import { closedError } from '../common/store-error.ts';
import { KeychainSeal } from '../crypto/keychain-seal.ts';
import type { Keyring } from '../crypto/keyring.ts';

interface Kept {
  readonly summary: KeychainSummary;
  /** As every other store: what lies about in memory longer than it is used is not in clear. */
  readonly sealed: string;
}

export class MemoryKeychainStore implements KeychainStore {
  readonly #seal: KeychainSeal;
  readonly #kept = new Map<string, Kept>();
  #lastId = 0;
  #isOpen = true;

  constructor(keyring: Keyring) {
    this.#seal = new KeychainSeal(keyring);
  }

  async find(key: KeychainKey, now: number): Promise<KeptSecret | undefined> {
    this.#mustBeOpen();
    return this.#read(this.#placeOf(key), now);
  }

  async open(id: string, now: number): Promise<KeptSecret | undefined> {
    this.#mustBeOpen();
    const [place = ''] = [...this.#kept].find(([, { summary }]) => summary.id === id) ?? [];
    return this.#read(place, now);
  }

  async put(secret: NewSecret, now: number): Promise<KeychainSummary> {
    this.#mustBeOpen();
    this.#removeIf(({ expiresAt }) => expiresAt <= now - EXPIRED_SHOWN_FOR);
    if (secret.asked === '') this.#removeIf(summary => !summary.isGiven && isSamePlace(summary, secret));
    const { asked, fields, renewConfig, ...rest } = secret;
    const before = this.#kept.get(this.#placeOf(secret))?.summary;
    const summary: KeychainSummary = {
      ...rest,
      id: before?.id ?? String(++this.#lastId),
      isGiven: asked === '',
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
      accessedAt: before?.accessedAt,
      accessCount: before?.accessCount ?? 0,
    };
    const sealed = this.#seal.close(secret, { asked, fields, renewConfig });
    this.#kept.set(this.#placeOf(secret), { summary, sealed });
    return summary;
  }

  async list(filter: KeychainFilter = {}): Promise<readonly KeychainSummary[]> {
    this.#mustBeOpen();
    const all = [...this.#kept.values()].map(({ summary }) => summary);
    return all.filter(summary => isMeant(summary, filter)).sort(byNameAndAge);
  }

  async remove(filter: KeychainFilter): Promise<number> {
    this.#mustBeOpen();
    return this.#removeIf(summary => isMeant(summary, filter));
  }

  async endExecution(executionId: string): Promise<number> {
    return this.removeOf(executionId);
  }

  /** When the execution itself is removed. */
  removeOf(executionId: string): number {
    this.#mustBeOpen();
    return this.#removeIf(summary => summary.executionId === executionId);
  }

  async countExpired(time: number): Promise<number> {
    this.#mustBeOpen();
    return [...this.#kept.values()].filter(({ summary }) => summary.expiresAt <= time).length;
  }

  async removeExpired(time: number): Promise<number> {
    this.#mustBeOpen();
    return this.#removeIf(({ expiresAt }) => expiresAt <= time);
  }

  /** Opens everything with the keys of now; the result seals it with those of then. */
  reseal(): () => void {
    const opened = [...this.#kept.values()].map(({ summary, sealed }) => ({
      summary,
      parts: this.#seal.open(summary, sealed),
    }));
    return () => {
      this.#kept.clear();
      for (const { summary, parts } of opened) {
        if (!parts) continue;
        const place = this.#placeOf({ ...summary, asked: parts.asked });
        this.#kept.set(place, { summary, sealed: this.#seal.close(summary, parts) });
      }
    };
  }

  close(): void {
    this.#isOpen = false;
    this.#kept.clear();
  }

  #read(place: string, now: number): KeptSecret | undefined {
    const kept = this.#kept.get(place);
    const parts = kept && this.#seal.open(kept.summary, kept.sealed);
    if (!parts) return undefined;
    const { fields, renewConfig } = parts;
    const summary = { ...kept.summary, accessedAt: now, accessCount: kept.summary.accessCount + 1 };
    this.#kept.set(place, { ...kept, summary });
    return { ...summary, fields, renewConfig };
  }

  #placeOf({ playbook, name, scope, executionId = '', asked }: KeychainKey): string {
    return JSON.stringify([playbook, name, scope, executionId, this.#seal.variantOf(asked)]);
  }

  #removeIf(isToGo: (summary: KeychainSummary) => boolean): number {
    const gone = [...this.#kept].filter(([, { summary }]) => isToGo(summary));
    for (const [place] of gone) this.#kept.delete(place);
    return gone.length;
  }

  #mustBeOpen(): void {
    if (!this.#isOpen) throw closedError('the keychain');
  }
}

const isSamePlace = (
  summary: KeychainSummary,
  { playbook, name, scope, executionId }: KeychainKey,
): boolean =>
  summary.playbook === playbook &&
  summary.name === name &&
  summary.scope === scope &&
  summary.executionId === executionId;
