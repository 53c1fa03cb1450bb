import type { StepIndex } from '../../playbook/graph-types.ts';
import type { PendingToken } from '../state.ts';
import { blockedBy, liveSteps, runsPerArrival } from './blocked.ts';
import { enterStep, mustWait } from './enter-step.ts';
import type { Turn } from './turn.ts';

/** Starts every step whose tokens may be consumed, in routing order; stops after one that settled at once. */
export function enterSteps(turn: Turn): boolean {
  const { state, program } = turn;
  if (turn.standsStill || state.fatal.length > 0 || state.tokens.size === 0) return false;
  const waiting = waitingTargets(turn);
  const live = liveSteps(program.graph, state);
  const free = waiting.filter(({ index, tokens }) => !blockedBy(program.graph, live, index, tokens));
  for (const target of free) if (enterIfAdmitted(turn, target)) return true;
  return state.active.size === 0 && force(turn, free, waiting);
}

interface Target {
  readonly name: string;
  readonly index: StepIndex;
  readonly tokens: readonly PendingToken[];
}

function waitingTargets(turn: Turn): Target[] {
  const { graph } = turn.program;
  return [...turn.state.tokens]
    .map(([name, tokens]) => ({ name, tokens, index: graph.indexOf.get(name) as StepIndex }))
    .sort((a, b) => graph.positionInOrder[a.index]! - graph.positionInOrder[b.index]!);
}

function enterIfAdmitted(turn: Turn, target: Target): boolean {
  const taken = takenBy(turn, target);
  if (mustWait(turn, target.name, taken)) return false;
  enterStep(turn, target.name, taken);
  return true;
}

/** R1: one arrival where each has its run; else all of them. */
const takenBy = (turn: Turn, { index, tokens }: Target): readonly PendingToken[] =>
  runsPerArrival(turn.program.graph, index) ? tokens.slice(0, 1) : tokens;

/**
 * Nothing runs and nothing may start. Tokens that admission keeps waiting are skipped (nothing can change
 * its mind any more); else, R5, the first target in order goes: only cycles through `end` come to this.
 */
function force(turn: Turn, denied: readonly Target[], waiting: readonly Target[]): boolean {
  const target = (denied[0] ?? waiting[0]) as Target;
  enterStep(turn, target.name, takenBy(turn, target));
  return true;
}
