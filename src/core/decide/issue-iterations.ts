import type { LoopingStep } from '../../playbook/model.ts';
import { isSettled } from '../fold/loop.ts';
import { NO_RESULT } from '../result.ts';
import type { LoopRun } from '../state.ts';
import { cancelCommand } from './cancel-command.ts';
import { entryNames } from './context.ts';
import { issueWindow } from './issue-command.ts';
import { commandsOf } from './open-commands.ts';
import { templateFailure } from './render.ts';
import { exitRun, stopsEarly } from './settle-runs.ts';
import type { Turn } from './turn.ts';

/** L6: a loop keeps as many iterations under way as it may, in order of index. */
export function issueIterations(turn: Turn): boolean {
  if (turn.standsStill) return false;
  let changed = false;
  for (const name of turn.state.active) {
    const run = turn.state.step(name).active;
    if (run?.kind !== 'loop') continue;
    const step = turn.program.step(name) as LoopingStep;
    const { from, to } = nextWindow(run, freeSlots(turn, run));
    if (to <= from || stopsEarly(turn, step, run)) continue;
    issue(turn, step, run, from, to);
    changed = true;
  }
  return changed;
}

/** T1: if the number of attempts cannot be evaluated the run fails, and takes what it has under way with it. */
function issue(turn: Turn, step: LoopingStep, run: LoopRun, from: number, to: number): void {
  const { context } = entryNames(turn, step, run.args, run.arrivals);
  try {
    issueWindow(turn, step, from, to, context);
  } catch (error) {
    const failure = templateFailure(error, `issuing iterations of step '${step.name}'`);
    for (const command of commandsOf(turn, step.name, run)) cancelCommand(turn, command, failure.message);
    exitRun(turn, step, run.run, { status: 'FAILED', error: failure, result: NO_RESULT });
  }
}

/** The next iterations in a row that are not settled: a rerun begins with some that are. */
function nextWindow(run: LoopRun, slots: number): { readonly from: number; readonly to: number } {
  let from = run.issued;
  while (from < run.total && isSettled(run, from)) from++;
  let to = from;
  while (to < run.total && to < from + slots && !isSettled(run, to)) to++;
  return { from, to };
}

const freeSlots = (turn: Turn, run: LoopRun): number =>
  Math.max(0, (run.maxInFlight ?? turn.limits.maxInFlight) - run.open.size);
