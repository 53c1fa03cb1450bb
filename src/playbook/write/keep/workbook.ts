import type { Playbook, Step } from '../../model.ts';
import { isList, isMap, type MapNode, type Node, textOf } from '../../read/node.ts';
import { verbatim } from '../shape/verbatim.ts';
import type { Field, Fields, Tree } from '../tree.ts';

/** A tool that names entries of the workbook, as it stands in the source. */
export interface KeptTool {
  readonly tree: Tree;
  /** Whether the source says this of the step itself, and not the entry it names. */
  says(key: string): boolean;
}

/** What is written of the workbook: the model knows only what references resolve to. */
export interface KeptWorkbook {
  readonly field: Field | undefined;
  toolOf(step: Step): KeptTool | undefined;
}

export const NO_WORKBOOK: KeptWorkbook = { field: undefined, toolOf: () => undefined };

/** The workbook of a source and the steps that refer to it, or nothing if there is none. */
export function keepWorkbook(root: MapNode, playbook: Playbook): KeptWorkbook {
  const workbook = root.get('workbook');
  const workflow = root.get('workflow');
  if (!isList(workbook) || !isList(workflow) || workflow.items.length !== playbook.workflow.length) {
    return NO_WORKBOOK;
  }
  const tools = new Map<Step, KeptTool>();
  for (const [i, step] of playbook.workflow.entries()) {
    const node = workflow.items[i];
    const tool = isMap(node) ? node.get('tool') : undefined;
    if (!isMap(node) || !refersToWorkbook(tool)) continue;
    tools.set(step, { tree: toolTree(tool), says: key => node.has(key) });
  }
  const field = { key: 'workbook', value: verbatim(workbook, 'spaced'), source: workbook.range };
  return { field, toolOf: step => tools.get(step) };
}

function refersToWorkbook(tool: Node | undefined): tool is Node {
  if (isList(tool)) return tool.items.some(item => isMap(item) && refersToWorkbook(item));
  return isMap(tool) && textOf(tool.get('kind')) === 'workbook';
}

const FIRST = ['name', 'kind', 'task'];

/** Tasks of a pipeline stand one per element, their names first. */
function toolTree(tool: Node): Tree {
  const tree = verbatim(tool);
  if (tree.kind !== 'items') return tree.kind === 'fields' ? ordered(tree, ['kind', 'name', 'task']) : tree;
  const parts = tree.parts.map(part => ({
    ...part,
    value:
      part.value.kind === 'fields' ? { ...ordered(part.value, FIRST), layout: 'block' as const } : part.value,
  }));
  return { ...tree, layout: 'block', parts };
}

function ordered(tree: Fields, first: readonly string[]): Fields {
  const leading = first.flatMap(key => tree.parts.filter(part => part.key === key));
  return { ...tree, parts: [...leading, ...tree.parts.filter(part => !first.includes(part.key))] };
}
