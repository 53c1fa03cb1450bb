import type { PlainValue } from '../../common/plain-value.ts';
import { toStoredJson } from '../../common/stored-json.ts';
import type {
  KeptSecret,
  KeychainFilter,
  KeychainKey,
  KeychainStore,
  KeychainSummary,
  NewSecret,
} from '../../ports/keychain-store.ts';
import type { Ask } from './ask.ts';

/**
 * The keychain, read here and written by the holder. What is counted of reading is known here alone, and lost
 * with this process.
 */
export class HeldKeychainStore implements KeychainStore {
  readonly #reading: KeychainStore;
  readonly #ask: Ask;

  constructor(reading: KeychainStore, ask: Ask) {
    this.#reading = reading;
    this.#ask = ask;
  }

  find(key: KeychainKey, now: number): Promise<KeptSecret | undefined> {
    return this.#reading.find(key, now);
  }

  open(id: string, now: number): Promise<KeptSecret | undefined> {
    return this.#reading.open(id, now);
  }

  async put(secret: NewSecret, now: number): Promise<KeychainSummary> {
    const { executionId, fields, renewConfig, ...rest } = secret;
    const answer = await this.#ask({
      do: 'put_secret',
      ...rest,
      fields: toStoredJson(fields),
      ...(executionId === undefined ? {} : { executionId }),
      ...(renewConfig === undefined ? {} : { renewConfig: toStoredJson(renewConfig) }),
      now,
    });
    // What is undefined was not told.
    return { executionId, accessedAt: undefined, ...(answer as object) } as KeychainSummary;
  }

  list(filter?: KeychainFilter): Promise<readonly KeychainSummary[]> {
    return this.#reading.list(filter);
  }

  /** The holder removes by name only, so that no message that lost a field removes more than was meant. */
  async remove(filter: KeychainFilter): Promise<number> {
    let count = 0;
    for (const { playbook, name } of await this.#namesOf(filter))
      count += numberOf(await this.#ask({ do: 'remove_secrets', ...filter, playbook, name }));
    return count;
  }

  async endExecution(executionId: string): Promise<number> {
    return numberOf(await this.#ask({ do: 'end_secrets', executionId }));
  }

  countExpired(time: number): Promise<number> {
    return this.#reading.countExpired(time);
  }

  async removeExpired(time: number): Promise<number> {
    return numberOf(await this.#ask({ do: 'remove_expired_secrets', time }));
  }

  async #namesOf(filter: KeychainFilter): Promise<readonly Pick<KeychainKey, 'playbook' | 'name'>[]> {
    const { playbook, name } = filter;
    if (playbook !== undefined && name !== undefined) return [{ playbook, name }];
    const all = (await this.list(filter)).map(each => [`${each.playbook}\0${each.name}`, each] as const);
    return [...new Map(all).values()];
  }
}

const numberOf = (answer: PlainValue): number => Number(answer);
