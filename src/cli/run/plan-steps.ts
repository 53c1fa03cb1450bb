import { buildGraph } from '../../playbook/graph.ts';
import type { Arc, Playbook, Step } from '../../playbook/model.ts';

export interface PlannedStep {
  readonly step: string;
  /** What it runs: `http`, `each item: http, postgres`, `route`. */
  readonly does: string;
  /** Where it leads, with conditions. */
  readonly next: string;
}

/** The steps that an execution may come to, in the order in which it would. */
export function planSteps(playbook: Playbook, entry: string): readonly PlannedStep[] {
  const graph = buildGraph(playbook);
  const start = graph.indexOf.get(entry) ?? graph.entry;
  const reached = graph.reachableFrom(start);
  const steps = new Map(playbook.workflow.map(step => [step.name, step]));
  return graph.order
    .filter(index => index === start || index === graph.finalStep || reached.has(index))
    .flatMap(index => {
      const step = steps.get(graph.names[index] ?? '');
      return step
        ? [{ step: step.name, does: doesText(step), next: nextText(step, index === graph.finalStep) }]
        : [];
    });
}

function doesText(step: Step): string {
  const { tool } = step;
  const kinds =
    tool.kind === 'router' ? 'route' : tool.kind === 'single' ? tool.task.kind : kindsOf(tool.tasks);
  return step.kind === 'loop' ? `each ${step.loop.iterator}: ${kinds}` : kinds;
}

const kindsOf = (tasks: readonly { readonly kind: string }[]): string =>
  tasks.map(({ kind }) => kind).join(' → ');

function nextText({ next, when }: Step, isFinal: boolean): string {
  const guard = when ? [`if ${when.condition}`] : [];
  const arcs = next.arcs.map(arc => {
    const target = arc.target.kind === 'step' ? arc.target.step : 'end';
    return `→ ${target}${triggerText(arc)}`;
  });
  return [...guard, ...(isFinal ? ['at the end, whatever happened'] : []), ...arcs].join('  ');
}

function triggerText({ fires, on }: Arc): string {
  if (fires.kind === 'when') return ` if ${fires.when.condition}`;
  if (fires.kind === 'otherwise') return ' otherwise';
  return on === 'failure' ? ' on failure' : '';
}
