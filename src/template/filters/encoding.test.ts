import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../index.ts';

const value = (expression: string, context = {}) => compile(`{{ ${expression} }}`).evaluate(context);

describe('base64', () => {
  it('agrees with Node and reads back what it wrote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), s => {
        expect(value('s|b64encode', { s })).toBe(Buffer.from(s).toString('base64'));
        expect(value('s|b64encode|b64decode', { s })).toBe(s);
      }),
    );
  });

  it('writes long texts, too', () => {
    const s = 'é'.repeat(100_000);
    expect(value('s|b64encode', { s })).toBe(Buffer.from(s).toString('base64'));
  });

  it('reads the URL-safe alphabet and text without padding', () => {
    expect(value("'8J-YgA'|b64decode")).toBe('😀');
  });

  it.each(['a', '!!!!', 'gA=='])('refuses %s without showing it', s => {
    expect(() => value('s|b64decode', { s })).toThrow(/^'b64decode' (needs base64 text|found bytes)/);
  });

  it('does not encode what is not there', () => {
    expect(() => value('missing|b64encode')).toThrow("'b64encode' needs text, not undefined");
  });
});

describe('hash', () => {
  it.each([
    ['', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ["'sha256'", 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ["'sha1'", 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ["'md5'", '900150983cd24fb0d6963f7d28e17f72'],
  ])('by %s', (algorithm, expected) => expect(value(`'abc'|hash(${algorithm})`)).toBe(expected));

  it('knows sha512 and names what it knows', () => {
    expect(value("'abc'|hash('sha512')")).toMatch(/^ddaf35a193617aba/);
    expect(() => value("'abc'|hash('crc32')")).toThrow('sha256, sha512, sha1, md5');
  });
});
