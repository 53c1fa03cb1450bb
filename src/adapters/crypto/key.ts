import { createHash, randomBytes } from 'node:crypto';
import { StoreError } from '../common/store-error.ts';

/** A key for AES-256, with a name by which sealed texts say which one they need. */
export interface Key {
  /** Of the key's hash: tells keys apart and says nothing about them. */
  readonly id: string;
  readonly bytes: Buffer;
}

const KEY_BYTES = 32;

const keyOf = (bytes: Buffer): Key => ({
  id: createHash('sha256').update('noetl key').update(bytes).digest('hex').slice(0, 12),
  bytes,
});

export const makeKey = (): Key => keyOf(randomBytes(KEY_BYTES));

export const writeKey = ({ bytes }: Key): string => bytes.toString('base64');

/** Reads base64, also in the alphabet of addresses. `where` names the place for whoever has to correct it. */
export function readKey(text: string, where: string): Key {
  const written = text.trim();
  const bytes = Buffer.from(written, 'base64');
  if (/^[\w+/-]+={0,2}$/.test(written) && bytes.length === KEY_BYTES) return keyOf(bytes);
  const is = /^[\w+/-]*={0,2}$/.test(written) ? `has ${bytes.length} bytes` : 'is no base64';
  throw new StoreError(
    'store_key_invalid',
    `${where} must be ${KEY_BYTES} bytes in base64, and it ${is}; \`openssl rand -base64 32\` makes one`,
  );
}
