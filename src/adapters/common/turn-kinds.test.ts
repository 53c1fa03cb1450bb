import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../../../test/conformance/hostile.ts';
import type { EventFilter } from '../../ports/event-store.ts';
import { type KindCount, rowsIn, rowsOf, spansOf } from './turn-kinds.ts';

const word = fc.oneof(
  fc.constantFrom('a', 'b', '["a",', '"', '\\', ']', ','),
  fc.constantFrom(...HOSTILE_TEXTS),
);
const kind = fc.tuple(word, fc.option(word), fc.integer({ min: 1, max: 1_000_000 }));

describe('the kinds of turns', () => {
  it('are counted in their text as they are as data, whatever things are called', () => {
    fc.assert(
      fc.property(fc.array(kind), word, fc.option(word), (kinds, type, step) => {
        const filter: EventFilter = { type: { is: type }, ...(step === null ? {} : { step }) };
        const text = JSON.stringify(kinds).slice(1, -1);
        expect(rowsIn(text, filter)).toBe(rowsOf(kinds as readonly KindCount[], filter));
      }),
    );
  });

  it('are counted by spans that cover a range once', () => {
    expect(spansOf({ from: 3, to: 10, span: 3 })).toEqual([
      { from: 3, to: 5 },
      { from: 6, to: 8 },
      { from: 9, to: 10 },
    ]);
    expect(spansOf({ from: 0, to: 1, span: 5 })).toEqual([{ from: 1, to: 1 }]);
    expect(spansOf({ from: 4, to: 3, span: 5 })).toEqual([]);
  });
});
