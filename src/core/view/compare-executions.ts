import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { Event } from '../event.ts';
import { fold } from '../fold/fold.ts';
import { decisionOf } from '../replay/decision.ts';
import { type ExecutionView, executionView, type StepOfView } from './execution-view.ts';
import { type Difference, diffValues } from './value-diff.ts';

/** How two executions differ, and two moments of one. */
export interface ExecutionDifference {
  /** In what they are: status, playbook, workload, variables, steps, results. */
  readonly values: readonly Difference[];
  /** Decisions by which they went different ways, in the order of the first one, then of the second. */
  readonly decisions: readonly DecisionDifference[];
}

export interface DecisionDifference {
  readonly step: string | null;
  readonly run: number;
  /** Null: there was no such decision. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Two executions beside each other. When they ran, and how long, is no difference. */
export function compareExecutions(a: readonly Event[], b: readonly Event[]): ExecutionDifference {
  return {
    values: diffViews(executionView(fold(a)), executionView(fold(b)), TIMELESS),
    decisions: diffDecisions(a, b),
  };
}

const TIMELESS: ReadonlySet<string> = new Set(['execution_id', 'started_at', 'ended_at', 'entered_at']);

const PENDING: StepOfView = {
  status: 'PENDING',
  command: null,
  run: 0,
  attempt: 0,
  entered_at: null,
  ended_at: null,
  iterations: null,
  error: null,
  result: null,
};

/** Where two views differ; fields called one of `except` are not looked at. */
export function diffViews(
  before: ExecutionView,
  after: ExecutionView,
  except: ReadonlySet<string> = new Set(),
): Difference[] {
  const names = new Set([...Object.keys(before.steps), ...Object.keys(after.steps)]);
  const differences = diffValues(withSteps(before, names), withSteps(after, names));
  return differences.filter(({ path }) => !isFieldOf(path, except));
}

/** A step that one of them has not come to is pending there. */
const withSteps = (view: ExecutionView, names: ReadonlySet<string>): PlainValue => ({
  ...(view as unknown as PlainMapping),
  steps: Object.fromEntries(
    [...names].map(name => [name, (view.steps[name] ?? PENDING) as unknown as PlainMapping]),
  ),
});

/** The fields of an execution and of its steps, not keys of the user's data that happen to be called so. */
function isFieldOf(path: Difference['path'], names: ReadonlySet<string>): boolean {
  const [first, , field] = path;
  if (path.length === 1) return names.has(String(first));
  return first === 'steps' && path.length === 3 && names.has(String(field));
}

function diffDecisions(a: readonly Event[], b: readonly Event[]): DecisionDifference[] {
  const [before, after] = [decisionsOf(a), decisionsOf(b)];
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.flatMap(key => {
    const [was, is] = [before.get(key), after.get(key)];
    const decision = was ?? is;
    if (!decision || was?.text === is?.text) return [];
    const { step, run } = decision;
    return [{ step: step ?? null, run, before: was?.text ?? null, after: is?.text ?? null }];
  });
}

const decisionsOf = (events: readonly Event[]) =>
  new Map(events.flatMap(event => decisionOf(event) ?? []).map(decision => [decision.key, decision]));
