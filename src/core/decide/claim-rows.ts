import type { LoopingStep, LoopSource } from '../../playbook/model.ts';
import { areSettled } from '../fold/loop.ts';
import type { Failure, Result } from '../result.ts';
import type { CommandState, CursorRun } from '../state.ts';
import { issueClaim } from './issue-command.ts';
import { stopsEarly } from './settle-runs.ts';
import type { Turn } from './turn.ts';

/**
 * L7: a cursor claims its rows a frame at a time, and the rows of a frame are the loop's next iterations.
 * The next frame is claimed when one is through, until a claim finds nothing.
 */
export function claimRows(turn: Turn): boolean {
  if (turn.standsStill) return false;
  let changed = false;
  for (const name of turn.state.active) {
    const step = turn.program.step(name);
    while (step.kind === 'loop' && mayClaim(turn, step)) {
      issueClaim(turn, name, cursorRun(turn, name) as CursorRun, frameOf(step).maxAttempts);
      changed = true;
    }
  }
  return changed;
}

function cursorRun(turn: Turn, step: string): CursorRun | undefined {
  const run = turn.state.step(step).active;
  return run?.kind === 'loop' && run.cursor ? (run as CursorRun) : undefined;
}

const frameOf = ({ loop }: LoopingStep) => (loop.source as Extract<LoopSource, { kind: 'cursor' }>).frame;

function mayClaim(turn: Turn, step: LoopingStep): boolean {
  const run = cursorRun(turn, step.name);
  if (!run || isThrough(run) || stopsEarly(turn, step, run)) return false;
  const { cursor } = run;
  return cursor.open.size + cursor.frames.length < cursor.maxFrames;
}

/** Whether nothing more is claimed: there is nothing, there is enough, or claiming failed. */
export function isThrough({ cursor, total }: CursorRun): boolean {
  return (
    cursor.isDrained || cursor.failure !== undefined || total >= (cursor.limit ?? Number.POSITIVE_INFINITY)
  );
}

/** Makes iterations of what was claimed, and closes frames whose rows are all settled. */
export function settleFrames(turn: Turn): boolean {
  let changed = false;
  for (const name of turn.state.active) {
    const run = cursorRun(turn, name);
    if (!run) continue;
    for (const [frame, claim] of [...run.cursor.open])
      changed = startFrame(turn, name, frame, claim) || changed;
    for (const { frame, from, to } of [...run.cursor.frames]) {
      if (!areSettled(run, from, to)) continue;
      turn.emit({ type: 'frame.committed', step: name, run: run.run, frame });
      changed = true;
    }
  }
  return changed;
}

function startFrame(turn: Turn, step: string, frame: number, { status }: CommandState): boolean {
  const { run, total } = cursorRun(turn, step) as CursorRun;
  switch (status.kind) {
    case 'completed':
      turn.emit({
        type: 'frame.started',
        step,
        run,
        frame,
        from: total,
        rows: lengthOf(turn, status.result),
      });
      return true;
    case 'failed':
      turn.emit({ type: 'frame.failed', step, run, frame, error: status.error });
      return true;
    case 'cancelled':
      turn.emit({ type: 'frame.failed', step, run, frame, error: cancelled(status.reason) });
      return true;
    default:
      return false;
  }
}

const cancelled = (reason: string): Failure => ({ kind: 'cancelled', message: reason, retryable: false });

/** The worker reports rows as a list; a stored one is loaded to be counted. */
function lengthOf(turn: Turn, result: Result): number {
  const rows = turn.load(result);
  return Array.isArray(rows) ? rows.length : 0;
}
