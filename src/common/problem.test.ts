import { expect, it } from 'vitest';
import { byPlace, type Problem, renderProblem } from './problem.ts';

const problem = (change: Partial<Problem> = {}): Problem => ({
  severity: 'error',
  code: 'next_unknown_step',
  message: 'no step is called `b`',
  line: 2,
  column: 9,
  frame: '2 |   next: b\n  |         ^',
  ...change,
});

it('is rendered with its place, code, frame and hint', () => {
  expect(renderProblem(problem({ file: 'p.yaml', hint: 'did you mean `c`?' }))).toBe(
    [
      'p.yaml:2:9: error: no step is called `b` [next_unknown_step]',
      '  2 |   next: b',
      '    |         ^',
      '  hint: did you mean `c`?',
    ].join('\n'),
  );
  expect(renderProblem(problem())).toMatch(/^<playbook>:2:9: /);
});

it('is sorted by place, errors first', () => {
  const sorted = [
    problem({ line: 3 }),
    problem({ severity: 'warning' }),
    problem({ column: 1 }),
    problem(),
  ].sort(byPlace);
  expect(sorted.map(({ line, column, severity }) => `${line}:${column} ${severity}`)).toEqual([
    '2:1 error',
    '2:9 error',
    '2:9 warning',
    '3:9 error',
  ]);
});
