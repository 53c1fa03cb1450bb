import type { IterationsSettled, RunId, SettledIteration } from '../event.ts';
import { apply } from '../fold/fold.ts';
import type { Turn } from './turn.ts';

/**
 * L1: iterations of one run that settle in one turn share an event, so that a loop of a million items
 * costs a small part of an event each.
 */
export function settleIteration(
  turn: Turn,
  type: IterationsSettled['type'],
  { step, run }: RunId,
  settled: SettledIteration,
): void {
  const last = turn.events.at(-1);
  if (last?.type !== type || last.step !== step || last.run !== run) {
    turn.emit({ type, step, run, settled: [settled] });
    return;
  }
  (last.settled as SettledIteration[]).push(settled);
  apply(turn.state, { ...last, settled: [settled] });
}
