import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Document, Scalar } from 'yaml';
import { isMap, isScalar } from './node.ts';
import { documentOffset } from './text-offsets.ts';
import { parseYaml } from './yaml/parse.ts';

const STYLES = [
  Scalar.PLAIN,
  Scalar.QUOTE_SINGLE,
  Scalar.QUOTE_DOUBLE,
  Scalar.BLOCK_LITERAL,
  Scalar.BLOCK_FOLDED,
] as const;

const word = fc.constantFrom(
  '{{',
  'a.b',
  '}}',
  "it's",
  '"quoted"',
  'back\\slash',
  'ü',
  '→',
  'longer_word_here',
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', '\n', '\n\n', '\n  ')), {
    minLength: 1,
    maxLength: 25,
  })
  .map(parts =>
    parts
      .map(([each, gap]) => each + gap)
      .join('')
      .trimEnd(),
  );

/** The text as the value of a key, in one of YAML's ways of writing it. */
function write(value: string, type: (typeof STYLES)[number], lineWidth: number): string {
  const scalar = new Scalar(value);
  scalar.type = type;
  const document = new Document({ outer: {} });
  document.setIn(['outer', 'key'], scalar);
  return document.toString({ lineWidth });
}

it('finds every character of a text in the document, however the text is written', () => {
  const cases = fc.record({
    value: text,
    style: fc.constantFrom(...STYLES),
    lineWidth: fc.constantFrom(20, 80, 0),
  });
  fc.assert(
    fc.property(cases, ({ value, style, lineWidth }) => {
      const source = write(value, style, lineWidth);
      const root = parseYaml(source).documents[0];
      const outer = isMap(root) ? root.get('outer') : undefined;
      const scalar = isMap(outer) ? outer.get('key') : undefined;
      if (!isScalar(scalar) || scalar.value !== value) return;
      for (const [i, character] of [...value].map((each, at) => [at, each] as const)) {
        const found = source[documentOffset(source, scalar, i)];
        if (/\s/.test(character)) continue;
        expect(found === character || found === '\\' || found === "'").toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

it('gives the beginning of a text that was never written', () => {
  const made = { kind: 'scalar', value: 'x', style: 'made', range: { start: 3, end: 5 } } as const;
  expect(documentOffset('key: value', made, 1)).toBe(3);
});
