import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BoundedOutput } from './bounded-output.ts';
import { LinePrinter } from './line-printer.ts';

/** A text, and its bytes in pieces that fall anywhere, also inside characters. */
const pieces = fc
  .tuple(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.array(fc.nat(400), { maxLength: 10 }))
  .map(([text, cuts]) => {
    const bytes = Buffer.from(text);
    const places = [0, ...cuts.map(cut => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
    return { text, parts: places.slice(1).map((end, i) => bytes.subarray(places[i], end)) };
  });

function printed(parts: readonly Buffer[]): string[] {
  const lines: string[] = [];
  const signal = new AbortController().signal;
  const printer = new LinePrinter({ signal, print: (_stream, text) => lines.push(text) }, 'stdout');
  for (const part of parts) printer.write(part);
  printer.end();
  return lines;
}

test('lines are printed the same, whatever the pieces they arrive in', () => {
  fc.assert(
    fc.property(pieces, ({ text, parts }) => {
      expect(printed(parts)).toEqual(printed([Buffer.from(text)]));
    }),
  );
  expect(printed([Buffer.from('a\r'), Buffer.from('\nb\rc\n\n')])).toEqual(['a', 'b\rc', '']);
});

test('a long line is printed in pieces that together are the line', () => {
  const line = '😀'.repeat(20_001);
  for (const parts of [[Buffer.from(line)], [...Buffer.from(line)].map(byte => Buffer.from([byte]))]) {
    const lines = printed(parts);
    expect(lines.join('')).toBe(line);
    expect(Math.max(...lines.map(piece => piece.length))).toBeLessThanOrEqual(8192);
    expect(lines.join('|')).not.toMatch(/[\ud800-\udbff]\|/);
  }
});

test('output up to the limit is kept whole, and above it the beginning and the end', () => {
  fc.assert(
    fc.property(pieces, ({ text, parts }) => {
      const output = new BoundedOutput({ whole: 100, edge: 20 });
      for (const part of parts) output.write(part);
      const isLong = Buffer.byteLength(text) > 100;
      expect(output.truncated).toBe(isLong);
      if (!isLong) {
        expect(output.text()).toBe(text);
        return;
      }
      const [head, tail] = output.text().split(/\n\[… \d+ bytes left out, all of it is in the log …\]\n/);
      expect(text.startsWith(head!) && text.endsWith(tail!)).toBe(true);
      expect(Math.min(Buffer.byteLength(head!), Buffer.byteLength(tail!))).toBeGreaterThan(16);
    }),
  );
});
