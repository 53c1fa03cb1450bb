import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../load.ts';
import { GRAPH_RULES } from './index.ts';

const pageOf = (code: string) =>
  readFileSync(new URL(`../../../../docs/reference/problems/${code}.md`, import.meta.url), 'utf8');

const examplesIn = (page: string) =>
  [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(match => match[1]!);

const codesIn = (text: string) => load(text).problems.map(problem => problem.code);

describe.each(GRAPH_RULES.flatMap(rule => rule.codes))('the page of %s', code => {
  const [wrong, right] = examplesIn(pageOf(code));

  it('is about the code', () => {
    expect(pageOf(code)).toMatch(new RegExp(`^# \`${code}\`\n`));
  });

  it('shows a playbook that has the problem and no other', () => {
    expect(codesIn(wrong!)).toEqual([code]);
  });

  it('shows the playbook mended', () => {
    expect(codesIn(right!)).toEqual([]);
  });
});
