import { describe, expect, it } from 'vitest';
import { makeKey, readKey, writeKey } from './key.ts';
import { keyIdOf, seal, unseal } from './seal.ts';

const key = makeKey();

describe('a sealed text', () => {
  it('opens with its key, for what it belongs to', () => {
    const sealed = seal(key, 'geheim ü', ['credential', 'a']);
    expect(unseal(key, sealed, ['credential', 'a'])).toBe('geheim ü');
    expect(keyIdOf(sealed)).toBe(key.id);
    expect(sealed).not.toContain('geheim');
  });

  it('does not open for anything else, nor with another key', () => {
    const sealed = seal(key, 'geheim', ['credential', 'a', 'b']);
    expect(() => unseal(key, sealed, ['credential', 'a', 'c'])).toThrow();
    expect(() => unseal(key, sealed, ['credential', 'a,b'])).toThrow();
    expect(() => unseal(makeKey(), sealed, ['credential', 'a', 'b'])).toThrow();
  });

  it('is another one every time', () => {
    expect(seal(key, 'x', [])).not.toBe(seal(key, 'x', []));
  });

  it('does not open if a single bit was changed, or its end is gone', () => {
    const [version, id, body = ''] = seal(key, 'geheim', []).split('.');
    const bytes = Buffer.from(body, 'base64');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => unseal(key, `${version}.${id}.${changed.toString('base64')}`, [])).toThrow();
    }
    expect(() => unseal(key, `${version}.${id}.`, [])).toThrow('cut off');
  });
});

describe('a key', () => {
  it('is read in either alphabet of base64', () => {
    expect(readKey(` ${writeKey(key)}\n`, 'KEY').id).toBe(key.id);
    expect(readKey(key.bytes.toString('base64url'), 'KEY').id).toBe(key.id);
  });

  it.each([
    ['', 'KEY must be 32 bytes in base64, and it has 0 bytes; `openssl rand -base64 32` makes one'],
    [Buffer.alloc(31).toString('base64'), 'it has 31 bytes'],
    ['not base64 at all', 'it is no base64'],
  ])('is refused by length and form, without being shown: %j', (text, message) => {
    expect(() => readKey(text, 'KEY')).toThrow(message);
    expect(() => readKey(text, 'KEY')).toThrow(expect.objectContaining({ code: 'store_key_invalid' }));
  });
});
