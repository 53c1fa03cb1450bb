import { expect, it } from 'vitest';
import { type Problem, renderProblem } from '../../common/problem.ts';
import { formatPlaybookProblem } from './format-playbook-problem.ts';
import { createPaint } from './paint.ts';

const problem: Problem = {
  severity: 'error',
  code: 'next_unknown_step',
  message: 'no step is called `b`',
  file: 'shop.yaml',
  line: 12,
  column: 9,
  frame: '12 |   next: b\n   |         ^',
  hint: 'did you mean `a`?',
};

it('shows what `renderProblem` shows, where there is no colour', () => {
  expect(formatPlaybookProblem(problem, createPaint(false))).toBe(`${renderProblem(problem)}\n`);
});

it('marks place, severity, caret and hint in colour', () => {
  const text = formatPlaybookProblem(problem, createPaint(true));
  expect(text).toContain('\u001b[1mshop.yaml:12:9\u001b[22m: \u001b[31merror\u001b[39m: ');
  expect(text).toContain('\u001b[31m         ^\u001b[39m');
  expect(text).toContain('\u001b[2mhint:\u001b[22m');
  expect(formatPlaybookProblem({ ...problem, severity: 'warning' }, createPaint(true))).toContain(
    '\u001b[33mwarning',
  );
});

it('lets no character of the file reach the terminal that would steer it', () => {
  const hostile = { ...problem, message: 'a\u001b]0;x\u0007', frame: '1 | \u001b[2Jx\u202ey\n  | ^' };
  const text = formatPlaybookProblem(hostile, createPaint(false));
  expect(text).toContain('1 | \u241b[2Jx\ufffdy\n');
  for (const steering of ['\u001b', '\u0007', '\u202e']) expect(text).not.toContain(steering);
});
