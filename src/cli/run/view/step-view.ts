import { isMapping, type PlainValue } from '../../../common/plain-value.ts';
import type { ActionRetry, Event, LoopStats, ParkedOn } from '../../../core/event.ts';
import type { Failure } from '../../../core/result.ts';
import type { ActiveRun, CommandState, LoopRun, SettledRun, StepState } from '../../../core/state.ts';
import { addSample, type Sample } from './loop-rate.ts';

export type StepStatus =
  | { readonly kind: 'pending' }
  | { readonly kind: 'running' }
  /** Waits for a worker in another process to take it. */
  | { readonly kind: 'offered' }
  /** Waits in the queue for its next attempt. */
  | { readonly kind: 'retry'; readonly at: number }
  | { readonly kind: 'parked'; readonly on: ParkedOn }
  | { readonly kind: 'completed' | 'failed' | 'skipped' }
  /** Nothing can reach it any more. */
  | { readonly kind: 'unreached' };

/** A step as a person watches it: its latest run. */
export interface StepView {
  readonly name: string;
  /** Whose workers run it; undefined: nobody has said. */
  readonly pool: string | undefined;
  readonly status: StepStatus;
  /** 1 for the first; more in a loop by arcs. */
  readonly run: number;
  /** Id of the run's `step.enter`, part of the ids of its commands. */
  readonly enterId: string | undefined;
  readonly enteredAt: number | undefined;
  readonly settledAt: number | undefined;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly loop: LoopView | undefined;
  /** Pages fetched so far. */
  readonly page: number | undefined;
  /** Of the run, or of the attempt that failed last. */
  readonly error: Failure | undefined;
  /** A task of its pipeline that is tried again. */
  readonly taskRetry: ActionRetry | undefined;
}

export interface LoopView {
  readonly total: number;
  /** Rows are still being claimed: the total is what is known so far. */
  readonly isGrowing: boolean;
  readonly success: number;
  readonly failed: number;
  /** Iterations that wait for something outside, for a worker or for their next attempt. */
  readonly waiting: number;
  readonly firstError: { readonly index: number; readonly error: Failure } | undefined;
  readonly samples: readonly Sample[];
}

const NOTHING: Omit<StepView, 'name' | 'pool'> = {
  status: { kind: 'pending' },
  run: 0,
  enterId: undefined,
  enteredAt: undefined,
  settledAt: undefined,
  attempt: 0,
  maxAttempts: 0,
  loop: undefined,
  page: undefined,
  error: undefined,
  taskRetry: undefined,
};

export const pendingStep = (name: string, pool?: string): StepView => ({ name, pool, ...NOTHING });

/** The step after a turn: what its state says, and what only the events of the turn say. */
export function viewStep(
  before: StepView,
  state: StepState | undefined,
  events: readonly Event[],
  now: number,
): StepView {
  if (!state) return before;
  const run = state.active?.run ?? state.last?.run ?? 0;
  const known = run === before.run ? before : { ...pendingStep(before.name, before.pool), run };
  const told = events.reduce(hear, known);
  if (state.active) return viewActive(told, state.active, now);
  if (state.last) return viewSettled(told, state.last);
  return state.isUnreached ? { ...told, status: { kind: 'unreached' } } : told;
}

/** What a state forgets. */
function hear(view: StepView, event: Event): StepView {
  switch (event.type) {
    case 'command.issued':
      return { ...view, maxAttempts: event.maxAttempts };
    case 'action_retry':
      return event.task === undefined
        ? { ...view, error: event.error, maxAttempts: event.maxAttempts }
        : { ...view, taskRetry: event };
    case 'command.heartbeat':
      return { ...view, page: pageOf(event.checkpoint) ?? view.page, taskRetry: undefined };
    default:
      return view;
  }
}

function viewActive(view: StepView, active: ActiveRun, now: number): StepView {
  const { enterId, enteredAt } = active;
  const base = { ...view, enterId, enteredAt, settledAt: undefined };
  if (active.kind === 'loop') {
    return { ...base, status: { kind: 'running' }, loop: viewLoop(view.loop, active, now) };
  }
  const { command } = active;
  if (!command) return { ...base, status: { kind: 'running' } };
  const { attempts, maxAttempts } = command;
  return {
    ...base,
    status: statusOf(command),
    attempt: attempts,
    maxAttempts,
    page: pageOfCommand(command, view),
  };
}

function statusOf({ status }: CommandState): StepStatus {
  if (status.kind === 'retry') return { kind: 'retry', at: status.availableAt };
  if (status.kind === 'parked') return { kind: 'parked', on: status.on };
  return { kind: status.kind === 'issued' ? 'offered' : 'running' };
}

function viewLoop(before: LoopView | undefined, run: LoopRun, now: number): LoopView {
  const { total, success, failed } = run;
  const [firstError] = run.errors;
  const samples = addSample(before?.samples ?? [{ at: run.enteredAt, done: 0 }], {
    at: now,
    done: success + failed,
  });
  const isGrowing = run.cursor !== undefined && !run.cursor.isDrained;
  return { total, isGrowing, success, failed, waiting: waitingIn(run), firstError, samples };
}

const waitingIn = (run: LoopRun): number =>
  [...run.open.values()].filter(({ status }) => WAITING.has(status.kind)).length;

const WAITING: ReadonlySet<CommandState['status']['kind']> = new Set(['parked', 'retry', 'issued']);

function viewSettled(view: StepView, last: SettledRun): StepView {
  const { enteredAt, settledAt, outcome, error, stats, attempts } = last;
  const loop = stats && { ...statsView(stats, last), samples: view.loop?.samples ?? [] };
  return {
    ...view,
    status: { kind: outcome },
    enteredAt,
    settledAt,
    error,
    attempt: attempts,
    loop,
    taskRetry: undefined,
  };
}

const statsView = (
  { total, success, failed }: LoopStats,
  { errors }: SettledRun,
): Omit<LoopView, 'samples'> => ({
  total,
  isGrowing: false,
  success,
  failed,
  waiting: 0,
  firstError: errors[0],
});

const pageOfCommand = ({ checkpoint }: CommandState, view: StepView): number | undefined =>
  pageOf(checkpoint) ?? view.page;

/** Pages that a command has fetched, if it fetches pages. */
export function pageOf(checkpoint: PlainValue | undefined): number | undefined {
  const page = isMapping(checkpoint) ? checkpoint.page : undefined;
  return typeof page === 'number' ? page : undefined;
}
