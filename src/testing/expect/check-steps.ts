import type { StepState } from '../../core/state.ts';
import type { Expectation, ExpectedOutcome, ExpectedStep } from '../../playbook/model.ts';
import { below, type Difference } from './match.ts';
import type { Outcome } from './outcome.ts';

export function checkSteps({ steps }: Expectation, { state }: Outcome): readonly Difference[] {
  return Object.entries(steps).flatMap(([name, expected]) =>
    checkStep(expected, state.steps.get(name), below('steps', name)),
  );
}

function checkStep(expected: ExpectedStep, step: StepState | undefined, path: string): readonly Difference[] {
  const last = step?.last;
  const note = last?.error ? { note: last.error.message } : {};
  const differ = (name: string, wanted: string | number | undefined, actual: string | number) =>
    wanted === undefined || wanted === actual
      ? []
      : [{ path: name === 'status' ? path : `${path}.${name}`, expected: wanted, actual, ...note }];
  return [
    ...differ('status', expected.status, stepOutcome(step)),
    ...differ('runs', expected.runs, step?.runs ?? 0),
    ...differ('attempts', expected.attempts, last?.attempts ?? 0),
  ];
}

/** How the last run of a step ended; one that was still under way when the execution ended is `running`. */
export function stepOutcome(step: StepState | undefined): ExpectedOutcome | 'running' {
  if (step?.active) return 'running';
  return step?.last?.outcome ?? 'not_run';
}
