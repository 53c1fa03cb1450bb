import type { Arc, Step } from '../../playbook/model.ts';
import type { SettledRun } from '../state.ts';

const DONE = ['step.done', 'step.exit', 'call.done'] as const;
const FAILED = ['step.failed', 'call.error', 'command.failed'] as const;
const LOOP_DONE = ['loop.done', 'step.done', 'step.exit'] as const;

/**
 * N6: the end of a run goes by several names, and a condition may test any of them: `event.name` is the
 * one it mentions. After a loop `call.done` means the loop only if no arc of the step asks for `loop.done`.
 */
export function boundaryOf(step: Step, run: SettledRun, asFailure: boolean, arc: Arc | undefined): string {
  if (run.outcome === 'skipped') return 'step.skipped';
  const names = namesOf(step, asFailure);
  return names.find(name => arc && mentions(arc, name)) ?? names[0];
}

function namesOf(step: Step, asFailure: boolean): readonly [string, ...string[]] {
  if (asFailure) return FAILED;
  if (step.kind !== 'loop') return DONE;
  return step.next.arcs.some(arc => mentions(arc, 'loop.done')) ? LOOP_DONE : [...LOOP_DONE, 'call.done'];
}

const mentions = (arc: Arc, name: string): boolean =>
  arc.fires.kind === 'when' &&
  new RegExp(`['"]${name.replace('.', '\\.')}['"]`).test(arc.fires.when.condition);
