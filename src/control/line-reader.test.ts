import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineReader, LineTooLong } from './line-reader.ts';

it('gives the same lines however the bytes are cut into pieces', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 20 }).map(text => text.replaceAll('\n', ' '));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), fc.array(fc.nat({ max: 30 })), (lines, cuts) => {
      let rest = Buffer.from(lines.map(text => `${text}\n`).join(''));
      const reader = new LineReader(1000);
      const read: string[] = [];
      for (const cut of cuts) {
        read.push(...reader.push(rest.subarray(0, cut)));
        rest = rest.subarray(cut);
      }
      read.push(...reader.push(rest));
      expect(read).toEqual(lines);
    }),
  );
});

it('refuses a line as soon as it is too long, before its end has come', () => {
  const reader = new LineReader(10);
  expect([...reader.push(Buffer.from('0123456789\n01234'))]).toEqual(['0123456789']);
  expect(() => [...reader.push(Buffer.from('567890'))]).toThrow(LineTooLong);
});
