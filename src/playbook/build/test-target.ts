import type { TestTarget } from '../model.ts';

/** `step`, `step.task`, and for playbooks that are called `caller/step.task`. */
export function targetOf(key: string): TestTarget {
  const path = key.split('/');
  const last = path.pop() ?? '';
  const dot = last.indexOf('.');
  return {
    within: Object.freeze(path),
    step: dot === -1 ? last : last.slice(0, dot),
    task: dot === -1 ? undefined : last.slice(dot + 1),
  };
}
