import { hintForKind } from '../build/words-of-others.ts';
import type { Task } from '../model.ts';
import { tasksOf } from '../model-walk.ts';
import { TOOL_KINDS } from '../tool-kinds.ts';
import type { CheckRule } from './context.ts';

/** A warning only: tools can be added, and whether one is there shows when the task runs. */
export const toolKindsKnown: CheckRule = {
  codes: ['tool_unknown_kind'],
  check({ playbook, report, names }) {
    for (const task of playbook.workflow.flatMap(tasksOf).flatMap(withSinks)) {
      if (task.kind === '' || TOOL_KINDS.includes(task.kind) || task.kind.includes('{{')) continue;
      const message = `no tool of kind \`${task.kind}\` is known`;
      const hint = hintForKind(task.kind) ?? names.didYouMean(task.kind, TOOL_KINDS);
      report('tool_unknown_kind', [task, 'kind'], message, hint);
    }
  },
};

const withSinks = (task: Task): Task[] => [
  task,
  ...[task.sink, task.paginate?.sink].flatMap(sink => (sink ? withSinks(sink) : [])),
];
