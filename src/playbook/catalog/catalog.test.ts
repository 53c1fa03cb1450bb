import { describe, expect, it } from 'vitest';
import { playbookFrom } from '../../../test/support/load-playbook.ts';
import { load } from '../load.ts';
import { calledPaths, playbookCalls } from './called-playbooks.ts';
import { parseReference, pathOfSource, pathProblem, resolveFrom, sourceOf } from './catalog-reference.ts';
import { comparePlaybooks } from './compare-playbooks.ts';
import { judgeContent } from './judge-content.ts';
import { documentData, plainContent, readDocument } from './read-document.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('the content of a registration', () => {
  it('may be plain or base64', () => {
    expect(plainContent('kind: Playbook\n')).toBe('kind: Playbook\n');
    expect(plainContent(base64('kind: Playbook # ü\n'))).toBe('kind: Playbook # ü\n');
  });

  it('is not decoded where no mapping comes of it', () => {
    expect(plainContent('abcd')).toBe('abcd');
    expect(plainContent(base64('just words'))).toBe(base64('just words'));
  });

  it('is data without prototypes, whole', () => {
    const document = readDocument('kind: Playbook\n__proto__: { a: 1 }\nbig: 99999999999999999999\n');
    const data = document && documentData(document);
    expect(Object.keys(data ?? {})).toEqual(['kind', '__proto__', 'big']);
    expect(data?.big).toBe(99999999999999999999n);
  });
});

describe('a text that is judged', () => {
  const HEAD = 'apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: a, path: a }\n';
  const GOOD = `${HEAD}workflow: [{ step: start, tool: { kind: noop } }]\n`;

  it.each([
    ['valid', GOOD],
    ['one with a mark', `\ufeff${GOOD}`],
    ['wrong', `${HEAD}workflow: [{ step: start, tool: { kind: noop }, next: [nowhere] }]\n`],
    ['no YAML', `${HEAD}workflow: [{ step: start`],
    ['of several documents', `${GOOD}---\na: 1\n`],
    ['binary', 'kind: Playbook\u0000'],
    ['empty', ''],
  ])('is judged by what was parsed of it as by itself: %s', (_, text) => {
    const { playbook, problems } = load(text);
    const judged = judgeContent(text);
    expect(judged.problems).toEqual(problems);
    expect(judged.playbook).toEqual(playbook);
    expect(judgeContent(base64(text)).playbook?.hash).toBe(playbook?.hash);
  });
});

describe('a reference into the catalog', () => {
  it.each([
    ['shop/order', 'shop/order', undefined],
    ['shop/order@3', 'shop/order', 3],
    ['shop/order@latest', 'shop/order', undefined],
    ['catalog://shop/order@12', 'shop/order', 12],
    ['me@home', 'me@home', undefined],
    ['x@0', 'x@0', undefined],
  ])('%s is %s, version %s', (text, path, version) => {
    expect(parseReference(text)).toEqual({ path, version });
  });

  it('comes back from the source it is written to', () => {
    expect(parseReference(sourceOf('a/b', 7))).toEqual({ path: 'a/b', version: 7 });
    expect(pathOfSource(sourceOf('a/b', 7))).toBe('a/b');
    expect(pathOfSource('/tmp/a.yaml')).toBeUndefined();
  });

  it.each([
    ['./bill', 'shop/order', 'shop/bill'],
    ['../lib/./x@2', 'shop/eu/order', 'shop/lib/x'],
    ['lib/x', 'shop/order', 'lib/x'],
    ['./x', 'order', 'x'],
  ])('%s named by %s is %s', (path, from, resolved) => {
    expect(resolveFrom(parseReference(path), from)?.path).toBe(resolved);
  });

  it('leads nowhere above the root', () => {
    expect(resolveFrom(parseReference('../../x'), 'shop/order')).toBeUndefined();
  });

  it.each(['', '/a', 'a/', 'a//b', './a', 'a/../b', 'a\nb', 'a@2', 'a@latest', 'a'.repeat(501)])(
    'cannot have the path %j',
    path => {
      expect(pathProblem(path)).toBeDefined();
    },
  );

  it.each(['a', 'a/b.c', 'ünï/çode 1', 'me@home', '...'])('can have the path %j', path => {
    expect(pathProblem(path)).toBeUndefined();
  });
});

const CALLER = `
  workflow:
    - step: one
      tool: { kind: playbook, path: lib/x@2 }
      next: [{ step: two }]
    - step: two
      tool:
        - again: { kind: playbook, path: lib/x, async: true }
        - other: { kind: playbook, path: ./y, async: true }
        - chosen: { kind: playbook, path: 'lib/{{ workload.which }}' }
`;

describe('what a playbook calls', () => {
  it('is known by name, or when it runs', () => {
    const playbook = playbookFrom(CALLER);
    expect(calledPaths(playbook)).toEqual(['lib/x', 'y']);
    expect(playbookCalls(playbook)).toMatchObject([
      { step: 'one', kind: 'named', callee: { path: 'lib/x', version: 2 } },
      { step: 'two', callee: { path: 'lib/x', version: undefined } },
      { step: 'two', callee: { path: 'y' } },
      { step: 'two', kind: 'template', template: 'lib/{{ workload.which }}' },
    ]);
  });
});

describe('two playbooks compared', () => {
  const before = playbookFrom(`
    workload: { a: 1 }
    workflow:
      - step: start
        tool: { kind: noop }
        next: [{ step: old, when: '{{ workload.a > 1 }}' }, { step: kept }]
      - { step: old, tool: { kind: noop } }
      - { step: kept, tool: { kind: noop } }
  `);

  it('are the same where only the writing differs', () => {
    const same = comparePlaybooks(before, before);
    expect(same).toEqual({
      sections: [],
      steps: { added: [], removed: [], changed: [] },
      arcs: { added: [], removed: [] },
    });
  });

  it('differ in steps, arcs and sections', () => {
    const after = playbookFrom(`
      workload: { a: 2 }
      workflow:
        - step: start
          tool: { kind: noop }
          next: [{ step: fresh }]
        - { step: fresh, tool: { kind: noop }, next: [{ step: kept }] }
        - { step: kept, tool: { kind: shell, command: ls } }
    `);
    const { sections, steps, arcs } = comparePlaybooks(before, after);
    expect(sections).toEqual(['workload']);
    expect(steps).toEqual({
      added: ['fresh'],
      removed: ['old'],
      changed: [
        { step: 'start', fields: ['next'] },
        { step: 'kept', fields: ['tool'] },
      ],
    });
    expect(arcs.added.map(({ from, to }) => `${from} → ${to}`)).toEqual(['start → fresh', 'fresh → kept']);
    expect(arcs.removed).toMatchObject([
      { from: 'start', to: 'old', on: 'success', when: '{{ workload.a > 1 }}' },
      { from: 'start', to: 'kept' },
    ]);
  });
});
