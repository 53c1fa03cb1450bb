import { describe, expect, it } from 'vitest';
import { load, PROBLEM_CODES } from '../../../src/playbook/index.ts';
import { readCases } from './read-case.ts';

const cases = readCases();

/** Shown by `hostile.test.ts`, because their texts are made and not written. */
const SHOWN_ELSEWHERE = [
  'text_not_utf8',
  'yaml_too_large',
  'yaml_too_deep',
  'yaml_alias_bomb',
  'too_many_problems',
];

describe.each(cases.map(each => [`${each.file}: ${each.title}`, each] as const))('%s', (_title, golden) => {
  const { playbook, problems } = load(golden.text);

  it('has exactly these problems', () => {
    expect(problems.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual(golden.problems);
  });

  it('points into the text and shows the line', () => {
    for (const { line, frame } of problems) expect(frame).toMatch(new RegExp(`^${line} \\| .*\n +\\| +\\^$`));
  });

  const { means } = golden;
  if (means !== undefined) {
    it('loads to the same model as its canonical form, which has no problems', () => {
      const canonical = load(means);
      expect(canonical.problems).toEqual([]);
      expect({ ...playbook }).toEqual({ ...canonical.playbook });
    });
  }
});

it('has a case for every problem code', () => {
  const shown = new Set(cases.flatMap(({ problems }) => problems.map(line => line.split(' ')[1])));
  const missing = Object.keys(PROBLEM_CODES).filter(
    code => !shown.has(code) && !SHOWN_ELSEWHERE.includes(code),
  );
  expect(missing).toEqual([]);
});
