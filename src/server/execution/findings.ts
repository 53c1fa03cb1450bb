import type { ExecutionView, StepOfView } from '../../core/view/execution-view.ts';
import type { Finding } from './analyze.ts';

/** What is wrong with an execution, or worth a look, by step in the order of the log. */
export function findingsOf(view: ExecutionView, waits: readonly string[]): Finding[] {
  const found = Object.entries(view.steps).flatMap(([step, about]) => ofStep(step, about));
  const message = view.error?.message;
  if (typeof message === 'string') {
    found.unshift({ severity: 'error', code: 'execution_failed', step: null, message });
  }
  if (view.status === 'PAUSED') {
    found.push({ severity: 'info', code: 'paused', step: null, message: 'the execution is paused' });
  }
  const waiting = waits.map(wait => ({
    severity: 'info',
    code: 'waiting',
    step: null,
    message: `it waits for ${wait}`,
  }));
  return [...found, ...waiting];
}

function ofStep(step: string, { status, error, attempt, iterations, run }: StepOfView): Finding[] {
  const found: Finding[] = [];
  if (status === 'FAILED') {
    const message = String(error?.message ?? 'it failed');
    found.push({ severity: 'error', code: String(error?.kind ?? 'failed'), step, message });
  }
  if (attempt > 1) {
    found.push({ severity: 'warning', code: 'retried', step, message: `it took ${attempt} attempts` });
  }
  if (iterations && iterations.failed > 0) {
    const message = `${iterations.failed} of ${iterations.total} iterations failed`;
    found.push({ severity: 'warning', code: 'iterations_failed', step, message });
  }
  if (run > 100) {
    found.push({ severity: 'warning', code: 'many_runs', step, message: `it ran ${run} times` });
  }
  return found;
}

/** What can be done about it, by what went wrong. */
export function recommendationsOf({ status, steps }: ExecutionView, executionId: string): string[] {
  const failed = Object.entries(steps).filter(([, step]) => step.status === 'FAILED');
  const advice = failed.flatMap(([name, { error }]) => ADVICE[String(error?.kind)]?.(name) ?? []);
  if (status === 'FAILED') {
    advice.push(
      `mend the cause, then run again what failed: POST /api/executions/${executionId}/rerun {"only_failed": true}`,
    );
  }
  if (status === 'PAUSED') advice.push(`let it go on: POST /api/executions/${executionId}/resume`);
  return [...new Set(advice)];
}

const ADVICE: Readonly<Record<string, (step: string) => string>> = {
  auth: step => `check the credential that step '${step}' uses`,
  rate_limit: step => `give step '${step}' a retry with a longer delay, or lower its max_in_flight`,
  timeout: step => `give step '${step}' more time (timeout), or less work`,
  connection: step =>
    `check that what step '${step}' talks to can be reached; a retry helps if it comes and goes`,
  server_error: step => `what step '${step}' asked failed: a retry helps if it recovers`,
  template: step => `mend the template of step '${step}': POST /api/context/render tries it out`,
  configuration: step => `mend the configuration of step '${step}'`,
};
