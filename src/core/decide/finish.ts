import { type Failure, NO_RESULT } from '../result.ts';
import { enterStep } from './enter-step.ts';
import type { Turn } from './turn.ts';

/**
 * X2: when nothing is active and no token waits, or the execution is failing and nothing is active, it
 * ends: once, and for good. Runs that have ended are routed and tokens that wait are entered before this.
 */
export function finish(turn: Turn): boolean {
  const { state, program } = turn;
  if (state.phase.kind !== 'in_progress' || turn.standsStill || state.active.size > 0) return false;
  const { finalStep } = program.playbook.executor;
  if (finalStep !== undefined && !state.finalStepEntered) {
    enterStep(turn, finalStep, []);
    return true;
  }
  if (state.fatal.length > 0) fail(turn);
  else complete(turn);
  return true;
}

function fail(turn: Turn): void {
  const { fatal } = turn.state;
  const failedSteps = fatal.flatMap(({ step }) => (step === undefined ? [] : [step]));
  const first = fatal[0] as { readonly step: string | undefined; readonly error: Failure };
  const error =
    first.step === undefined
      ? first.error
      : { ...first.error, message: `step '${first.step}': ${first.error.message}` };
  turn.emit({ type: 'workflow_failed' });
  turn.emit({ type: 'playbook.failed', error, failedSteps });
}

/** X3: the result is that of `end` if it ran a tool, else of the leaf that finished last with data. */
function complete(turn: Turn): void {
  const { state, program } = turn;
  const withData = [...state.steps].flatMap(([name, { result, last }]) =>
    last && last.outcome !== 'skipped' && result.kind !== 'none' ? [{ name, result, last }] : [],
  );
  const leaves = withData.filter(({ name }) => program.step(name).next.arcs.length === 0);
  const latest = leaves.toSorted((a, b) => b.last.order - a.last.order);
  const { finalStep } = program.playbook.executor;
  const end = withData.find(({ name }) => name === 'end');
  const chosen = end ?? latest.find(({ name }) => name !== finalStep) ?? latest[0];
  turn.emit({ type: 'workflow_completed' });
  turn.emit({
    type: 'playbook.completed',
    result: chosen?.result ?? NO_RESULT,
    leaves: Object.fromEntries(leaves.map(({ name, result }) => [name, result])),
  });
}
