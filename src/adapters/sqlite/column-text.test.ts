import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnText } from './column-text.ts';

describe('text in a column', () => {
  it.each(['shop/order', 'C:\\users\\new', '', 'ü 😀', 'a\\nb'])('is %j as people write it', text => {
    expect(columnText.write(text)).toBe(text);
  });

  it('has no NUL and no half characters, and comes back as it was', () => {
    const unit = fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)),
      fc.constantFrom('\\', 'u', '0', 'd', '8', '\0', '\ud83d', '\ude00', '\\u0000', '\\u005c'),
    );
    fc.assert(
      fc.property(fc.string({ unit }), text => {
        const written = columnText.write(text);
        expect(written).not.toMatch(/\0|\p{Surrogate}/u);
        expect(columnText.read(written)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});
