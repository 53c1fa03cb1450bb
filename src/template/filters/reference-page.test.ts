import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GLOBALS } from '../globals/index.ts';
import { compile } from '../index.ts';
import { METHODS } from '../methods/index.ts';
import { TESTS } from '../tests/index.ts';
import { FILTERS } from './index.ts';

/** One `- ` line of the page: the names it describes, and its examples. */
interface Entry {
  readonly section: string;
  readonly group: string;
  readonly names: readonly string[];
  readonly examples: readonly { expression: string; result: string }[];
}

const page = readFileSync(new URL('../../../docs/reference/template-builtins.md', import.meta.url), 'utf8');
const entries = readEntries(page);

function readEntries(text: string): Entry[] {
  let section = '';
  let group = '';
  const found: Entry[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) [section, group] = [line.slice(3), ''];
    if (line.startsWith('### ')) group = line.slice(4);
    if (line.startsWith('- ')) found.push({ section, group, ...readEntry(line.slice(2)) });
  }
  return found;
}

function readEntry(line: string): Pick<Entry, 'names' | 'examples'> {
  const [head = ''] = line.split(' — ');
  const spans = [...head.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replace(/\(.*$/, ''));
  const examples = [...line.matchAll(/`([^`]+)` → `([^`]+)`/g)];
  return {
    names: [...new Set(spans)],
    examples: examples.map(([, expression = '', result = '']) => ({ expression, result })),
  };
}

const namesIn = (section: string, group?: string): string[] =>
  entries
    .filter(entry => entry.section === section && (group === undefined || entry.group === group))
    .flatMap(entry => entry.names)
    .sort();

describe('the reference page of built-ins lists exactly what exists', () => {
  it('of the filters', () => expect(namesIn('Filters')).toEqual([...FILTERS.keys()].sort()));
  it('of the tests', () => expect(namesIn('Tests')).toEqual([...TESTS.keys()].sort()));
  it('of the functions', () => expect(namesIn('Functions')).toEqual([...GLOBALS.keys()].sort()));

  it.each([...METHODS])('of the methods of %s', (type, methods) => {
    expect(namesIn('Methods', type)).toEqual([...methods.keys()].sort());
  });
});

describe('the examples of the reference page are true', () => {
  const context = {
    users: [
      { name: 'Ann', age: 30, tags: ['x'] },
      { name: 'bob', age: 25, tags: [] },
    ],
  };
  const host = {
    now: () => Date.UTC(2024, 0, 31, 12),
    random: () => 0.5,
    uuid: () => '0190b5a5-7f5e-7cc0-9a2b-3f1d2c4e5a6b',
    env: (name: string) => (name === 'REGION' ? 'eu' : undefined),
    token: (credential: string) => `token-of-${credential}`,
  };
  const examples = entries.flatMap(({ section, group, examples }) =>
    examples.map(example => ({ ...example, title: `${section} ${group}: ${example.expression}` })),
  );

  it.each(examples)('$title', ({ expression, result }) => {
    const value = compile(`{{ ${expression} }}`).evaluate(context, host);
    expect(JSON.stringify(value)).toBe(result);
  });

  it('and every entry has one, except what always fails', () => {
    const without = entries.filter(entry => entry.examples.length === 0).flatMap(entry => entry.names);
    expect(without).toEqual(['encode']);
  });
});
