import { EMPTY_MAPPING, type PlainMapping } from '../common/plain-value.ts';
import type { Task } from '../playbook/model.ts';
import type { ToolOutcome } from '../ports/tool.ts';
import { TemplateError } from '../template/index.ts';
import { bindInput } from './bind-input.ts';
import { prepareCallback } from './callback.ts';
import type { CommandRun } from './command-run.ts';
import { SecretError } from './keychain/secret-error.ts';
import { failed } from './output.ts';
import { paginate } from './paginate.ts';
import { NOT_REMEMBERED, type Recalled, recall } from './recall.ts';
import { runTask, secretFailed } from './run-task.ts';

/** What came of a task, and the place in the cache that it may take once it is accepted. */
export interface Executed {
  readonly outcome: ToolOutcome;
  readonly memory: Recalled['memory'];
}

/** Executes a task once, all its pages included, unless its outcome is remembered. */
export async function executeTask(run: CommandRun, task: Task, attempt: number): Promise<Executed> {
  try {
    const refused = await prepareCallback(run, task);
    if (refused) return { outcome: refused, memory: NOT_REMEMBERED.memory };
    const input = await bindInput(run, task);
    const { outcome, memory } = task.cache ? await recall(run, task, task.cache, attempt) : NOT_REMEMBERED;
    return { outcome: outcome ?? (await callOrEnd(run, task, input, memory)), memory };
  } catch (error) {
    if (error instanceof SecretError)
      return { outcome: secretFailed(task, error), memory: NOT_REMEMBERED.memory };
    if (!(error instanceof TemplateError)) throw error;
    const message = `input of task '${task.name}': ${error.message}`;
    return { outcome: failed('template', message, { code: error.code }), memory: NOT_REMEMBERED.memory };
  }
}

/** Whatever is thrown, nobody waits for this task any more. */
async function callOrEnd(
  run: CommandRun,
  task: Task,
  input: PlainMapping,
  memory: Recalled['memory'],
): Promise<ToolOutcome> {
  try {
    if (task.paginate) return await paginate(run, task, task.paginate, input);
    return await runTask(run, task, input, EMPTY_MAPPING);
  } catch (error) {
    memory.end();
    throw error;
  }
}
