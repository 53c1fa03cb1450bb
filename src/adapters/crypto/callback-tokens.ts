import { createHmac, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import type { CallbackTokens } from '../../ports/callbacks.ts';
import { FileKeyring } from './file-keyring.ts';
import type { Keyring } from './keyring.ts';

/**
 * Tokens that say which command they speak of, with a proof that this process, or another one on the same data
 * directory, made them: `<command id>.<HMAC-SHA-256>`, both in the alphabet of addresses.
 */
export class SignedCallbackTokens implements CallbackTokens {
  readonly #keyring: Pick<Keyring, 'current'>;
  #key: Buffer | undefined;

  constructor(keyring: Pick<Keyring, 'current'>) {
    this.#keyring = keyring;
  }

  tokenOf(commandId: string): string {
    return `${Buffer.from(commandId).toString('base64url')}.${this.#proofOf(commandId).toString('base64url')}`;
  }

  commandOf(token: string): string | undefined {
    const [, id, proof] = /^([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
    if (id === undefined || proof === undefined) return undefined;
    const commandId = Buffer.from(id, 'base64url').toString();
    const given = Buffer.from(proof, 'base64url');
    const wanted = this.#proofOf(commandId);
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? commandId : undefined;
  }

  #proofOf(commandId: string): Buffer {
    this.#key ??= this.#keyring.current().bytes;
    return createHmac('sha256', this.#key).update('noetl callback\n').update(commandId).digest();
  }
}

const HEADER = '# Signs the addresses that tasks are called back at. Whoever has it can answer for them.\n';

/**
 * With the key in the file `callback-key` of a data directory. It is not the key of credentials: that one may be
 * changed at any time, and callbacks are waited for as long as it takes.
 */
export const openCallbackTokens = (directory: string): CallbackTokens =>
  new SignedCallbackTokens(new FileKeyring(join(directory, 'callback-key'), HEADER));
