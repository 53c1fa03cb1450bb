import type { Assignment, Step, Task } from './model.ts';

/** The tasks of a step, in order; sinks are not among them. */
export function tasksOf(step: Step): readonly Task[] {
  switch (step.tool.kind) {
    case 'router':
      return [];
    case 'single':
      return [step.tool.task];
    case 'pipeline':
      return step.tool.tasks;
  }
}

/** Every assignment of a step: its own, those of its tasks and their rules, and those of its arcs. */
export function assignmentsOf(step: Step): readonly Assignment[] {
  const all = [...step.set];
  for (const task of tasksOf(step)) {
    all.push(...task.set);
    for (const rule of task.policy.rules) all.push(...rule.then.set);
  }
  for (const arc of step.next.arcs) all.push(...arc.set);
  return all;
}
