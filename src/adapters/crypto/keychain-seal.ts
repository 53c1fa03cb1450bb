import { createHmac } from 'node:crypto';
import { isMapping, mappingOf, type PlainMapping } from '../../common/plain-value.ts';
import { fromStoredJson, toStoredJson } from '../../common/stored-json.ts';
import type { KeychainKey } from '../../ports/keychain-store.ts';
import type { Keyring } from './keyring.ts';
import { keyIdOf, seal, unseal } from './seal.ts';

/** Whose values they are: with it they are sealed, so that they open in no other row. */
type Owner = Pick<KeychainKey, 'playbook' | 'name' | 'scope' | 'executionId'>;

/** What is sealed of a secret. */
export interface SealedParts {
  readonly asked: string;
  readonly fields: PlainMapping;
  readonly renewConfig: PlainMapping | undefined;
}

/** Equals no variant. */
const NO_VARIANT = 'none';

/** Seals and opens secrets of the keychain. */
export class KeychainSeal {
  readonly #keyring: Keyring;

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  close(owner: Owner, { asked, fields, renewConfig }: SealedParts): string {
    const parts = mappingOf([
      ['asked', asked],
      ['fields', fields],
      ['renew', renewConfig ?? null],
    ]);
    return seal(this.#keyring.current(), toStoredJson(parts), aboutOf(owner));
  }

  /** Undefined: its key is not at hand, or it was changed. Nothing is lost by it that cannot be had anew. */
  open(owner: Owner, sealed: string): SealedParts | undefined {
    const key = this.#keyring.find(keyIdOf(sealed) ?? '');
    if (!key) return undefined;
    try {
      return partsOf(unseal(key, sealed, aboutOf(owner)));
    } catch {
      return undefined;
    }
  }

  /**
   * Tells what was asked for from anything else, and says nothing about it: a plain hash of a short secret could
   * be guessed. Empty for what is put by hand.
   */
  variantOf(asked: string): string {
    if (asked === '') return '';
    const { bytes } = this.#keyring.current();
    return createHmac('sha256', bytes).update('noetl keychain ').update(asked).digest('hex').slice(0, 32);
  }

  /** The same for somebody who only looks, and makes no key: where there is none, nothing was sealed either. */
  soughtVariantOf(asked: string): string {
    return this.#keyring.ids().length === 0 && asked !== '' ? NO_VARIANT : this.variantOf(asked);
  }
}

function partsOf(text: string): SealedParts | undefined {
  const parts = fromStoredJson(text);
  if (!isMapping(parts) || !isMapping(parts.fields) || typeof parts.asked !== 'string') return undefined;
  const { asked, fields, renew } = parts;
  return { asked, fields, renewConfig: isMapping(renew) ? renew : undefined };
}

const aboutOf = ({ playbook, name, scope, executionId }: Owner) => [
  'keychain',
  playbook,
  name,
  scope,
  executionId ?? '',
];
