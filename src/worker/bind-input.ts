import { EMPTY_MAPPING, merged, type PlainMapping } from '../common/plain-value.ts';
import type { Task } from '../playbook/model.ts';
import type { CommandRun } from './command-run.ts';
import { renderInput } from './render-task.ts';

/**
 * Input of the step, overlaid by the arguments that arrived, then by the task's own, which may read the
 * former. From then on templates see it as `input`, `args` and by bare names.
 */
export async function bindInput(run: CommandRun, task: Task): Promise<PlainMapping> {
  const { renderer, step, command, names } = run;
  const given = merged(await renderInput(renderer, step.input), command.args);
  names.bindInput(given);
  const own = await renderInput(renderer, task.input);
  if (own === EMPTY_MAPPING) return given;
  const input = merged(given, own);
  names.bindInput(input);
  return input;
}
