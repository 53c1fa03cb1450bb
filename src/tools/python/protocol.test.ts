import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FrameReader, frame } from './frames.ts';
import { MarkedStream } from './marked-stream.ts';

/** The bytes in pieces, cut at the given places. */
function inPieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map(cut => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

const cuts = fc.array(fc.nat(10_000), { maxLength: 20 });

it('reads frames whatever the pieces they arrive in', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), cuts, (payloads, places) => {
      const read: string[] = [];
      const reader = new FrameReader(
        payload => read.push(payload.toString()),
        () => expect.fail(),
      );
      for (const piece of inPieces(Buffer.concat(payloads.map(frame)), places)) reader.write(piece);
      const written = payloads.map(payload => Buffer.from(payload).toString());
      expect(read).toEqual(written);
    }),
  );
});

it('gives up a stream that holds something else', () => {
  let nonsense = 0;
  const reader = new FrameReader(
    () => expect.fail(),
    () => nonsense++,
  );
  reader.write(Buffer.from('five\nabcde'));
  expect(nonsense).toBe(1);
});

it('passes on what comes before the mark and nothing of what follows, whatever the pieces', () => {
  const mark = Buffer.from('\0end:42\0');
  // Made of pieces of the mark, so that many beginnings of one turn out to be something else.
  const words = fc.array(fc.constantFrom('\0', '\0end', '\0end:4', 'x\n', '2\0', 'ü'), { maxLength: 30 });
  fc.assert(
    fc.property(words, cuts, (before, places) => {
      const text = before.join('');
      fc.pre(!text.includes(mark.toString()) && !`${text}${mark}`.slice(0, -1).includes(mark.toString()));
      const got: Buffer[] = [];
      const stream = new MarkedStream(mark, bytes => got.push(Buffer.from(bytes)));
      for (const piece of inPieces(Buffer.from(`${text}${mark}after`), places)) stream.write(piece);
      expect(Buffer.concat(got).toString()).toBe(text);
      expect(stream.ended).toBe(true);
    }),
  );
});

it('passes on what it held back when no mark will come', () => {
  const got: string[] = [];
  const stream = new MarkedStream(Buffer.from('\0end'), bytes => got.push(bytes.toString()));
  stream.write(Buffer.from('a\0en'));
  expect(got.join('')).toBe('a');
  stream.flush();
  expect(got.join('')).toBe('a\0en');
});
