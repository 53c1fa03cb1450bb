import type { LoopingStep } from '../../playbook/model.ts';
import type { LoopRun } from '../state.ts';
import { issueWindow } from './issue-command.ts';
import { stopsEarly } from './settle-runs.ts';
import type { Turn } from './turn.ts';

/** L6: a loop keeps as many iterations under way as it may, in order of index. */
export function issueIterations(turn: Turn): boolean {
  if (turn.state.isPaused) return false;
  let changed = false;
  for (const name of turn.state.active) {
    const run = turn.state.step(name).active;
    if (run?.kind !== 'loop') continue;
    const step = turn.program.step(name) as LoopingStep;
    const to = Math.min(run.total, run.issued + freeSlots(turn, run));
    if (to <= run.issued || stopsEarly(turn, step, run)) continue;
    issueWindow(turn, step, run.issued, to, turn.context);
    changed = true;
  }
  return changed;
}

const freeSlots = (turn: Turn, run: LoopRun): number =>
  Math.max(0, (run.maxInFlight ?? turn.limits.maxInFlight) - run.open.size);
