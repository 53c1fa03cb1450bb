import type { TestCase, TestTarget } from '../model.ts';
import { tasksOf } from '../model-walk.ts';
import type { CheckContext, CheckRule } from './context.ts';

/** Names of steps in tests, as far as this text alone can tell: of what it calls only the calling step is known. */
export const testSteps: CheckRule = {
  codes: ['test_step'],
  check(context) {
    for (const test of context.playbook.tests) {
      const { mocks, real, expect } = test;
      for (const target of [...mocks, ...real, ...expect.calls]) checkTarget(context, target);
      checkExpectedSteps(context, test);
    }
  },
};

function checkTarget({ playbook, report, names: suggest }: CheckContext, target: TestTarget): void {
  const steps = new Map(playbook.workflow.map(step => [step.name, step]));
  const name = target.within[0] ?? target.step;
  const step = steps.get(name);
  if (!step) {
    report('test_step', target, `no step is called \`${name}\``, suggest.didYouMean(name, steps.keys()));
    return;
  }
  const tasks = tasksOf(step);
  if (target.within.length > 0) {
    if (tasks.some(({ kind }) => kind === 'playbook')) return;
    report('test_step', target, `\`${name}\` calls no playbook`, 'before `/` stands a step that calls one');
    return;
  }
  const ofTasks = tasks.flatMap(({ name: own, sink, paginate }) => [
    own,
    ...(sink ? [sink.name] : []),
    ...(paginate?.sink ? [paginate.sink.name] : []),
  ]);
  const labels = step.kind === 'loop' && step.loop.source.kind === 'cursor' ? ['claim', ...ofTasks] : ofTasks;
  if (target.task === undefined || labels.includes(target.task)) return;
  const message = `\`${target.step}\` has no task called \`${target.task}\``;
  report('test_step', target, message, suggest.didYouMean(target.task, labels));
}

function checkExpectedSteps(
  { playbook, report, names: suggest }: CheckContext,
  { expect: { steps, error } }: TestCase,
): void {
  const known = new Set(playbook.workflow.map(step => step.name));
  const check = (name: string, at: readonly [object, string]) => {
    if (known.has(name)) return;
    report('test_step', at, `no step is called \`${name}\``, suggest.didYouMean(name, known));
  };
  for (const name of Object.keys(steps)) check(name, [steps, name]);
  if (error?.step !== undefined) check(error.step, [error, 'step']);
}
