import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { load } from '../../../src/playbook/index.ts';
import { readCases } from './read-case.ts';

const texts = [
  ...readCases().map(({ text }) => text),
  ...readdirSync(new URL('./seeds/', import.meta.url)).map(file =>
    readFileSync(new URL(`./seeds/${file}`, import.meta.url), 'utf8'),
  ),
  readFileSync(new URL('./canonical.yaml', import.meta.url), 'utf8'),
];
const trees = texts.flatMap(text => {
  try {
    return [parse(text)];
  } catch {
    return [];
  }
});

/** Loads, and checks what must hold of any result. */
function loadSoundly(text: string): void {
  const { playbook, problems } = load(text, { file: 'p.yaml' });
  const lines = text.split('\n');
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  expect(playbook === undefined).toBe(hasErrors);
  for (const { line, column, frame, message } of problems) {
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column).toBeGreaterThanOrEqual(1);
    expect(column).toBeLessThanOrEqual(lines[line - 1]!.length + 1);
    expect(frame).toContain('^');
    expect(message).not.toMatch(/undefined|\[object|NaN/);
  }
}

const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    '',
    '{{',
    '{{ x',
    '{% if %}',
    'end',
    [],
    {},
    [[]],
    [null],
    [{}],
  ),
  fc.constantFrom<unknown>(
    { __proto__: null },
    { do: [] },
    { step: null },
    { when: [] },
    { kind: 3 },
    'previous',
    '5q',
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A tree with one of its parts replaced, removed or repeated under another key. */
const mutated = fc
  .record({
    tree: fc.constantFrom(...trees),
    path: fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
    change: fc.oneof(
      fc.record({ kind: fc.constant('replace' as const), by: junk }),
      fc.record({ kind: fc.constant('remove' as const) }),
      fc.record({ kind: fc.constant('rename' as const), to: fc.constantFrom(...WORDS()) }),
    ),
  })
  .map(({ tree, path, change }) => {
    const copy = structuredClone(tree);
    mutate(copy, path, change);
    return copy;
  });

function WORDS(): readonly string[] {
  return 'step tool kind type next case loop retry when then else arcs spec set vars sink save call task in name input'.split(
    ' ',
  );
}

type Change = { kind: 'replace'; by: unknown } | { kind: 'remove' } | { kind: 'rename'; to: string };

function mutate(node: unknown, [index = 0, ...rest]: readonly number[], change: Change): void {
  if (typeof node !== 'object' || node === null) return;
  const container = node as Record<string, unknown>;
  const keys = Object.keys(container);
  if (keys.length === 0) return;
  const key = keys[index % keys.length]!;
  const inner = container[key];
  if (rest.length > 0 && typeof inner === 'object' && inner !== null) {
    mutate(inner, rest, change);
    return;
  }
  if (change.kind === 'replace') container[key] = change.by;
  else if (Array.isArray(node)) node.splice(Number(key), 1);
  else {
    delete container[key];
    if (change.kind === 'rename') container[change.to] = inner;
  }
}

describe('load', () => {
  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), loadSoundly), { numRuns: 300 });
    const yamlish = fc.array(
      fc.constantFrom(...'- : | > " \' { } [ ] & * ! % # ? , \n a b 1 {{ }} \t'.split(' '), ' ', '\n', '  '),
    );
    fc.assert(
      fc.property(
        yamlish.map(parts => parts.join('')),
        loadSoundly,
      ),
      { numRuns: 500 },
    );
  });

  it('never throws, whatever is changed in a playbook', () => {
    fc.assert(
      fc.property(mutated, tree => loadSoundly(stringify(tree))),
      { numRuns: 1500 },
    );
  });

  it('never throws, wherever a text is cut or lines are lost', () => {
    const cut = fc.record({ text: fc.constantFrom(...texts), from: fc.nat(3000), length: fc.nat(60) });
    fc.assert(
      fc.property(cut, ({ text, from, length }) => {
        const at = from % (text.length + 1);
        loadSoundly(text.slice(0, at));
        loadSoundly(text.slice(0, at) + text.slice(at + length));
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same result for the same text', () => {
    fc.assert(
      fc.property(mutated, tree => {
        const text = stringify(tree);
        const [first, second] = [load(text), load(text)];
        expect(second.problems).toEqual(first.problems);
        expect(second.playbook).toEqual(first.playbook);
      }),
      { numRuns: 100 },
    );
  });
});
