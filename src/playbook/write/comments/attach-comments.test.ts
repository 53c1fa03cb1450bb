import { describe, expect, it } from 'vitest';
import type { MapNode } from '../../read/node.ts';
import { parseYaml } from '../../read/yaml/parse.ts';
import { verbatim } from '../shape/verbatim.ts';
import type { Field, Fields, Tree } from '../tree.ts';
import { printYaml } from '../yaml/print.ts';
import { attachComments } from './attach-comments.ts';

/** Writes YAML again with its comments, without the keys that are called `gone`. */
function rewrite(text: string): string {
  const root = parseYaml(text).documents[0] as MapNode;
  const tree = withoutGone(verbatim(root, 'block')) as Fields;
  return printYaml(tree, attachComments(text, root, tree));
}

function withoutGone(tree: Tree): Tree {
  if (tree.kind === 'leaf') return tree;
  const parts = tree.parts
    .filter(part => (part as Partial<Field>).key !== 'gone')
    .map(part => ({ ...part, value: withoutGone(part.value) }));
  return { ...tree, parts } as Tree;
}

function expectKept(text: string, expected = text): void {
  expect(rewrite(text)).toBe(expected);
  expect(rewrite(expected)).toBe(expected);
}

describe('comments that stay where they are', () => {
  it('keeps those above and behind keys', () => {
    expectKept('# head\n\n# of a\na: 1 # one\n# of b\nb: # two\n  c: 1 # three\n');
  });

  it('keeps those above and behind the elements of a list', () => {
    expectKept(
      'a:\n  # one\n  - 1 # uno\n  # two\n  - { b: 1 } # due\n  # three\n  - b: 1 # tre\n    c: 2\n',
    );
  });

  it('keeps those at the end of a list or mapping, at its indentation', () => {
    expectKept(
      'a:\n  - b:\n      c: 1\n      # end of b\n    # end of the element\n  # end of a\nd: 1\n# end of all\n',
    );
  });

  it('keeps those behind the header of a text block, and takes nothing inside one for a comment', () => {
    expectKept('a: | # shell\n  # not a comment\n  ls # neither\n# of b\nb: "x # y"\n');
  });

  it('keeps empty lines between and below comments', () => {
    expectKept('# one\n\n# two\n# three\n\na: 1\n\n# four\nb: 2\n');
  });

  it('keeps Windows line ends out of comments', () => {
    expectKept('# one\r\na: 1 # two\r\n', '# one\na: 1 # two\n');
  });
});

describe('comments that move', () => {
  it('opens brackets for a comment inside', () => {
    expectKept('a: { b: 1, # one\n  c: 2 }\n', 'a:\n  b: 1 # one\n  c: 2\n');
    expectKept('a: [\n  # one\n  1,\n  2 # two\n]\n', 'a:\n  # one\n  - 1\n  - 2 # two\n');
  });

  it('puts comments below a dash above it', () => {
    expectKept(
      'a:\n  -\n    # one\n    b: 1\n  - # two\n    c: 1\n',
      'a:\n  # one\n  - { b: 1 }\n  # two\n  - { c: 1 }\n',
    );
  });

  it('puts comments between dashes on one line above them', () => {
    expectKept(
      'a:\n  - # one\n    - # two\n      - |\n        x\n      - 2\n',
      'a:\n  # one\n  # two\n  - - - |\n        x\n      - 2\n',
    );
    expectKept(
      'a: [ [ [ "x\\ny", 2 ] # one\n ] # two\n ] # three\n',
      'a: # three\n  # two\n  # one\n  - - - |-\n        x\n        y\n      - 2\n',
    );
  });

  it('puts the comments of a key that is not written above what is around it', () => {
    expectKept(
      'a:\n  # one\n  gone: 1 # two\n  b:\n    # three\n    gone: { x: 1 }\n    # four\nc: 1\n',
      '# one\n# two\na:\n  # three\n  b: {}\n  # four\nc: 1\n',
    );
  });

  it('loses none when nothing around is written', () => {
    expectKept(
      'a: 1\n# one\ngone: # two\n  # three\n  - 1\n  # four\n',
      'a: 1\n# one\n# two\n# three\n# four\n',
    );
  });
});
