import type { Graph, GraphArc, StepIndex } from '../../graph-types.ts';
import type { Arc, Playbook } from '../../model.ts';

export const quoted = (name: string): string => `\`${name}\``;

/** `a`, `b` and 3 more. */
export function listed(names: readonly string[], joint = 'and', most = 4): string {
  const shown = names.slice(0, names.length > most ? most - 1 : most).map(quoted);
  const rest = names.length - shown.length;
  const parts = rest > 0 ? [...shown, `${rest} more`] : shown;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${joint} ${parts.at(-1)}`;
}

/** `a` → `b` → … → `a`: a way round, from its first step back to it. */
export function wayRound(names: readonly string[], most = 6): string {
  const shown =
    names.length > most
      ? [...names.slice(0, most - 2).map(quoted), '…', quoted(names.at(-1)!)]
      : names.map(quoted);
  return [...shown, quoted(names[0]!)].join(' → ');
}

export const stepAt = (playbook: Playbook, step: StepIndex) => playbook.workflow[step]!;

/** What the author wrote for an arc of the graph; an implicit arc is reported at its step. */
export function writtenArc(playbook: Playbook, { from, origin }: GraphArc): Arc | undefined {
  return origin.kind === 'explicit' ? stepAt(playbook, from).next.arcs[origin.arc] : undefined;
}

/** Whether the step can run at all. */
export function isReachable(graph: Graph, step: StepIndex): boolean {
  return step === graph.entry || graph.canReach(graph.entry, step);
}
