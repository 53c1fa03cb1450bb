import Ajv2020 from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Document, isCollection, isScalar, parse, type ToStringOptions, visit } from 'yaml';
import { isError } from '../../src/common/problem.ts';
import { load } from '../../src/playbook/load.ts';
import { PLAYBOOK_SCHEMA } from '../../src/playbook/schema/index.ts';
import { formatPlaybook } from '../../src/playbook/write/index.ts';
import type { Data } from '../support/arbitrary-playbook/data.ts';
import { arbitraryPlaybook } from '../support/arbitrary-playbook/playbook.ts';

const layout: fc.Arbitrary<ToStringOptions> = fc.record({
  indent: fc.constantFrom(2, 3, 4),
  collectionStyle: fc.constantFrom('any', 'block', 'flow'),
  defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE'),
  // The library's own folding breaks some texts with escapes.
  lineWidth: fc.constant(0),
});

/** The text of a playbook in any layout, with a comment at some of its nodes. */
function textOf(data: Data, options: ToStringOptions, commentEvery: number): string {
  const document = new Document(data, { aliasDuplicateObjects: false });
  let nodes = 0;
  let comments = 0;
  if (commentEvery > 0) {
    visit(document, (_key, node) => {
      if (!isScalar(node) && !isCollection(node)) return;
      if (++nodes % commentEvery !== 0) return;
      const comment = ` comment ${++comments}.`;
      if (comments % 2 === 0) node.commentBefore = comment;
      else node.comment = comment;
    });
  }
  return document.toString(options);
}

const text = fc
  .tuple(arbitraryPlaybook, layout, fc.constantFrom(0, 3, 11))
  .map(([data, options, commentEvery]) => textOf(data, options, commentEvery));

function formatted(source: string): string {
  const result = formatPlaybook(source);
  if (result.kind !== 'formatted') throw new Error(`${result.kind}\n${JSON.stringify(result)}\n${source}`);
  return result.text;
}

const commentsIn = (source: string) => (source.match(/comment \d+\./g) ?? []).sort();

/** Each run loads a large playbook four times; `NOETL_PROPERTY_RUNS` asks for more than a test run needs. */
const numRuns = Number(process.env.NOETL_PROPERTY_RUNS ?? 40);

describe('the canonical form of any playbook', () => {
  const validate = new Ajv2020.default({ strict: false }).compile(PLAYBOOK_SCHEMA);

  it('loads to the same model, is its own canonical form, keeps comments, and fits the schema', () => {
    fc.assert(
      fc.property(text, source => {
        const before = load(source);
        expect(before.problems.filter(isError), source).toEqual([]);
        const canonical = formatted(source);
        const after = load(canonical);
        expect(after.playbook, 'the same model').toEqual(before.playbook);
        expect(formatted(canonical), 'its own canonical form').toBe(canonical);
        expect(commentsIn(canonical), 'every comment once').toEqual(commentsIn(source));
        expect(after.problems.filter(({ code }) => code.startsWith('legacy_'))).toEqual([]);
        validate(parse(canonical));
        expect(validate.errors, canonical).toBe(null);
      }),
      { numRuns, interruptAfterTimeLimit: 40_000 },
    );
  });
});
