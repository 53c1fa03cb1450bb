import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../src/playbook/graph.ts';
import type { Graph, StepSet } from '../../src/playbook/graph-types.ts';
import { playbookOf } from '../support/playbook-of.ts';
import { structured, unstructured } from '../support/tokens-model/random-graphs.ts';
import { type Sketch, showSketch } from '../support/tokens-model/sketch.ts';
import { modelOf, type StaticModel } from '../support/tokens-model/static-model.ts';

const sorted = (steps: Iterable<number>) => [...steps].sort((a, b) => a - b);

/** The graph's answers in the model's words, so that one comparison shows every difference. */
function answersOf(graph: Graph) {
  const perHead = (set: (head: number) => Iterable<number>) =>
    Object.fromEntries(graph.loops.map(({ head }) => [head, sorted(set(head))]));
  return {
    entry: graph.entry,
    end: graph.end,
    finalStep: graph.finalStep,
    successors: graph.outgoing.map(arcs => [...new Set(arcs.map(arc => arc.to))]),
    implicit: graph.outgoing.flat().flatMap(arc => (arc.origin.kind === 'implicit' ? [arc.from] : [])),
    back: [
      ...new Set(graph.outgoing.flat().flatMap(arc => (arc.back ? [`${arc.from}>${arc.to}`] : []))),
    ].sort(),
    bodies: perHead(head => graph.loopOf(head)!.body),
    entries: perHead(head => graph.loopOf(head)!.entries),
    turnWaitsFor: perHead(head => graph.turnWaitsFor(head)),
    heads: graph.names.map((_, step) => sorted(graph.heads(step))),
    sources: graph.sources,
    waitsFor: graph.names.map((_, step) => sorted(graph.waitsFor(step))),
    reachableFrom: graph.names.map((_, step) => sorted(graph.reachableFrom(step))),
  };
}

function answersOfModel(model: StaticModel): ReturnType<typeof answersOf> {
  const perHead = (sets: ReadonlyMap<number, ReadonlySet<number>>) =>
    Object.fromEntries([...sets].map(([head, set]) => [head, sorted(set)]));
  return {
    entry: model.entry,
    end: model.end,
    finalStep: model.finalStep,
    successors: model.successors.map(list => [...list]),
    implicit: sorted(model.implicit),
    back: [...model.back].sort(),
    bodies: perHead(model.bodies),
    entries: perHead(model.entries),
    turnWaitsFor: perHead(model.turnWaitsFor),
    heads: model.heads.map(sorted),
    sources: model.sources,
    waitsFor: model.waitsFor.map(sorted),
    reachableFrom: model.reachableFrom.map(sorted),
  };
}

const GENERATORS: readonly (readonly [string, fc.Arbitrary<Sketch>, number])[] = [
  ['small unstructured', unstructured({ steps: 5 }), 2_000],
  ['unstructured', unstructured(), 2_000],
  ['dense unstructured', unstructured({ steps: 14, arcs: 8 }), 500],
  ['structured', structured({ extraArcs: 0 }), 1_000],
  ['structured with extra arcs', structured({ extraArcs: 4 }), 2_000],
];

describe.each(GENERATORS)('the graph of %s playbooks', (_name, sketches, numRuns) => {
  const forEach = (claim: (graph: Graph, sketch: Sketch) => void, runs = numRuns / 4) =>
    fc.assert(
      fc.property(sketches, sketch => claim(buildGraph(playbookOf(sketch)), sketch)),
      { numRuns: runs },
    );

  it('has the arcs, loops, sources and sets that the model computes rule by rule', () => {
    forEach((graph, sketch) => {
      expect(answersOf(graph), showSketch(sketch)).toEqual(answersOfModel(modelOf(sketch)));
    }, numRuns);
  });

  it('is ordered so that every arc that is not a back arc leads forward', () => {
    forEach((graph, sketch) => {
      expect(sorted(graph.order)).toEqual(graph.names.map((_, step) => step));
      expect(graph.order.map(step => graph.positionInOrder[step])).toEqual([...graph.order.keys()]);
      const place = graph.positionInOrder;
      const wrong = graph.outgoing.flat().filter(({ from, to, back }) => place[to]! > place[from]! === back);
      expect(wrong, showSketch(sketch)).toEqual([]);
    });
  });

  it('keeps every loop together in the order, its head first, outer loops listed before inner ones', () => {
    forEach(graph => {
      const listed = new Set<number>();
      for (const { head, body, parent } of graph.loops) {
        const start = graph.positionInOrder[head]!;
        expect(sorted(graph.order.slice(start, start + body.size))).toEqual(sorted(body));
        const around = graph.loops.filter(other => other.head !== head && other.body.has(head));
        expect(around.every(other => listed.has(other.head))).toBe(true);
        expect(parent).toBe(around.at(-1)?.head);
        listed.add(head);
      }
    });
  });

  it('answers whether one step can reach another as the set of reachable steps does', () => {
    forEach((graph, sketch) => {
      for (const from of graph.order) {
        const reached = graph.order.filter(to => graph.canReach(from, to));
        expect(sorted(reached), showSketch(sketch)).toEqual(sorted(graph.reachableFrom(from)));
      }
    });
  });

  it('names side arcs exactly for loops that are entered past their head', () => {
    forEach((graph, sketch) => {
      for (const { head, body, entries, sideArcs } of graph.loops) {
        for (const arc of sideArcs) {
          expect(body.has(arc.from)).toBe(false);
          expect(entries, showSketch(sketch)).toContain(arc.to);
        }
        // A loop without side arcs of its own can be entered past its head only by arcs of a loop around it.
        const passing = entries.filter(step => step !== head);
        const outside = graph.loops.filter(other => other.body.has(head)).flatMap(other => other.sideArcs);
        for (const step of passing) expect(outside.map(arc => arc.to)).toContain(step);
      }
    });
  });
});

describe('a set of steps', () => {
  const sets = (graph: Graph): readonly StepSet[] => [
    ...graph.order.flatMap(step => [graph.heads(step), graph.waitsFor(step), graph.reachableFrom(step)]),
    ...graph.loops.map(loop => loop.body),
  ];

  it('knows its size and its members, whatever it is made of', () => {
    fc.assert(
      fc.property(structured(), sketch => {
        const graph = buildGraph(playbookOf(sketch));
        for (const set of sets(graph)) {
          expect(new Set(set).size).toBe(set.size);
          expect(graph.order.filter(step => set.has(step)).length).toBe(set.size);
          expect(set.has(-1) || set.has(graph.size) || set.has(graph.size + 64)).toBe(false);
        }
      }),
    );
  });

  it('intersects another one if they have a step in common', () => {
    fc.assert(
      fc.property(unstructured({ steps: 6 }), sketch => {
        const all = sets(buildGraph(playbookOf(sketch)));
        for (const a of all)
          for (const b of all) expect(a.intersects(b)).toBe([...a].some(step => b.has(step)));
      }),
    );
  });
});
