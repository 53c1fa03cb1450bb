import type { Failure } from '../../core/result.ts';
import type { State } from '../../core/state.ts';
import type { ExecutionView, RunView } from './view/run-view.ts';
import type { StepView } from './view/step-view.ts';

/** Where an execution broke: the innermost step whose failure is told by those around it. */
export interface FoundFailure {
  /** The execution of the step: the one that is watched, or one it waited for. */
  readonly executionId: string;
  readonly path: string;
  readonly step: string;
  readonly iteration: number | undefined;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly error: Failure;
  /** Of the command that failed last. */
  readonly commandId: string | undefined;
}

export function findFailure(state: State, view: RunView): FoundFailure | undefined {
  const root = view.execution();
  const first = state.fatal[0]?.step;
  return root && first !== undefined ? failureIn(view, root, first) : undefined;
}

function failureIn(view: RunView, execution: ExecutionView, name: string): FoundFailure | undefined {
  const step = execution.steps.get(name);
  if (!step) return undefined;
  const child = view.childrenOf(execution.executionId, name).find(({ phase }) => phase.kind === 'failed');
  const inner = child && failedStepOf(child);
  const deeper = inner === undefined ? undefined : failureIn(view, child!, inner);
  return deeper ?? describe(execution, step);
}

const failedStepOf = ({ phase }: ExecutionView): string | undefined =>
  phase.kind === 'failed' ? phase.failedSteps[0] : undefined;

function describe({ executionId, path }: ExecutionView, step: StepView): FoundFailure | undefined {
  const failed = step.loop?.firstError;
  const error = failed?.error ?? step.error;
  if (!error) return undefined;
  const { name, attempt, maxAttempts, enterId } = step;
  const suffix = failed ? `:i${failed.index}` : '';
  return {
    executionId,
    path,
    step: name,
    iteration: failed?.index,
    attempt: Math.max(attempt, 1),
    maxAttempts: Math.max(maxAttempts, attempt, 1),
    error,
    commandId: enterId === undefined ? undefined : `${executionId}:${name}:${enterId}${suffix}`,
  };
}

/** A loop that went on although some of its items failed: what failed later is often only the complaint about that. */
export function loopWithFailedItems(view: RunView): string | undefined {
  const steps = [...(view.execution()?.steps.values() ?? [])];
  return steps.find(
    ({ status, loop }) => status.kind === 'completed' && loop !== undefined && loop.failed > 0,
  )?.name;
}
