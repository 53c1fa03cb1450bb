import type { PlainValue } from '../../common/plain-value.ts';
import type { Result } from '../result.ts';
import type { ActiveRun, CommandState, LoopRun, StepState } from '../state.ts';
import { shownResult } from './shown-result.ts';
import { attemptOf } from './step-envelope.ts';

/** A step as the older implementations describe it. Loop results are in order of index. */
export interface StepView {
  readonly name: string;
  readonly state: StepStateText;
  readonly result: PlainValue | undefined;
  readonly error: string | undefined;
  readonly entered_at: string | undefined;
  readonly completed_at: string | undefined;
  readonly completed_event_id: string | undefined;
  readonly attempt: number;
  readonly iterations_expected: number | undefined;
  readonly iterations_completed: number;
  readonly iterations_dispatched: number;
  readonly iteration_results: readonly PlainValue[];
}

export type StepStateText =
  | 'pending'
  | 'entered'
  | 'command_issued'
  | 'command_claimed'
  | 'command_started'
  | 'completed'
  | 'failed'
  | 'skipped';

export function stepView(name: string, step: StepState): StepView {
  const { active, last } = step;
  return {
    name,
    state: stateOf(step),
    result: shownResult(resultOf(step)),
    error: active ? undefined : last?.error?.message,
    entered_at: timeOf(active?.enteredAt ?? last?.enteredAt),
    completed_at: timeOf(last?.settledAt),
    completed_event_id: last?.outcome === 'completed' ? last.exitId : undefined,
    attempt: attemptOf(step),
    ...iterationsOf(step),
  };
}

function stateOf({ active, last, isUnreached }: StepState): StepStateText {
  if (active) return active.kind === 'plain' ? commandText(active.command) : loopText(active);
  return last?.outcome ?? (isUnreached ? 'skipped' : 'pending');
}

/** A settled command whose run is not over yet still runs, as far as the step is concerned. */
function commandText(command: CommandState | undefined): StepStateText {
  if (!command) return 'entered';
  if (command.status.kind === 'issued' || command.status.kind === 'retry') return 'command_issued';
  return command.status.kind === 'claimed' ? 'command_claimed' : 'command_started';
}

const FURTHEST = ['command_started', 'command_claimed', 'command_issued'] as const;

function loopText({ open, issued, success, failed }: LoopRun): StepStateText {
  const states = new Set([...open.values()].map(commandText));
  const furthest = FURTHEST.find(state => states.has(state));
  if (furthest) return furthest;
  return success + failed > 0 ? 'command_started' : issued > 0 ? 'command_issued' : 'entered';
}

/** What the run under way has returned already, else what the latest run left. */
function resultOf({ active, result }: StepState): Result {
  const data = active?.kind === 'plain' ? active.command?.data : undefined;
  return data && data.kind !== 'none' ? data : result;
}

function iterationsOf(step: StepState) {
  const { active, last } = step;
  if (active?.kind === 'loop') {
    const { total, success, failed, issued } = active;
    const results = inOrder(active).map(result => shownResult(result) ?? null);
    return iterations(total, success + failed, issued, results);
  }
  if (active || !last?.stats) return iterations(undefined, 0, 0, []);
  const { total, success, failed, skipped } = last.stats;
  const list = shownResult(step.result);
  return iterations(total, success + failed, total - skipped, Array.isArray(list) ? list : []);
}

function iterations(
  expected: number | undefined,
  completed: number,
  dispatched: number,
  results: readonly PlainValue[],
) {
  return {
    iterations_expected: expected,
    iterations_completed: completed,
    iterations_dispatched: dispatched,
    iteration_results: results,
  };
}

function inOrder(loop: Extract<ActiveRun, { kind: 'loop' }>): Result[] {
  return [...(loop.results ?? [])].sort(([a], [b]) => a - b).map(([, result]) => result);
}

const timeOf = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();
