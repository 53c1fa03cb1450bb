import { EMPTY_MAPPING, mappingOf, type PlainMapping } from '../common/plain-value.ts';
import type { Task } from '../playbook/model.ts';
import type { CommandRun } from './command-run.ts';
import { render, renderInput } from './render-task.ts';

/**
 * Input of the step, overlaid by the arguments that arrived, then by the task's own, which may read the
 * former. From then on templates see it as `input`, `args` and by bare names.
 */
export async function bindInput(run: CommandRun, task: Task): Promise<PlainMapping> {
  const { renderer, step, command, names } = run;
  const given = await renderInput(renderer, step.input, command.args, EMPTY_MAPPING);
  names.setAll({ ...given, input: given, args: given });
  const own = (await render(renderer, task.input)) as PlainMapping;
  const input = mappingOf([...Object.entries(given), ...Object.entries(own)]);
  names.setAll({ ...input, input, args: input });
  return input;
}
