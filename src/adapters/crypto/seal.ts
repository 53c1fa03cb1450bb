import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Key } from './key.ts';

/*
 * A sealed text: `v1.<key id>.<base64 of nonce, ciphertext, tag>`. AES-256-GCM with a nonce of its own for
 * every text. What it belongs to is authenticated with it: taken to another place, it does not open.
 */
const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a text belongs to. */
export type About = readonly string[];

export function seal(key: Key, text: string, about: About): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.bytes, nonce);
  cipher.setAAD(aadOf(key, about));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${key.id}.${sealed.toString('base64')}`;
}

/** The id of the key that opens it; undefined: it is no sealed text. */
export function keyIdOf(sealed: string): string | undefined {
  const [version, id, body, ...more] = sealed.split('.');
  return version === VERSION && body !== undefined && more.length === 0 ? id : undefined;
}

/** Throws if it was changed, or belongs to something else. */
export function unseal(key: Key, sealed: string, about: About): string {
  const body = Buffer.from(sealed.split('.')[2] ?? '', 'base64');
  if (body.length < NONCE_BYTES + TAG_BYTES) throw new Error('the sealed text is cut off');
  const decipher = createDecipheriv(ALGORITHM, key.bytes, body.subarray(0, NONCE_BYTES));
  decipher.setAAD(aadOf(key, about));
  decipher.setAuthTag(body.subarray(body.length - TAG_BYTES));
  const text = decipher.update(body.subarray(NONCE_BYTES, body.length - TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

const aadOf = (key: Key, about: About): Buffer => Buffer.from(JSON.stringify([VERSION, key.id, ...about]));
