import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLastText, findText, occurrences } from './find.ts';

/** Few letters, so that needles nearly occur again and again. */
const repetitive = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b'), maxLength });

describe('the linear search', () => {
  it('finds what the built-in one finds', () => {
    fc.assert(
      fc.property(repetitive(200), repetitive(24), fc.nat(20), (text, needle, from) => {
        expect(findText(text, needle, from)).toBe(text.indexOf(needle, from));
        expect(findLastText(text, needle)).toBe(text.lastIndexOf(needle));
        if (needle !== '') expect(occurrences(text, needle).length).toBe(text.split(needle).length - 1);
      }),
    );
  });

  it('finds long needles inside a text made of them', () => {
    fc.assert(
      fc.property(
        repetitive(30),
        repetitive(10),
        fc.integer({ min: 1, max: 5 }),
        (needle, between, times) => {
          fc.pre(needle !== '');
          const text = (between + needle).repeat(times);
          expect(findText(text, needle)).toBe(text.indexOf(needle));
          expect(occurrences(text, needle).length).toBe(text.split(needle).length - 1);
          expect(occurrences(text, needle, 1).length).toBe(1);
        },
      ),
    );
  });
});
