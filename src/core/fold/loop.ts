import { assertNever } from '../../common/assert-never.ts';
import type { PlainMapping } from '../../common/plain-value.ts';
import type { IterationsSettled, IteratorCompleted, LoopEvent, LoopStats } from '../event.ts';
import type { LoopRun } from '../state.ts';
import type { Draft, LoopDraft } from './draft.ts';
import { foldFrame } from './frame.ts';
import { addIndex, hasIndex } from './index-ranges.ts';

/** Loops with more iterations keep their results in the store alone. */
export const MAX_INLINE_ITERATIONS = 100;
/** How many failures are kept with their errors; all are counted. */
export const MAX_KEPT_ERRORS = 100;

export function foldLoop(draft: Draft, event: LoopEvent): void {
  switch (event.type) {
    case 'iterator_started':
    case 'loop.done':
      return;
    case 'iterator_completed':
      return count(draft, event);
    case 'iteration_completed':
    case 'iteration_failed':
      return settle(draft, event);
    case 'frame.started':
    case 'frame.committed':
    case 'frame.failed':
      return foldFrame(draft, event);
    default:
      return assertNever(event, 'loop event');
  }
}

/** A rerun takes over loops without their iterations: what is said of them in sum counts. */
function count(draft: Draft, event: IteratorCompleted): void {
  const loop = draft.loop(event);
  const { total, success, failed } = event.stats;
  if (loop) Object.assign(loop, { total, success, failed });
}

/** F10: an iteration counts once, whatever number of reports arrive for it. */
function settle(draft: Draft, event: IterationsSettled): void {
  const loop = draft.loop(event);
  if (!loop) return;
  for (const { index, result, error, ctx } of event.settled) {
    if (isSettled(loop, index)) continue;
    loop.open.delete(index);
    addIndex(loop.settledAbove, index);
    if (event.type === 'iteration_completed') loop.success++;
    else {
      loop.failed++;
      if (error && loop.errors.length < MAX_KEPT_ERRORS) loop.errors = [...loop.errors, { index, error }];
    }
    if (loop.total > MAX_INLINE_ITERATIONS) loop.results = undefined;
    else loop.results?.set(index, result);
    keepValues(loop, index, ctx);
  }
  const [first] = loop.settledAbove;
  if (first?.[0] !== loop.watermark) return;
  loop.watermark = first[1];
  loop.settledAbove.shift();
}

/** L4: of the values that iterations set under one name, the one of the highest index counts. */
function keepValues(loop: LoopDraft, index: number, ctx: PlainMapping): void {
  for (const [name, value] of Object.entries(ctx)) {
    if (index >= (loop.ctx.get(name)?.index ?? 0)) loop.ctx.set(name, { index, value });
  }
}

export const isSettled = (
  loop: Pick<LoopDraft | LoopRun, 'watermark' | 'settledAbove'>,
  index: number,
): boolean => index < loop.watermark || hasIndex(loop.settledAbove, index);

/** Whether all iterations `from` to `to` (exclusive) are settled. */
export function areSettled(loop: LoopRun, from: number, to: number): boolean {
  const first = Math.max(from, loop.watermark);
  return first >= to || loop.settledAbove.some(([start, end]) => start <= first && to <= end);
}

export function statsOf(loop: LoopRun): LoopStats {
  const { total, success, failed } = loop;
  return { total, success, failed, skipped: total - success - failed };
}
