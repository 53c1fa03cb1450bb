import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load, PROBLEM_CODES, type ProblemCode } from '../../../src/playbook/index.ts';

const folder = new URL('../../../docs/reference/problems/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const codes = Object.keys(PROBLEM_CODES) as ProblemCode[];

/** Their examples would be too large to print, or are no text. */
const NOT_PRINTABLE: readonly ProblemCode[] = [
  'text_not_utf8',
  'yaml_too_large',
  'yaml_too_deep',
  'yaml_alias_bomb',
  'too_many_problems',
];

/** Where a fragment belongs, by its first key. */
const WRAPPERS: readonly (readonly [keys: RegExp, wrap: (lines: readonly string[]) => string])[] = [
  [
    /^(apiVersion|kind|metadata|workflow|workbook|workload|keychain|executor|tests|vars|name|a|steps|base|environment)$/,
    lines => lines.join('\n'),
  ],
  [/^- step$|^- name$/, lines => `workflow:\n${indent(lines, 2)}`],
  [/^rules$/, lines => step(['tool:', '  kind: noop', '  spec:', '    policy:', ...indentLines(lines, 6)])],
  [
    /^then$/,
    lines =>
      step([
        'tool:',
        '  kind: noop',
        '  spec:',
        '    policy:',
        '      rules:',
        `        - when: true`,
        ...indentLines(lines, 10),
      ]),
  ],
  [/^admit$/, lines => step(['tool: { kind: noop }', 'spec:', '  policy:', ...indentLines(lines, 4)])],
  [/^(spec|eval|paginate)$/, lines => step(['tool:', '  kind: http', '  url: x', ...indentLines(lines, 2)])],
  [/^(retry|save|sink|loop|case|next|when)$/, lines => step(['tool: { kind: noop }', ...lines])],
  [/^tool$/, lines => step(lines)],
];

const indentLines = (lines: readonly string[], by: number) => lines.map(line => `${' '.repeat(by)}${line}`);
const indent = (lines: readonly string[], by: number) => indentLines(lines, by).join('\n');
const step = (lines: readonly string[]) => `workflow:\n  - step: example\n${indent(lines, 4)}`;

/** An example as a document of its own. */
function complete(example: string): string {
  const lines = example.split('\n').filter(line => !line.startsWith('#'));
  const first = /^(- )?\w+/.exec(lines[0] ?? '')?.[0] ?? '';
  const wrap = WRAPPERS.find(([keys]) => keys.test(first))?.[1];
  return wrap ? wrap(lines) : example;
}

/** With the header, unless the example is about the document as a whole. */
function asDocument(example: string, code: string): string {
  const isWhole = ['api_version', 'document_', 'metadata_missing'].some(prefix => code.startsWith(prefix));
  if (isWhole) return example;
  const text = complete(example);
  return [
    'apiVersion: noetl.io/v2',
    'kind: Playbook',
    'metadata: { name: example }',
    'workflow: [{ step: example }]',
  ]
    .filter(line => !new RegExp(`^${line.split(':')[0]}:`, 'm').test(text))
    .reduce((result, line) => `${result}\n${line}`, text);
}

const found = (example: string, code: string) =>
  load(asDocument(example, code)).problems.map(problem => problem.code);

const examplesOf = (page: string) =>
  [...page.matchAll(/```yaml\n([\s\S]*?)\n```/g)].map(match => match[1] ?? '');

it('has a page for every problem code, and no other', () => {
  const pages = readdirSync(folder).filter(name => name !== 'README.md');
  expect(pages.map(name => name.replace('.md', '')).sort()).toEqual([...codes].sort());
});

it('lists every code with its meaning in the index', () => {
  const index = read('README.md');
  for (const code of codes) {
    const [severity, meaning] = PROBLEM_CODES[code];
    expect(index).toContain(`| [\`${code}\`](${code}.md) | ${severity} | ${meaning} |`);
  }
});

describe.each(codes.map(code => [code] as const))('the page of %s', code => {
  const page = read(`${code}.md`);
  const [wrong = '', right = ''] = examplesOf(page);

  it('begins with the code and its severity', () => {
    const [severity] = PROBLEM_CODES[code];
    expect(page).toMatch(new RegExp(`^# \`${code}\`\n\n\\*${severity}`, 'i'));
  });

  if (!NOT_PRINTABLE.includes(code)) {
    it('shows a wrong example that has the problem, and a right one that has not', () => {
      expect(found(wrong, code)).toContain(code);
      expect(found(right, code)).not.toContain(code);
    });
  }

  it('explains itself beside the examples', () => {
    const prose = page.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/^#.*$/gm, '');
    expect(prose.trim().length).toBeGreaterThan(100);
  });
});
