import { nearestName } from '../../common/nearest-name.ts';
import type { Program } from '../decide/program.ts';
import { keyOf, type RecordedRun } from './recorded-runs.ts';

export interface RerunChoice {
  /** The step that runs again, its latest run; `step#2`: its second one. */
  readonly from?: string;
  /** Of a loop: only these iterations run again, by index. */
  readonly iterations?: readonly number[];
  /** What failed, or was never finished, runs again. With `from`: of that loop, the iterations that failed. */
  readonly onlyFailed?: boolean;
}

/** Runs that are not taken over. */
export interface ChosenRuns {
  /** Keys of all runs that run again, or whose step is gone. */
  readonly again: ReadonlySet<string>;
  /** Keys of loops of which the iterations that are not asked for are kept. */
  readonly inPart: ReadonlySet<string>;
}

type Runs = ReadonlyMap<string, RecordedRun>;

/** The chosen runs with all that came of them, or in words why there is nothing to choose. */
export function chooseRuns(program: Program, runs: Runs, choice: RerunChoice): ChosenRuns | string {
  const roots = rootsOf(runs, choice);
  if (typeof roots === 'string') return roots;
  const failed = [...runs.values()].filter(hasToRunAgain);
  const gone = [...runs.values()].filter(({ step }) => !knows(program, step));
  if (roots.length + failed.length + gone.length === 0)
    return 'nothing of it failed; name the step to run again (`from`, or --from)';
  const again = new Set([...roots, ...failed, ...gone].map(keyOf));
  spread(runs, again);
  const wantsPart = choice.onlyFailed || choice.iterations !== undefined;
  const inPart = new Set(
    [...(wantsPart ? roots : []), ...failed.filter(run => choice.onlyFailed || run.isCutShort)]
      .filter(run => run.total !== undefined && !run.isClaimed && !cameFrom(run, again))
      .map(keyOf),
  );
  return { again, inPart };
}

function rootsOf(runs: Runs, { from, iterations }: RerunChoice): readonly RecordedRun[] | string {
  if (from === undefined)
    return iterations === undefined ? [] : 'name the loop whose iterations run again (`from`, or --from)';
  const [name = '', number] = from.split('#');
  const ofStep = [...runs.values()].filter(({ step }) => step === name);
  const root = number === undefined ? ofStep.at(-1) : ofStep.find(({ run }) => run === Number(number));
  if (!root) return noSuchRun(runs, name, ofStep);
  return iterationProblem(root, iterations ?? []) ?? [root];
}

function iterationProblem(
  { step, total, isClaimed }: RecordedRun,
  iterations: readonly number[],
): string | undefined {
  if (iterations.length === 0) return undefined;
  if (isClaimed) return `step '${step}' claims its rows: it runs again as a whole, with what it claims then`;
  if (total === undefined) return `step '${step}' is no loop: it has no iterations`;
  const wrong = iterations.find(index => !Number.isInteger(index) || index < 0 || index >= total);
  if (wrong === undefined) return undefined;
  return `step '${step}' has no iteration ${wrong}: they are numbered from 0 to ${total - 1}`;
}

function noSuchRun(runs: Runs, name: string, ofStep: readonly RecordedRun[]): string {
  const times = ofStep.length === 1 ? 'once' : `${ofStep.length} times`;
  if (ofStep.length > 0) return `step '${name}' ran ${times}`;
  const names = [...new Set([...runs.values()].map(({ step }) => step))];
  const near = nearestName(name, names);
  const hint = near === undefined ? `these did: ${names.join(', ')}` : `did you mean '${near}'?`;
  return `step '${name}' did not run in this execution; ${hint}`;
}

/** What failed for good, what never ended or was cut short, and the final step, which comes after everything. */
const hasToRunAgain = ({ outcome, isCutShort, isFatal, isFinal }: RecordedRun): boolean =>
  outcome === undefined || isCutShort || isFatal || isFinal;

/** Runs are in the order in which they were entered, so causes come before what they caused. */
function spread(runs: Runs, again: Set<string>): void {
  for (const [key, run] of runs) if (cameFrom(run, again)) again.add(key);
}

const cameFrom = ({ from }: RecordedRun, again: ReadonlySet<string>): boolean =>
  from.some(run => again.has(keyOf(run)));

const knows = ({ graph }: Program, step: string): boolean => graph.indexOf.has(step);
