import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { State, StepState } from '../state.ts';
import { durationHuman } from './duration-human.ts';
import { type ExecutionStatusWord, executionStatus } from './execution-view.ts';
import { shownResult } from './shown-result.ts';

/** An execution as lists and the head of its page show it. Absent fields are null. */
export interface ExecutionEntry {
  readonly execution_id: string;
  readonly catalog_id: string;
  readonly path: string;
  /** A number for a version of the catalog. */
  readonly version: number | string;
  readonly status: ExecutionStatusWord;
  readonly start_time: string;
  readonly end_time: string | null;
  readonly duration_seconds: number;
  readonly duration_human: string;
  /** 0 to 100: steps that are over. */
  readonly progress: number;
  /** A stored one by what is known without loading it. */
  readonly result: PlainValue;
  readonly error: string | null;
  readonly parent_execution_id: string | null;
  readonly rerun_of: string | null;
  readonly event_count: number;
}

/** What the state does not know. */
export interface EntryContext {
  readonly executionId: string;
  readonly events: number;
  /** Of the playbook; undefined: it is not kept any more. */
  readonly stepCount: number | undefined;
  readonly now: number;
}

export function executionEntry(state: State, context: EntryContext): ExecutionEntry {
  const { header, phase } = state;
  const startedAt = header?.startedAt ?? context.now;
  return {
    execution_id: context.executionId,
    catalog_id: header?.catalogId ?? '',
    path: header?.path ?? '',
    version: versionOf(header?.version ?? ''),
    status: executionStatus(state),
    start_time: timeText(startedAt),
    end_time: 'at' in phase ? timeText(phase.at) : null,
    ...durationOf(startedAt, 'at' in phase ? phase.at : context.now),
    progress: progressOf(state, context.stepCount),
    result: (phase.kind === 'completed' ? shownResult(phase.result) : undefined) ?? null,
    error: errorText(state),
    parent_execution_id: header?.parent?.executionId ?? null,
    rerun_of: header?.rerunOf ?? null,
    event_count: context.events,
  };
}

/** Why it failed, or was cancelled; null while nothing is wrong. */
export function errorText({ phase }: State): string | null {
  if (phase.kind === 'failed') return phase.error.message;
  return phase.kind === 'cancelled' ? (phase.reason ?? 'cancelled') : null;
}

export function durationOf(from: number, to: number) {
  const seconds = Math.max(0, to - from) / 1000;
  return { duration_seconds: seconds, duration_human: durationHuman(seconds) };
}

const isOver = ({ active, last, isUnreached }: StepState): boolean =>
  !active && (last !== undefined || isUnreached);

/** 100 only for what has completed. */
function progressOf(state: State, stepCount: number | undefined): number {
  if (state.phase.kind === 'completed') return 100;
  const over = [...state.steps.values()].filter(isOver).length;
  const total = Math.max(stepCount ?? 0, state.steps.size, 1);
  return Math.min(99, Math.floor((100 * over) / total));
}

const versionOf = (version: string): number | string =>
  /^\d{1,15}$/.test(version) ? Number(version) : version;

const timeText = (at: number): string => new Date(at).toISOString();

/** How far an execution has come, in the words of both older servers. */
export interface ExecutionProgress {
  readonly execution_id: string;
  readonly status: ExecutionStatusWord;
  readonly current_step: string | null;
  readonly completed_steps: readonly string[];
  readonly failed: boolean;
  readonly completed: boolean;
  /** Always false: an end is an event here, never a guess. */
  readonly completion_inferred: false;
  readonly is_cancelled: boolean;
  readonly progress: {
    readonly total_steps: number;
    readonly completed_steps: number;
    readonly running_steps: number;
    readonly failed_steps: number;
  };
  readonly variables: PlainMapping;
  readonly start_time: string;
  readonly end_time: string | null;
  readonly duration_seconds: number;
  readonly duration_human: string;
  readonly error: string | null;
}

/** `variables` as they are to be shown. */
export function executionProgress(
  state: State,
  context: EntryContext,
  variables: PlainMapping,
): ExecutionProgress {
  const { execution_id, status, start_time, end_time, duration_seconds, duration_human, error } =
    executionEntry(state, context);
  const steps = [...state.steps];
  const namesWith = (outcome: string) =>
    steps.filter(([, { active, last }]) => !active && last?.outcome === outcome).map(([name]) => name);
  const completed = namesWith('completed');
  return {
    execution_id,
    status,
    current_step: currentStep(state),
    completed_steps: completed,
    failed: status === 'FAILED',
    completed: status === 'COMPLETED',
    completion_inferred: false,
    is_cancelled: status === 'CANCELLED',
    progress: {
      total_steps: context.stepCount ?? steps.length,
      completed_steps: completed.length,
      // What was under way when it was cancelled, or failed, does not run any more.
      running_steps: state.phase.kind === 'in_progress' ? state.active.size : 0,
      failed_steps: namesWith('failed').length,
    },
    variables,
    start_time,
    end_time,
    duration_seconds,
    duration_human,
    error,
  };
}

/** The step that was entered last of those under way, else the one that ended last. */
function currentStep({ active, steps }: State): string | null {
  const running = [...active].at(-1);
  if (running !== undefined) return running;
  let latest: { readonly name: string; readonly order: number } | undefined;
  for (const [name, { last }] of steps)
    if (last && last.outcome !== 'skipped' && last.order > (latest?.order ?? -1))
      latest = { name, order: last.order };
  return latest?.name ?? null;
}
