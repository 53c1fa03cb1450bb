import type { Graph, StepIndex } from '../../playbook/graph-types.ts';
import type { PendingToken, State } from '../state.ts';

/** Where work is: steps with an active run, and targets of tokens that lead forward or back. */
export interface Live {
  readonly active: ReadonlySet<StepIndex>;
  readonly forward: ReadonlySet<StepIndex>;
  readonly back: ReadonlySet<StepIndex>;
}

export function liveSteps(graph: Graph, state: State): Live {
  const forward = new Set<StepIndex>();
  const back = new Set<StepIndex>();
  for (const [name, tokens] of state.tokens) {
    const target = graph.indexOf.get(name) as StepIndex;
    if (tokens.some(token => token.back)) back.add(target);
    if (tokens.some(token => !token.back)) forward.add(target);
  }
  const active = new Set([...state.active].map(name => graph.indexOf.get(name) as StepIndex));
  return { active, forward, back };
}

/** R1: a step with one source runs once per arrival, in order. */
export const runsPerArrival = (graph: Graph, target: StepIndex): boolean =>
  graph.sources[target] === 1 && target !== graph.end;

/** Rules R0 to R3 of the routing by tokens: whether a step with waiting tokens may not start yet. */
export function isBlocked(
  graph: Graph,
  live: Live,
  target: StepIndex,
  tokens: readonly PendingToken[],
): boolean {
  if (live.active.has(target)) return true; // R0: one active run per step
  if (runsPerArrival(graph, target)) return false; // R1
  return joinWaits(graph, live, target) || turnWaits(graph, live, target, tokens);
}

/** R2: a join waits for every live step that can still reach it in this turn of the loops it is in. */
function joinWaits(graph: Graph, { active, forward, back }: Live, target: StepIndex): boolean {
  const waitsFor = graph.waitsFor(target);
  const heads = graph.heads(target);
  for (const step of active) if (waitsFor.has(step)) return true;
  for (const step of forward) if (waitsFor.has(step)) return true;
  for (const step of back) if (waitsFor.has(step) && !heads.has(step)) return true;
  return false;
}

/** R3: a loop starts its next turn when everything inside it, and all that can still enter it, is at rest. */
function turnWaits(
  graph: Graph,
  { active, forward, back }: Live,
  target: StepIndex,
  tokens: readonly PendingToken[],
): boolean {
  const loop = graph.loopOf(target);
  if (!loop) return false;
  if (!tokens.every(token => token.back)) {
    for (const step of active) if (step !== target && loop.body.has(step)) return true;
    return false;
  }
  const waitsFor = graph.turnWaitsFor(target);
  const heads = graph.heads(target);
  for (const step of active) if (step !== target && waitsFor.has(step)) return true;
  for (const step of forward) if (step !== target && waitsFor.has(step)) return true;
  for (const step of back) {
    if (step !== target && waitsFor.has(step) && (loop.body.has(step) || !heads.has(step))) return true;
  }
  return false;
}
