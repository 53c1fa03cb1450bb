import type { PlainMapping } from '../../common/plain-value.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeptSecret, KeychainKey, KeychainStore, NewSecret } from '../../ports/keychain-store.ts';
import { SecretError } from './secret-error.ts';
import type { ResolvedSecret } from './secret-run.ts';

/** What came of resolving or renewing a secret. */
export interface Resolution {
  readonly fields: PlainMapping;
  /** Milliseconds it is good; undefined: it is not kept. */
  readonly lifetime: number | undefined;
}

/** A secret as it is asked for. */
export type Wanted = Omit<NewSecret, 'fields' | 'expiresAt' | 'renewConfig'>;

/** Told whether a secret that was due to be renewed could be. It must not throw. */
export type OnRenewal = (isRenewed: boolean) => void;

/**
 * Secrets that were resolved, for all commands that need them, here and after this process, until shortly before
 * they expire. Who asks while one is being resolved gets that one.
 */
export class SecretCache {
  readonly #store: KeychainStore;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #threshold: number;
  readonly #onRenewal: OnRenewal;
  readonly #underWay = new Map<string, Promise<ResolvedSecret>>();

  /** A secret is renewed `threshold` milliseconds before it expires, or a tenth of its life if that is less. */
  constructor(
    store: KeychainStore,
    clock: Pick<Clock, 'now'>,
    threshold: number,
    onRenewal: OnRenewal = () => {},
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#threshold = threshold;
    this.#onRenewal = onRenewal;
  }

  /** `resolve` gets the one that is due to be renewed, perhaps expired, if there is one. */
  get(
    wanted: Wanted,
    resolve: (last: KeptSecret | undefined) => Promise<Resolution>,
  ): Promise<ResolvedSecret> {
    const { playbook, name, scope, executionId, asked } = wanted;
    const key = JSON.stringify([playbook, name, scope, executionId, asked]);
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay;
    const begun = this.#findOrResolve(wanted, resolve).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, begun);
    return begun;
  }

  /** One that somebody put there; undefined: there is none, or it has expired and cannot be renewed. */
  async given(
    place: Omit<KeychainKey, 'asked'>,
    renew: (last: KeptSecret) => Promise<Resolution>,
  ): Promise<ResolvedSecret | undefined> {
    const now = this.#clock.now();
    const found = await this.#store.find({ ...place, asked: '' }, now);
    if (!found) return undefined;
    const { kind, holds, autoRenew } = found;
    if (autoRenew && found.renewConfig && this.#dueAt(found) <= now)
      return this.get({ ...place, asked: '', kind, holds, autoRenew }, last => renew(last ?? found));
    return found.expiresAt > now ? { fields: found.fields, expiresAt: found.expiresAt } : undefined;
  }

  /** So that it is resolved anew the next time. */
  async forget({ playbook, name, scope, executionId }: Omit<KeychainKey, 'asked'>): Promise<void> {
    await this.#store.remove({
      playbook,
      name,
      scope,
      ...(executionId === undefined ? {} : { executionId }),
    });
  }

  async #findOrResolve(
    wanted: Wanted,
    resolve: (last: KeptSecret | undefined) => Promise<Resolution>,
  ): Promise<ResolvedSecret> {
    const found = await this.#store.find(wanted, this.#clock.now());
    if (found && this.#dueAt(found) > this.#clock.now())
      return { fields: found.fields, expiresAt: this.#dueAt(found) };
    let resolution: Resolution;
    try {
      resolution = await resolve(found);
      if (found) this.#onRenewal(true);
    } catch (error) {
      if (found) this.#onRenewal(false);
      // It is due, not over: what passes until then is no reason to fail. The next who asks tries again.
      if (found && this.#isStillGood(found) && mayPass(error)) return { fields: found.fields };
      throw error;
    }
    const { fields, lifetime } = resolution;
    if (lifetime === undefined || lifetime <= 0) return { fields };
    const now = this.#clock.now();
    const secret = { ...wanted, fields, expiresAt: now + lifetime, renewConfig: found?.renewConfig };
    await this.#store.put(secret, now);
    return { fields, expiresAt: this.#dueAt({ updatedAt: now, expiresAt: now + lifetime }) };
  }

  #isStillGood({ expiresAt }: KeptSecret): boolean {
    return expiresAt > this.#clock.now();
  }

  #dueAt({ updatedAt, expiresAt }: Pick<KeptSecret, 'updatedAt' | 'expiresAt'>): number {
    return expiresAt - Math.min(this.#threshold, (expiresAt - updatedAt) / 10);
  }
}

const mayPass = (error: unknown): boolean => error instanceof SecretError && error.retryable;
