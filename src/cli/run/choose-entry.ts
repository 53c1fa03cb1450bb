import { nearestName } from '../../common/nearest-name.ts';
import type { Playbook } from '../../playbook/model.ts';
import { RunProblem } from './run-problem.ts';

/** The step to start at: TARGET and `--from` are two ways to say it. Undefined: the playbook's own. */
export function chooseEntry(
  { workflow, executor }: Playbook,
  target: string | undefined,
  from: string | undefined,
): string | undefined {
  if (target !== undefined && from !== undefined && target !== from) {
    throw new RunProblem(`two steps are named to start at, '${target}' and --from '${from}': name one`);
  }
  const entry = from ?? target;
  if (entry === undefined) return undefined;
  const names = workflow.map(({ name }) => name);
  if (!names.includes(entry)) throw new RunProblem(unknown(entry, names));
  if (entry === executor.finalStep) {
    throw new RunProblem(`'${entry}' is the final step, which runs after all others: start at another one`);
  }
  return entry;
}

function unknown(entry: string, names: readonly string[]): string {
  const near = nearestName(entry, names);
  const hint = near === undefined ? `the steps are ${listed(names)}` : `did you mean '${near}'?`;
  return `no step is called '${entry}'; ${hint}`;
}

const LISTED = 12;
const listed = (names: readonly string[]): string =>
  names.length <= LISTED
    ? names.join(', ')
    : `${names.slice(0, LISTED).join(', ')} and ${names.length - LISTED} more`;
