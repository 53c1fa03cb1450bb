import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { LoopingStep, Step } from '../../playbook/model.ts';
import type { RunOutcome } from '../event.ts';
import { statsOf } from '../fold/loop.ts';
import { loopUri } from '../loop-uri.ts';
import { type Failure, NO_RESULT, type Result } from '../result.ts';
import type { CursorRun, LoopRun, PlainRun } from '../state.ts';
import { isThrough } from './claim-rows.ts';
import { dataView, type Happened, outcomeNames } from './context.ts';
import { renderSet, templateFailure } from './render.ts';
import type { Turn } from './turn.ts';

/** R-exit: a run ends as soon as its command, or all of its iterations, are settled. */
export function settleRuns(turn: Turn): boolean {
  let changed = false;
  for (const name of turn.state.active) {
    const run = turn.state.step(name).active;
    if (!run) continue;
    const step = turn.program.step(name);
    const outcome = run.kind === 'plain' ? plainOutcome(run) : loopOutcome(turn, step as LoopingStep, run);
    if (!outcome) continue;
    if (run.kind === 'loop') closeLoop(turn, name, run);
    exitRun(turn, step, run.run, outcome);
    changed = true;
  }
  return changed;
}

function plainOutcome({ command }: PlainRun): RunOutcome | undefined {
  switch (command?.status.kind) {
    case 'completed':
      return { status: 'COMPLETED', result: command.status.result };
    case 'failed':
      return { status: 'FAILED', error: command.status.error, result: NO_RESULT };
    case 'cancelled':
      return { status: 'FAILED', error: cancelled(command.status.reason), result: NO_RESULT };
    default:
      return undefined;
  }
}

const cancelled = (reason: string): Failure => ({ kind: 'cancelled', message: reason, retryable: false });

/** L3: a loop that must not fail ends when its first failure's siblings have drained. */
function loopOutcome(turn: Turn, step: LoopingStep, run: LoopRun): RunOutcome | undefined {
  const isOver = isComplete(run) || (stopsEarly(turn, step, run) && isAtRest(run));
  if (!isOver) return undefined;
  const result = collect(turn, step.name, run);
  if (run.cursor?.failure) return { status: 'FAILED', error: claimFailed(run.cursor.failure), result };
  const [first] = run.errors;
  const tolerated = step.loop.onError === 'continue' && run.watermark === run.total;
  if (!first || tolerated) return { status: 'COMPLETED', result };
  const others = run.failed - 1;
  const more = others > 0 ? ` (and ${others} other iteration${others === 1 ? '' : 's'})` : '';
  const error = { ...first.error, message: `iteration ${first.index}: ${first.error.message}${more}` };
  return { status: 'FAILED', error, result };
}

/** All iterations are settled, and there will be no more. */
const isComplete = (run: LoopRun): boolean =>
  run.watermark === run.total && (!run.cursor || (isThrough(run as CursorRun) && run.cursor.open.size === 0));

const isAtRest = ({ open, cursor }: LoopRun): boolean => open.size === 0 && (cursor?.open.size ?? 0) === 0;

const claimFailed = (error: Failure): Failure => ({ ...error, message: `claiming rows: ${error.message}` });

/** No further iterations are issued after a failure that counts, or while the execution is failing. */
export const stopsEarly = (turn: Turn, step: LoopingStep, run: LoopRun): boolean =>
  turn.state.fatal.length > 0 || (run.failed > 0 && step.loop.onError === 'fail');

/** Results by index, null where an iteration failed or never ran. */
function collect(turn: Turn, step: string, run: LoopRun): Result {
  const { results } = run;
  const isPlain = ({ kind }: Result) => kind === 'inline' || kind === 'none';
  if (!results || ![...results.values()].every(isPlain)) {
    const uri = loopUri(turn.executionId, { step, run: run.run });
    return { kind: 'collected', uri, length: run.total };
  }
  const data: PlainValue[] = Array.from({ length: run.total }, (_, index) => {
    const result = results.get(index);
    return result?.kind === 'inline' ? result.data : null;
  });
  return { kind: 'inline', data };
}

/** L4: what parallel iterations set is merged in the order of their index, not of their speed. */
function closeLoop(turn: Turn, step: string, run: LoopRun): void {
  const inOrder = [...run.ctx].sort(([a, one], [b, other]) => one.index - other.index || (a < b ? -1 : 1));
  const values = mappingOf(inOrder.map(([name, { value }]) => [name, value]));
  if (Object.keys(values).length > 0)
    turn.emit({ type: 'ctx.updated', step, gen: `${step}#${run.run}`, values });
  turn.emit({ type: 'iterator_completed', step, run: run.run, stats: statsOf(run) });
  turn.emit({ type: 'loop.done', step, run: run.run });
}

/** The run's `set` is rendered before it ends: if that fails, so does the run. */
export function exitRun(turn: Turn, step: Step, run: number, outcome: RunOutcome): void {
  const known = turn.state.step(step.name).active?.locals;
  const locals: Record<string, PlainValue> = Object.assign(Object.create(null), known);
  const rendered = renderStepSet(turn, step, outcome, locals);
  if ('failure' in rendered) {
    turn.emit({
      type: 'step.exit',
      step: step.name,
      run,
      outcome: { status: 'FAILED', error: rendered.failure, result: outcome.result },
    });
    return;
  }
  const exit = turn.emit({ type: 'step.exit', step: step.name, run, outcome, ...callOf(turn, step.name) });
  if (Object.keys(rendered.values).length > 0) {
    turn.emit({ type: 'ctx.updated', step: step.name, gen: exit.id, values: rendered.values });
  }
  if (step.set.some(({ scope }) => scope === 'step')) {
    const values = mappingOf(Object.entries(locals));
    turn.emit({ type: 'ctx.updated', step: step.name, run, gen: `${exit.id}#step`, values });
  }
}

/** What the tool had answered before its command waited for a callback. */
function callOf(turn: Turn, step: string): { readonly call?: Result } {
  const { active } = turn.state.step(step);
  const call = active?.kind === 'plain' ? active.command?.call : undefined;
  return call ? { call } : {};
}

function loopOutcomeOf(turn: Turn, { name }: Step): Happened['loop'] {
  const { active } = turn.state.step(name);
  return active?.kind === 'loop' ? { stats: statsOf(active), errors: active.errors } : undefined;
}

function renderStepSet(
  turn: Turn,
  step: Step,
  outcome: RunOutcome,
  locals: Record<string, PlainValue>,
): { readonly values: PlainMapping } | { readonly failure: Failure } {
  if (outcome.status === 'FAILED' || step.set.length === 0) return { values: mappingOf([]) };
  const happened = { result: outcome.result, error: undefined, loop: loopOutcomeOf(turn, step) };
  const names = outcomeNames(turn, happened);
  // The step's own name means the result it has just produced.
  names.define(step.name, () => dataView(turn, happened));
  try {
    return { values: renderSet(turn, step.set, names, locals) };
  } catch (error) {
    return { failure: templateFailure(error, `set of step '${step.name}'`) };
  }
}
