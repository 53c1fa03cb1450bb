import { buildGraph } from '../../playbook/graph.ts';
import type { Graph } from '../../playbook/graph-types.ts';
import type { Condition, Playbook, Step } from '../../playbook/model.ts';
import { Environment, type Template } from '../../template/index.ts';

/** A playbook made ready for decisions: computed once per version, shared by all its executions. */
export interface Program {
  readonly playbook: Playbook;
  readonly graph: Graph;
  step(name: string): Step;
  /** Whether a leaf continues to the step called `end`. */
  implicitEnd(name: string): boolean;
  condition(condition: Condition): Template;
  template(source: string): Template;
}

export function makeProgram(playbook: Playbook): Program {
  const environment = new Environment();
  const steps = new Map(playbook.workflow.map(step => [step.name, step]));
  const graph = buildGraph(playbook);
  return {
    playbook,
    graph,
    step: name => {
      const step = steps.get(name);
      if (!step) throw new Error(`the log names the step '${name}', which the pinned playbook does not have`);
      return step;
    },
    implicitEnd: name =>
      (graph.outgoing[graph.indexOf.get(name) ?? -1] ?? []).some(arc => arc.origin.kind === 'implicit'),
    condition: ({ condition }) => environment.compileCondition(condition),
    template: source => environment.compile(source),
  };
}
