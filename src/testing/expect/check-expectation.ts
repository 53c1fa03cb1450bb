import type { Expectation } from '../../playbook/model.ts';
import { checkCalls } from './check-calls.ts';
import { checkConditions } from './check-conditions.ts';
import { checkSteps } from './check-steps.ts';
import { type Difference, match } from './match.ts';
import type { Outcome } from './outcome.ts';

/** Everything in which an execution differs from what is expected of it; empty: the test passes. */
export async function checkExpectation(
  expect: Expectation,
  outcome: Outcome,
): Promise<readonly Difference[]> {
  return [
    ...checkStatus(expect, outcome),
    ...checkError(expect, outcome),
    ...checkSteps(expect, outcome),
    ...(expect.result ? match(expect.result.value, outcome.result, 'result') : []),
    ...match(expect.ctx, outcome.state.ctx, 'ctx'),
    ...checkCalls(expect, outcome),
    ...(await checkConditions(expect, outcome)),
  ];
}

/** An execution must complete, unless the test says how else it ends. */
function checkStatus({ status, error }: Expectation, outcome: Outcome): readonly Difference[] {
  const expected = status ?? (error ? 'FAILED' : 'COMPLETED');
  if (expected === outcome.status) return [];
  const note = outcome.error ? { note: `${outcome.error.kind}: ${outcome.error.message}` } : {};
  return [{ path: 'status', expected, actual: outcome.status, ...note }];
}

function checkError(
  { error: expected }: Expectation,
  { error, failedSteps }: Outcome,
): readonly Difference[] {
  if (!expected || !error) return [];
  const found: Difference[] = [];
  const { kind, message, step } = expected;
  if (kind !== undefined && kind !== error.kind)
    found.push({ path: 'error.kind', expected: kind, actual: error.kind, note: error.message });
  if (message !== undefined && !error.message.includes(message)) {
    const note = 'the message does not contain it';
    found.push({ path: 'error.message', expected: message, actual: error.message, note });
  }
  if (step !== undefined && !failedSteps.includes(step))
    found.push({ path: 'error.step', expected: step, actual: failedSteps.join(', ') });
  return found;
}
