import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from './exact-json.ts';
import { JsonScanner, type JsonShape } from './json-scanner.ts';

function shapeOf(...pieces: readonly string[]): JsonShape | undefined {
  const scanner = new JsonScanner();
  for (const piece of pieces) scanner.push(piece);
  return scanner.end();
}

/** What the real parser says. */
function truth(text: string): JsonShape | undefined {
  try {
    const value = parseExactJson(text);
    if (Array.isArray(value)) return { kind: 'list', length: value.length };
    return { kind: typeof value === 'object' && value !== null ? 'mapping' : 'scalar' };
  } catch {
    return undefined;
  }
}

const cutAt = (text: string, places: readonly number[]): string[] => {
  const cuts = [0, ...places.map(place => place % (text.length + 1)).sort((a, b) => a - b), text.length];
  return cuts.slice(1).map((end, index) => text.slice(cuts[index], end));
};

describe('a scanner of JSON', () => {
  it.each([
    ['{"a": [1, {"b": null}]}', { kind: 'mapping' }],
    [' [1, [2, 3], {"a": 4}, "x"] ', { kind: 'list', length: 4 }],
    ['[]', { kind: 'list', length: 0 }],
    ['[[]]', { kind: 'list', length: 1 }],
    ['-1.5e+3', { kind: 'scalar' }],
    ['"\\u00e4\\n"', { kind: 'scalar' }],
    ['true', { kind: 'scalar' }],
  ])('knows the shape of %s', (text, shape) => {
    expect(shapeOf(text)).toEqual(shape);
    expect(shapeOf(...text)).toEqual(shape);
  });

  it.each([
    ...['', ' ', '[', '[1', '[1,]', '[,]', '{"a"}', '{"a":}', '{"a":1,}', '{a:1}', '[1]2', '[1}', '{]', '}'],
    ...['01', '1.', '.5', '+1', '1e', '--1', '- 1', 'tru', 'truex', 'nul', 'NaN', "'a'", '"a', '"\\x"'],
    ...['"\\u12g4"', '"\\u12', '"a\nb"', '[1 2]', '{"a" 1}', '"a"b', '{"a":1 "b":2}', 'a,b\n1,2', '[-]'],
  ])('refuses %j', text => {
    expect(truth(text)).toBeUndefined();
    expect(shapeOf(text)).toBeUndefined();
    expect(shapeOf(...text)).toBeUndefined();
  });

  it('refuses what would be refused when it is read: too deep, too many digits', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(shapeOf(nested(200))).toEqual(truth(nested(200)));
    expect(shapeOf(nested(201))).toBeUndefined();
    expect(truth(nested(201))).toBeUndefined();
    const digits = '9'.repeat(4301);
    expect(truth(digits)).toBeUndefined();
    expect(shapeOf(...digits)).toBeUndefined();
  });

  it('finds what ends or spoils a long string', () => {
    const long = 'xäx€'.repeat(50);
    for (const text of [
      `["${long}", 1]`,
      `["${long}\\"${long}"]`,
      `["${long}\n"]`,
      `{"${long}": 1}`,
      `"${long}`,
    ]) {
      expect(shapeOf(text)).toEqual(truth(text));
      expect(shapeOf(text.slice(0, 70), text.slice(70))).toEqual(truth(text));
    }
  });

  it('agrees with the parser on any data, however it is cut', () => {
    const cuts = fc.array(fc.nat(10_000), { maxLength: 20 });
    fc.assert(
      fc.property(fc.json(), cuts, (text, places) => {
        expect(shapeOf(...cutAt(text, places))).toEqual(truth(text));
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with the parser on texts that are almost JSON', () => {
    const tokens = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', ' ', '\n', '"a"', '"', '\\', '\\"', '\\u00e4', '1', '-', '0', '.'],
      ...['e', '+', 'true', 'null', 'x'],
    );
    fc.assert(
      fc.property(fc.array(tokens, { maxLength: 12 }), pieces => {
        expect(shapeOf(...pieces)).toEqual(truth(pieces.join('')));
      }),
      { numRuns: 20_000 },
    );
  });
});
