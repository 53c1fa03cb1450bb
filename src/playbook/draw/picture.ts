import type { Graph, GraphArc, StepIndex } from '../graph-types.ts';
import type { Arc, Playbook, Step } from '../model.ts';
import { arcKey, type DrawnStatus, type DrawOptions } from './draw-options.ts';
import { arcLabel, loopText, NAME_LENGTH, oneLine, toolText } from './words.ts';

/** What every drawing shows, whatever it is drawn with: texts are one line, printable, and not too long. */
export interface Picture {
  readonly title: string;
  /** The steps under their index; after them perhaps the place where branches end. */
  readonly nodes: readonly PictureNode[];
  /** By source, in authored order. */
  readonly arcs: readonly PictureArc[];
}

export interface PictureNode {
  readonly shape: 'task' | 'router' | 'loop' | 'exit';
  readonly name: string;
  /** Kinds of its tools. */
  readonly tools: string;
  /** What a loop over a collection goes over. */
  readonly each: string | undefined;
  readonly isEntry: boolean;
  readonly isFinal: boolean;
  readonly isReachable: boolean;
  readonly status: DrawnStatus | undefined;
  /** How far it came, in a few words. */
  readonly note: string | undefined;
}

export interface PictureArc {
  readonly from: number;
  readonly to: number;
  readonly label: string | undefined;
  readonly kind: 'success' | 'failure';
  /** From a leaf to `end`, written by nobody. */
  readonly isImplicit: boolean;
  readonly isBack: boolean;
  /** How often it was taken; undefined: no execution is drawn. */
  readonly taken: number | undefined;
}

export function pictureOf(playbook: Playbook, graph: Graph, options: DrawOptions = {}): Picture {
  const steps = playbook.workflow.map((step, index) => nodeOf(step, index, graph, options));
  const exits = playbook.workflow.flatMap((step, index) =>
    index === graph.finalStep ? [] : exitsOf(step, index, graph.size, options),
  );
  const arcs = graph.outgoing.flat().map(arc => arcOf(playbook, arc, options));
  return {
    title: oneLine(playbook.metadata.name, NAME_LENGTH),
    nodes: exits.length === 0 ? steps : [...steps, EXIT],
    arcs: [...arcs, ...exits].sort((a, b) => a.from - b.from),
  };
}

const EXIT: PictureNode = {
  shape: 'exit',
  name: 'end',
  tools: '',
  each: undefined,
  isEntry: false,
  isFinal: false,
  isReachable: true,
  status: undefined,
  note: undefined,
};

function nodeOf(step: Step, index: StepIndex, graph: Graph, { states, notes }: DrawOptions): PictureNode {
  const note = notes?.get(step.name);
  return {
    shape: step.kind === 'loop' ? 'loop' : step.tool.kind === 'router' ? 'router' : 'task',
    name: oneLine(step.name, NAME_LENGTH),
    tools: toolText(step.tool),
    each: step.kind === 'loop' ? loopText(step.loop) : undefined,
    isEntry: index === graph.entry,
    isFinal: index === graph.finalStep,
    isReachable: index === graph.entry || index === graph.finalStep || graph.canReach(graph.entry, index),
    status: states?.get(step.name),
    note: note === undefined ? undefined : oneLine(note, NAME_LENGTH),
  };
}

function arcOf(
  { workflow }: Playbook,
  { from, to, origin, back }: GraphArc,
  options: DrawOptions,
): PictureArc {
  const router = workflow[from]!.next;
  const written = origin.kind === 'explicit' ? router.arcs[origin.arc] : undefined;
  return {
    from,
    to,
    label: written === undefined ? undefined : arcLabel(written, router),
    kind: written === undefined ? 'success' : kindOf(written),
    isImplicit: origin.kind === 'implicit',
    isBack: back,
    taken: takenOf(workflow[from]!.name, origin.kind === 'explicit' ? origin.arc : -1, options),
  };
}

const takenOf = (step: string, arc: number, { taken }: DrawOptions): number | undefined =>
  taken === undefined ? undefined : (taken.get(arcKey(step, arc)) ?? 0);

/** Arcs to `end` where no step is called so: the branch ends, which is worth a line only if it depends. */
function exitsOf(
  { name, next }: Step,
  from: StepIndex,
  exit: number,
  options: DrawOptions,
): readonly PictureArc[] {
  return next.arcs.flatMap((arc, index) =>
    arc.target.kind === 'exit'
      ? [
          {
            from,
            to: exit,
            label: arcLabel(arc, next),
            kind: kindOf(arc),
            isImplicit: false,
            isBack: false,
            taken: takenOf(name, index, options),
          },
        ]
      : [],
  );
}

const FAILURE_CONDITION = /\b(step\.failed|call\.error|command\.failed)\b/;

/** An arc for failures, said by `on` or by a condition that names the event of a failure. */
function kindOf({ on, fires }: Arc): PictureArc['kind'] {
  const named = on === 'any' && fires.kind === 'when' && FAILURE_CONDITION.test(fires.when.condition);
  return on === 'failure' || named ? 'failure' : 'success';
}
