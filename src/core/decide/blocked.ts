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

/** Why a step with waiting tokens may not start yet, and which live steps it waits for. */
export interface Blocked {
  readonly rule: 'R0' | 'R2' | 'R3';
  readonly by: ReadonlySet<StepIndex>;
}

/** Rules R0 to R3 of the routing by tokens. Undefined: the step may start. */
export function blockedBy(
  graph: Graph,
  live: Live,
  target: StepIndex,
  tokens: readonly PendingToken[],
): Blocked | undefined {
  if (live.active.has(target)) return { rule: 'R0', by: new Set([target]) }; // one active run per step
  if (runsPerArrival(graph, target)) return undefined; // R1
  const join = joinWaitsFor(graph, live, target);
  if (join.size > 0) return { rule: 'R2', by: join };
  const turn = turnWaitsFor(graph, live, target, tokens);
  return turn.size > 0 ? { rule: 'R3', by: turn } : undefined;
}

/** R2: a join waits for every live step that can still reach it in this turn of the loops it is in. */
function joinWaitsFor(
  graph: Graph,
  { active, forward, back }: Live,
  target: StepIndex,
): ReadonlySet<StepIndex> {
  const waitsFor = graph.waitsFor(target);
  const heads = graph.heads(target);
  const waits = new Set<StepIndex>();
  for (const step of active) if (waitsFor.has(step)) waits.add(step);
  for (const step of forward) if (waitsFor.has(step)) waits.add(step);
  for (const step of back) if (waitsFor.has(step) && !heads.has(step)) waits.add(step);
  return waits;
}

/** R3: a loop starts its next turn when everything inside it, and all that can still enter it, is at rest. */
function turnWaitsFor(
  graph: Graph,
  { active, forward, back }: Live,
  target: StepIndex,
  tokens: readonly PendingToken[],
): ReadonlySet<StepIndex> {
  const waits = new Set<StepIndex>();
  const loop = graph.loopOf(target);
  if (!loop) return waits;
  if (!tokens.every(token => token.back)) {
    for (const step of active) if (loop.body.has(step)) waits.add(step);
    return waits;
  }
  const waitsFor = graph.turnWaitsFor(target);
  const heads = graph.heads(target);
  for (const step of active) if (waitsFor.has(step)) waits.add(step);
  for (const step of forward) if (waitsFor.has(step)) waits.add(step);
  for (const step of back) {
    if (waitsFor.has(step) && (loop.body.has(step) || !heads.has(step))) waits.add(step);
  }
  return waits;
}
