import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonScanner } from '../../common/json-scanner.ts';
import { Redactor } from './redactor.ts';
import { secretForms, withoutLineEnds } from './secret-forms.ts';
import { TextRedactor } from './text-redactor.ts';

interface Options {
  readonly secrets: readonly string[];
  readonly isJson?: boolean;
}

function redacted({ secrets, isJson = false }: Options, ...pieces: readonly string[]) {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.learn(secret);
  const text = new TextRedactor(redactor, () => isJson);
  const shown = pieces.map(piece => text.push(piece));
  return { shown: [...shown, text.end()], all: [...shown].join(''), hasMasked: text.hasMasked };
}

const whole = (options: Options, ...pieces: readonly string[]) => redacted(options, ...pieces).shown.join('');

const SECRET = { secrets: ['hunter2!'] };
const JSON_TEXT = { secrets: ['482913', 'abc', 'hunter2!'], isJson: true };

describe('a text in pieces', () => {
  it('is what it was if nothing in it is a secret, and passes at once', () => {
    expect(redacted(SECRET, 'all ', 'is well')).toMatchObject({
      shown: ['all ', 'is well', ''],
      hasMasked: false,
    });
    expect(redacted({ secrets: [] }, 'x')).toMatchObject({ shown: ['x', ''] });
  });

  it('shows no secret that lies across a border', () => {
    const { shown, hasMasked } = redacted(SECRET, 'it is hunt', 'er2', '! indeed');
    expect(shown.join('')).toBe('it is *** indeed');
    expect(shown[0]).toBe('it is ');
    expect(hasMasked).toBe(true);
  });

  it('shows what only began like a secret', () => {
    expect(whole(SECRET, 'the hunt', ' is over, hunter2')).toBe('the hunt is over, hunter2');
  });

  it('does not hold back more than a little, whatever comes', () => {
    const lines = '\n'.repeat(100_000);
    const { shown } = redacted(SECRET, 'hunt', lines, lines);
    expect(shown[1]).toHaveLength(4 + lines.length);
    const { shown: same } = redacted(
      { secrets: ['aaaaaa'] },
      ...Array.from({ length: 50 }, () => 'a'.repeat(1000)),
    );
    expect(same.join('')).toMatch(/^\*+$/);
    expect(Math.max(...same.map(({ length }) => length))).toBeLessThan(100);
  });

  it('lets no form of a secret through, however it is cut', () => {
    const secret = fc.string({ minLength: 6, maxLength: 40 }).filter(text => text.trim().length >= 6);
    const cuts = fc.array(fc.nat(30), { maxLength: 30 });
    fc.assert(
      fc.property(secret, fc.string({ maxLength: 30 }), fc.nat(30), cuts, (text, around, which, sizes) => {
        const forms = secretForms(text).filter(each => !each.includes('*'));
        const form = forms[which % Math.max(forms.length, 1)] ?? '';
        const shown = whole({ secrets: [text] }, ...cut(`${around}${form}${around}`, sizes));
        for (const each of forms) expect(withoutLineEnds(shown)).not.toContain(each);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a JSON text in pieces', () => {
  it('has its numbers masked as a whole only', () => {
    const text = '{"id": 99482913, "pin": 482913, "text": "pin 482913", "list": [482913]}';
    const expected = '{"id": 99482913, "pin": "***", "text": "pin ***", "list": ["***"]}';
    expect(whole(JSON_TEXT, text)).toBe(expected);
    expect(whole(JSON_TEXT, ...text)).toBe(expected);
  });

  it('has short secrets masked where they are a whole string', () => {
    const text = '{"abc": "abc", "b": "abcd", "c": "x\\"abc", "d": ["abc"]}';
    const expected = '{"***": "***", "b": "abcd", "c": "x\\"abc", "d": ["***"]}';
    expect(whole(JSON_TEXT, text)).toBe(expected);
    expect(whole(JSON_TEXT, ...text)).toBe(expected);
  });

  it('is masked everywhere once it turns out to be none', () => {
    expect(whole({ ...JSON_TEXT, isJson: false }, '{card 99482913 "abc" hunter2!')).toBe(
      '{card 99*** "***" ***',
    );
  });

  it('stays JSON and says the same as the data would, masked', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'ab4829", \\1{[:'), maxLength: 12 });
    const leaf = fc.oneof(letters, fc.constantFrom('482913', 'abc', 'hunter2!', 482913, 99482913, null));
    const data = fc.array(fc.dictionary(letters, leaf, { maxKeys: 3 }), { maxLength: 4 });
    fc.assert(
      fc.property(data, fc.array(fc.nat(12), { maxLength: 30 }), (value, sizes) => {
        const redactor = new Redactor();
        for (const secret of JSON_TEXT.secrets) redactor.learn(secret);
        const shown = whole(JSON_TEXT, ...cut(JSON.stringify(value), sizes));
        const scanner = new JsonScanner();
        scanner.push(shown);
        expect(scanner.end()?.kind).toBe('list');
        expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(redactor.value(value))));
      }),
      { numRuns: 1000 },
    );
  });
});

function cut(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  let at = 0;
  for (const size of sizes) {
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return [...pieces, text.slice(at)];
}
