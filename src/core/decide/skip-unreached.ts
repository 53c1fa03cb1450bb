import type { StepIndex } from '../../playbook/graph-types.ts';
import { liveSteps } from './blocked.ts';
import type { Turn } from './turn.ts';

/**
 * S3: a step is skipped for good when an arc to it was decided, it never ran, and nothing alive can reach
 * it any more. Once per step; routing does not depend on it, people do.
 */
export function skipUnreached(turn: Turn): boolean {
  const { state, program } = turn;
  const { graph } = program;
  if (state.fatal.length > 0) return false;
  const live = liveSteps(graph, state);
  const alive = [...live.active, ...live.forward, ...live.back];
  const reachable = (step: StepIndex) =>
    alive.some(from => from === step || graph.reachableFrom(from).has(step));
  let changed = false;
  for (const step of candidates(turn)) {
    if (reachable(step)) continue;
    turn.emit({ type: 'step.skipped', step: graph.names[step]!, why: { reason: 'unreached' } });
    changed = true;
  }
  return changed;
}

/** Targets of routed runs that never ran and are not marked yet. */
function candidates(turn: Turn): Set<StepIndex> {
  const { state, program } = turn;
  const found = new Set<StepIndex>();
  for (const [name, { last }] of state.steps) {
    if (!last?.isRouted) continue;
    for (const { to } of program.graph.outgoing[program.graph.indexOf.get(name) as StepIndex] ?? []) {
      const target = state.steps.get(program.graph.names[to]!);
      if (!target || (target.runs === 0 && !target.isUnreached)) found.add(to);
    }
  }
  return found;
}
