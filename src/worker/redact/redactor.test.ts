import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mappingOf } from '../../common/plain-value.ts';
import { Redactor } from './redactor.ts';

const knowing = (...secrets: string[]): Redactor => {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.learn(secret);
  return redactor;
};

/** With something to escape for everybody. */
const ODD = 'say "hi" \\ ü';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a redactor', () => {
  it('masks a secret of six characters anywhere, a shorter one only where it is the whole text', () => {
    const redactor = knowing('s3cr3t', 'abc');
    expect(redactor.text('key=s3cr3t;')).toBe('key=***;');
    expect(redactor.text('abc')).toBe('***');
    expect(redactor.text('abcdef')).toBe('abcdef');
  });

  it.each([
    ['JSON', JSON.stringify(ODD).slice(1, -1)],
    ['ASCII JSON', 'say \\"hi\\" \\\\ \\u00fc'],
    ['an address', encodeURIComponent(ODD)],
    ['an address with small digits', encodeURIComponent(ODD).toLowerCase()],
    ['a form', new URLSearchParams([['a', ODD]]).toString().slice(2)],
    ['base64', base64(ODD).replace(/=+$/, '')],
  ])('masks it in the form of %s', (_, form) => {
    expect(knowing(ODD).text(`<${form}>`)).toMatch(/^<\*\*\*.?>$/);
  });

  it('masks a password inside basic authentication, wherever it falls', () => {
    for (const user of ['a', 'ab', 'abc', 'abcd']) {
      const header = base64(`${user}:correct horse`);
      const clean = knowing('correct horse').text(`Basic ${header}`);
      expect(clean).toContain('***');
      expect(Buffer.from(clean.slice(6).replace('***', ''), 'base64').toString()).not.toContain('orrec');
    }
  });

  it('masks secrets of several lines, wrapped base64, and long lines by themselves', () => {
    const key = '-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF\nAASCBKcwggSj\n-----END KEY-----\n';
    const redactor = knowing(key);
    expect(redactor.text(`a ${key.replaceAll('\n', '\r\n')} b`)).toMatch(/^a \*\*\*\s+b$/);
    expect(redactor.text('  MIIEvQIBADANBgkqhkiG9w0BAQEF')).toBe('  ***');
    const wrapped = base64(key).replace(/(.{16})/g, '$1\n');
    expect(redactor.text(wrapped).replace(/[*=\n]/g, '').length).toBeLessThan(4);
    expect(redactor.text(JSON.stringify({ key }))).toBe('{"key":"***"}');
  });

  it('gives back the very value if there is nothing to mask, and says where there was', () => {
    const redactor = knowing('hunter2hunter2', '12345678');
    const clean = mappingOf([['list', [1, mappingOf([['a', 'b']])]]]);
    expect(redactor.value(clean)).toBe(clean);
    const places: string[] = [];
    const dirty = mappingOf([
      ['a', [mappingOf([['b', 'is hunter2hunter2']])]],
      ['n', 12345678],
      ['hunter2hunter2', true],
    ]);
    expect(redactor.value(dirty, places)).toEqual({ a: [{ b: 'is ***' }], n: '***', '***': true });
    expect(places).toEqual(['a[0].b', 'n', '***']);
  });

  it('lets no secret through in any form, wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(SECRET, { minLength: 1, maxLength: 3 }), TEXT, TEXT, (secrets, before, after) => {
        const redactor = knowing(...secrets);
        for (const secret of secrets) {
          for (const form of formsOf(secret)) {
            expect(redactor.text(before + form + after)).not.toContain(form);
          }
          const packed = base64(before + secret + after);
          expect(redactor.text(packed)).not.toBe(packed);
        }
      }),
      { numRuns: 300 },
    );
  });
});

// Letters that the mask itself is not made of.
const SECRET = fc.string({ minLength: 6, maxLength: 40, unit: 'grapheme' }).filter(text => !/\*/.test(text));
const TEXT = fc.string({ maxLength: 30, unit: 'grapheme' });

const formsOf = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  new URLSearchParams([['', secret]]).toString().slice(1),
];
