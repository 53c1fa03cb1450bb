import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { Failure, Result } from '../result.ts';
import type { ActiveRun, CommandStatus, Phase, State, StepState } from '../state.ts';
import { failureView } from './failure-view.ts';
import { shownResult } from './shown-result.ts';
import { attemptOf, isStopped, stepStatusIn } from './step-envelope.ts';

/** An execution at one moment, as the command line and the API show it. Absent fields are null. */
export interface ExecutionView {
  readonly execution_id: string;
  readonly path: string | null;
  readonly version: string | null;
  readonly status: ExecutionStatusWord;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly workload: PlainMapping;
  readonly ctx: PlainMapping;
  /** Only steps that were entered or skipped, in the order of their names in the log. */
  readonly steps: Readonly<Record<string, StepOfView>>;
  /** Arcs that were chosen and whose targets have not started. */
  readonly tokens: readonly TokenView[];
  readonly error: PlainMapping | null;
  readonly result: PlainValue;
}

export type ExecutionStatusWord = 'PENDING' | 'RUNNING' | 'PAUSED' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

export interface StepOfView {
  readonly status: string;
  /** What its command is doing: `started`, `retry`, `parked`, …; null unless it is running one. */
  readonly command: CommandStatus['kind'] | null;
  readonly run: number;
  readonly attempt: number;
  readonly entered_at: string | null;
  readonly ended_at: string | null;
  readonly iterations: IterationsView | null;
  readonly error: PlainMapping | null;
  readonly result: PlainValue;
}

export interface IterationsView {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly running: number;
}

export interface TokenView {
  readonly target: string;
  readonly from: string | null;
  readonly run: number | null;
  readonly args: PlainMapping;
}

/** `show` gives the data of a result; unless given, stored ones are shown by what is known without loading. */
export function executionView(
  state: State,
  show: (result: Result) => PlainValue | undefined = shownResult,
): ExecutionView {
  const { header, phase } = state;
  const steps: Record<string, StepOfView> = Object.create(null);
  for (const [name, step] of state.steps) steps[name] = viewOfStep(state, step, show);
  return {
    execution_id: header?.executionId ?? '',
    path: header?.path ?? null,
    version: header?.version ?? null,
    status: executionStatus(state),
    started_at: timeOf(header?.startedAt),
    ended_at: timeOf(endOf(phase)),
    workload: header?.workload ?? {},
    ctx: state.ctx,
    steps,
    tokens: tokensOf(state),
    error: phase.kind === 'failed' ? failureView(phase.error) : null,
    result: (phase.kind === 'completed' ? show(phase.result) : undefined) ?? null,
  };
}

export function executionStatus({ phase, isPaused, isQueued }: State): ExecutionStatusWord {
  switch (phase.kind) {
    case 'initial':
      return 'PENDING';
    case 'in_progress':
      return isPaused ? 'PAUSED' : isQueued ? 'PENDING' : 'RUNNING';
    case 'completed':
      return 'COMPLETED';
    case 'failed':
      return 'FAILED';
    case 'cancelled':
      return 'CANCELLED';
  }
}

function viewOfStep(
  state: State,
  step: StepState,
  show: (result: Result) => PlainValue | undefined,
): StepOfView {
  const { active, last, runs, result } = step;
  const stoppedAt = isStopped(state.phase, step) ? endOf(state.phase) : undefined;
  return {
    status: stepStatusIn(state, step),
    command:
      active?.kind === 'plain' && stoppedAt === undefined ? (active.command?.status.kind ?? null) : null,
    run: runs,
    attempt: attemptOf(step),
    entered_at: timeOf(active?.enteredAt ?? last?.enteredAt),
    ended_at: timeOf(active ? stoppedAt : last?.settledAt),
    iterations: iterationsOf(active, last?.stats, stoppedAt !== undefined),
    error: errorOf(active ? undefined : last?.error),
    result: show(result) ?? null,
  };
}

const endOf = (phase: Phase): number | undefined => ('at' in phase ? phase.at : undefined);

const errorOf = (error: Failure | undefined): PlainMapping | null => (error ? failureView(error) : null);

function iterationsOf(
  active: ActiveRun | undefined,
  stats: { readonly total: number; readonly success: number; readonly failed: number } | undefined,
  isOver: boolean,
): IterationsView | null {
  if (active?.kind === 'loop') {
    const { total, success, failed, open } = active;
    return { total, succeeded: success, failed, running: isOver ? 0 : open.size };
  }
  return stats && !active
    ? { total: stats.total, succeeded: stats.success, failed: stats.failed, running: 0 }
    : null;
}

const tokensOf = ({ tokens }: State): TokenView[] =>
  [...tokens].flatMap(([target, waiting]) =>
    waiting.map(({ from, args }) => ({ target, from: from?.step ?? null, run: from?.run ?? null, args })),
  );

const timeOf = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();
