import { isMapping, type PlainMapping } from '../../common/plain-value.ts';
import { fromStoredJson, toStoredJson } from '../../common/stored-json.ts';
import { StoreError } from '../common/store-error.ts';
import type { Key } from './key.ts';
import type { Keyring } from './keyring.ts';
import { type About, keyIdOf, seal, unseal } from './seal.ts';

/** Whose data it is: with it the data is sealed, so that it opens in no other row. */
interface Owner {
  readonly name: string;
  readonly type: string;
}

/** Seals and opens the data of credentials. */
export class CredentialSeal {
  readonly #keyring: Keyring;

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  close(owner: Owner, data: PlainMapping): string {
    return seal(this.#keyring.current(), toStoredJson(data), aboutOf(owner));
  }

  open(owner: Owner, sealed: string): PlainMapping {
    const key = this.#keyFor(owner, sealed);
    try {
      const data = fromStoredJson(unseal(key, sealed, aboutOf(owner)));
      if (isMapping(data)) return data;
    } catch (error) {
      throw damaged(owner, error);
    }
    throw damaged(owner);
  }

  /** Before everything is sealed anew, and after. */
  rotate(): void {
    this.#keyring.rotate();
  }

  forgetOlder(): void {
    this.#keyring.forgetOlder();
  }

  #keyFor(owner: Owner, sealed: string): Key {
    const id = keyIdOf(sealed);
    if (id === undefined) throw damaged(owner);
    const key = this.#keyring.find(id);
    if (key) return key;
    const [current] = this.#keyring.ids();
    const have = current === undefined ? 'there is no key' : `the key is ${current}`;
    throw new StoreError(
      'store_wrong_key',
      `credential '${owner.name}' cannot be decrypted with this key: it needs key ${id}, and ${have}. Nothing is ` +
        'lost: set NOETL_ENCRYPTION_KEY to the key it was stored with (or restore the file `key` of the data ' +
        `directory), or store it anew with \`noetl credential add ${owner.name}\``,
    );
  }
}

const aboutOf = ({ name, type }: Owner): About => ['credential', name, type];

const damaged = ({ name }: Owner, cause?: unknown): StoreError =>
  new StoreError(
    'store_credential_damaged',
    `credential '${name}' is damaged, or was changed by something other than noetl: store it anew with ` +
      `\`noetl credential add ${name}\``,
    { cause },
  );
