import type { Task } from '../model.ts';
import { tasksOf } from '../model-walk.ts';
import type { CheckRule } from './context.ts';

/** A command that waits holds no worker: nothing is left that could go on with its other tasks, or with its rules. */
export const waitPlace: CheckRule = {
  codes: ['wait_place', 'wait_ignores'],
  check({ playbook, report }) {
    for (const step of playbook.workflow) {
      for (const task of tasksOf(step).filter(waits)) {
        if (tasksOf(step).at(-1) !== task) report('wait_place', task, `\`${task.name}\` ${LAST[0]}`, LAST[1]);
        const ignored = ignoredBy(task);
        if (ignored) report('wait_ignores', task, `${ignored} of \`${task.name}\` ${IGNORED[0]}`, IGNORED[1]);
      }
    }
  },
};

const LAST = [
  'waits, and the tasks after it would not run: only the last task of a step can wait',
  'move the tasks after it to the next step',
] as const;

const IGNORED = [
  'is not looked at: a task of this kind only waits',
  'write `set` on the step, and arcs in the place of rules',
] as const;

/** One that starts a playbook and goes on does not wait for it; of one whose template decides that nobody can tell yet. */
const waits = ({ kind, config }: Task): boolean =>
  kind === 'playbook' ? (config.async ?? false) === false : WAITING_KINDS.has(kind);

const WAITING_KINDS: ReadonlySet<string> = new Set(['wait', 'signal', 'approval']);

function ignoredBy({ set, policy, sink }: Task): string | undefined {
  if (set.length > 0) return '`set`';
  if (policy.rules.length > 0) return '`policy`';
  return sink ? '`sink`' : undefined;
}
