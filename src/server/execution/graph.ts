import { pictureOfState } from '../../core/view/run-picture.ts';
import { pictureOf } from '../../playbook/draw/picture.ts';
import { drawGraph, type GraphFormat } from '../../playbook/index.ts';
import type { ServerServices } from '../services.ts';
import { type FoundExecution, requireProgram } from './find-execution.ts';

/** The steps of an execution, their states, and how often each arc was taken. */
export async function graphOf(services: ServerServices, found: FoundExecution) {
  const { program, options } = await drawn(services, found);
  const { title, nodes, arcs } = pictureOf(program.playbook, program.graph, options);
  const nameOf = (index: number) => nodes[index]?.name ?? '';
  return {
    execution_id: found.summary.executionId,
    title,
    nodes: nodes.map(({ shape, name, tools, each, isEntry, isFinal, isReachable, status, note }) => ({
      name,
      shape,
      tools,
      each: each ?? null,
      is_entry: isEntry,
      is_final: isFinal,
      is_reachable: isReachable,
      status: status ?? 'PENDING',
      note: note ?? null,
    })),
    arcs: arcs.map(({ from, to, label, kind, isImplicit, isBack, taken }) => ({
      from: nameOf(from),
      to: nameOf(to),
      label: label ?? null,
      kind,
      is_implicit: isImplicit,
      is_back: isBack,
      taken: taken ?? 0,
    })),
  };
}

export async function drawingOf(
  services: ServerServices,
  found: FoundExecution,
  format: GraphFormat,
): Promise<string> {
  const { program, options } = await drawn(services, found);
  return drawGraph(program.playbook, program.graph, format, options);
}

async function drawn(services: ServerServices, { summary, state }: FoundExecution) {
  const program = await requireProgram(services, summary);
  return { program, options: pictureOfState(state) };
}
