import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { Node } from '../node.ts';
import { readFast } from './fast-path.ts';
import { parseThoroughly } from './parse.ts';

/** Everything about a tree: kinds, values, styles, places. */
function shown(node: Node): unknown {
  const place = [node.range.start, node.range.end];
  if (node.kind === 'list') return { list: node.items.map(shown), start: place[0] };
  if (node.kind === 'map') {
    return {
      map: node.entries.map(({ key, keyRange, value }) => [key, keyRange, shown(value)]),
      start: place[0],
    };
  }
  // Whether blank lines behind a block belong to it is nobody's business.
  const isBlock = node.style === 'literal' || node.style === 'folded';
  return { value: node.value, style: node.style, place: isBlock ? place[0] : place };
}

/** Either the fast reader leaves the text to the thorough one, or both see the same. */
function agree(text: string): boolean {
  const fast = readFast(text);
  if (fast === undefined) return false;
  const { documents, errors } = parseThoroughly(text);
  expect(errors, text).toEqual([]);
  expect(documents.map(shown), text).toEqual([shown(fast)]);
  return true;
}

const golden = fileURLToPath(new URL('../../../../test/golden/playbooks', import.meta.url));
const files = [golden, fileURLToPath(new URL('../../../../examples', import.meta.url))].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.ya?ml$/.test(name))
    .map(name => join(folder, name)),
);

describe('the fast reader', () => {
  it('sees the same as the thorough one in every playbook of the tests and examples', () => {
    const read = files.filter(file => agree(readFileSync(file, 'utf8')));
    expect(read.length).toBeGreaterThan(files.length / 3);
  });

  it('sees the same in any data, however it is written', () => {
    const scalar = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom(
        '0x1f',
        '0o17',
        '1e3',
        '.5',
        '~',
        'yes',
        '1_000',
        '+12',
        '-0',
        '00',
        '.inf',
        'a: b',
        '- c',
        '# d',
        'l1\nl2\n',
        '  x',
        '|',
        '{{ x }}',
      ),
    );
    const data = fc.dictionary(
      fc.oneof(fc.stringMatching(/^[a-z][a-z0-9_ ]{0,8}$/), fc.string({ minLength: 1 })),
      fc.letrec(tie => ({
        node: fc.oneof(
          { maxDepth: 3 },
          scalar,
          fc.array(tie('node'), { maxLength: 4 }),
          fc.dictionary(fc.string(), tie('node'), { maxKeys: 4 }),
        ),
      })).node,
      { maxKeys: 5 },
    );
    const style = fc.record({
      collectionStyle: fc.constantFrom('any', 'block', 'flow'),
      lineWidth: fc.constantFrom(20, 80, 0),
      indent: fc.constantFrom(2, 4),
    });
    fc.assert(
      fc.property(data, style, (value, options) => void agree(stringify(value, options as never))),
      { numRuns: 1500 },
    );
  });

  it('leaves mistakes, anchors, tags and templates without quotes to the thorough one', () => {
    for (const text of [
      'a: [1',
      'a: 1\na: 2',
      'a: &x 1\nb: *x',
      'a: !!str 1',
      'a: {{ x }}',
      'a: 1\n---\nb: 2',
      '? [a]\n: b',
      'a:\n\tb: 1',
    ]) {
      expect(readFast(text), text).toBeUndefined();
    }
  });
});
