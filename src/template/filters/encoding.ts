import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { defineBuiltins } from '../builtin.ts';
import { typeError, valueError } from '../error.ts';
import { textOr } from '../methods/arguments.ts';
import type { Runtime } from '../runtime.ts';
import { typeName } from '../value/kinds.ts';
import { toText } from '../value/text.ts';
import type { Value } from '../value/value.ts';

/** Encodings work on the text's UTF-8. Undefined is refused: an encoded nothing looks like something. */
function bytesOf(value: Value, owner: string, runtime: Runtime): Uint8Array {
  if (value === undefined || value === null) typeError(`'${owner}' needs text, not ${typeName(value)}`);
  const text = toText(value, runtime);
  runtime.produce(text.length * 4);
  return new TextEncoder().encode(text);
}

/** `btoa` takes one character per byte; the string is built in pieces, as arguments are limited in number. */
function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let i = 0; i < bytes.length; i += 4096) binary += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(binary);
}

/** Reads the plain and the URL-safe alphabet, with or without padding. */
function fromBase64(text: string): string {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replace(/\s/g, '');
  const body = plain.replace(/={1,2}$/, '');
  if (!/^[A-Za-z0-9+/]*$/.test(body) || body.length % 4 === 1) valueError("'b64decode' needs base64 text");
  const bytes = Uint8Array.from(atob(body), char => char.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return valueError("'b64decode' found bytes that are not UTF-8 text", 'handle binary data in a tool');
  }
}

const HASHES = new Map([
  ['sha256', sha256],
  ['sha512', sha512],
  ['sha1', sha1],
  ['md5', md5],
]);

export const ENCODING_FILTERS = defineBuiltins('filter', {
  b64encode: [[], (self, _args, runtime) => base64(bytesOf(self, 'b64encode', runtime))],
  b64decode: [
    [],
    (self, _args, runtime) => {
      if (typeof self !== 'string') return typeError(`'b64decode' needs text, not ${typeName(self)}`);
      runtime.produce(self.length * 2);
      return fromBase64(self);
    },
  ],
  hash: [
    ['algorithm?'],
    (self, [algorithm], runtime) => {
      const name = textOr(algorithm, 'sha256', "the algorithm of 'hash'");
      const hash = HASHES.get(name);
      if (!hash)
        return valueError(
          "'hash' does not know this algorithm",
          `use one of: ${[...HASHES.keys()].join(', ')}`,
        );
      return bytesToHex(hash(bytesOf(self, 'hash', runtime)));
    },
  ],
});
