import type { Clock } from '../../ports/clock.ts';
import type { ResolvedSecret } from './secret-run.ts';

/** Tokens that are kept at a time; the oldest goes first. */
const MOST = 1000;
/** A token is renewed this long before it expires, or a tenth of its life if that is less. */
const MARGIN = 30_000;

/**
 * Tokens that were fetched, for all commands of this process, until shortly before they expire. Who asks
 * while one is being fetched gets that one. Keys are hashes of what was asked for.
 */
export class TokenCache {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #tokens = new Map<string, ResolvedSecret>();
  readonly #underWay = new Map<string, Promise<ResolvedSecret>>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** `lifetime` of what is fetched in milliseconds; undefined: it is not kept. */
  async get(
    key: string,
    fetch: () => Promise<{
      readonly fields: ResolvedSecret['fields'];
      readonly lifetime: number | undefined;
    }>,
  ): Promise<ResolvedSecret> {
    const kept = this.#tokens.get(key);
    if (kept && (kept.expiresAt ?? 0) > this.#clock.now()) return kept;
    const underWay = this.#underWay.get(key) ?? this.#fetch(key, fetch);
    this.#underWay.set(key, underWay);
    return underWay.finally(() => this.#underWay.delete(key));
  }

  async #fetch(key: string, fetch: Parameters<TokenCache['get']>[1]): Promise<ResolvedSecret> {
    const { fields, lifetime } = await fetch();
    this.#tokens.delete(key);
    if (lifetime === undefined || lifetime <= 0) return { fields };
    const token = { fields, expiresAt: this.#clock.now() + lifetime - Math.min(MARGIN, lifetime / 10) };
    this.#tokens.set(key, token);
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > MOST && oldest !== undefined) this.#tokens.delete(oldest);
    return token;
  }
}
