import type { Phase, State, StepState } from '../state.ts';
import { failureView } from './failure-view.ts';
import { lazyRecord } from './lazy-record.ts';
import { type Load, resultView, stepResultView } from './result-view.ts';

/** `steps.<name>`: what is known of a step, with its data under `data` (and `context.data`, as the log has it). */
export function stepEnvelope(step: StepState, load: Load): Readonly<Record<string, unknown>> {
  const fields: Readonly<Record<string, () => unknown>> = {
    status: () => stepStatus(step),
    data: () => stepResultView(step, load),
    call: () => (step.last?.call ? resultView(step.last.call, load) : null),
    context: () => lazyRecord({ has: isData, get: () => stepResultView(step, load), keys: () => ['data'] }),
    error: () => (!step.active && step.last?.error ? failureView(step.last.error) : null),
    run: () => step.runs,
    attempt: () => attemptOf(step),
  };
  return lazyRecord({
    has: name => Object.hasOwn(fields, name),
    get: name => fields[name]?.(),
    keys: () => Object.keys(fields),
  });
}

const isData = (name: string): boolean => name === 'data';

/** In the words of the API. */
export function stepStatus({ active, last, isUnreached }: StepState): string {
  if (active) return 'RUNNING';
  if (last) return { completed: 'COMPLETED', failed: 'FAILED', skipped: 'SKIPPED' }[last.outcome];
  return isUnreached ? 'SKIPPED' : 'PENDING';
}

/** The same in an execution that may have been cancelled: what was under way then does not run any more. */
export const stepStatusIn = ({ phase }: State, step: StepState): string =>
  isStopped(phase, step) ? 'CANCELLED' : stepStatus(step);

/** Whether it was under way when its execution was cancelled. */
export const isStopped = (phase: Phase, { active }: StepState): boolean =>
  active !== undefined && phase.kind === 'cancelled';

/** The attempt under way, or that of the latest run; a loop's iterations have their own. */
export function attemptOf({ active, last }: StepState): number {
  if (active) return active.kind === 'plain' ? (active.command?.attempts ?? 0) : 0;
  return last?.attempts ?? 0;
}
