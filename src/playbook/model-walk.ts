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
export const assignmentsOf = (step: Step): readonly Assignment[] => [
  ...step.set,
  ...tasksOf(step).flatMap(task => [...task.set, ...task.policy.rules.flatMap(rule => rule.then.set)]),
  ...step.next.arcs.flatMap(arc => arc.set),
];
