import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../src/playbook/graph.ts';
import type { Graph } from '../../src/playbook/graph-types.ts';
import { playbookOf } from '../support/playbook-of.ts';
import type { SketchArc, SketchStep } from '../support/tokens-model/sketch.ts';

const STEPS = 10_000;

function build(arcsOf: (step: number) => readonly number[], names = (step: number) => `s${step}`): Graph {
  const arc = (to: number): SketchArc => ({ to: names(to), when: true, on: 'success' });
  const steps = Array.from(
    { length: STEPS },
    (_, step): SketchStep => ({
      name: names(step),
      kind: 'task',
      mode: 'inclusive',
      onError: 'fail',
      arcs: arcsOf(step).map(arc),
    }),
  );
  return buildGraph(playbookOf({ entry: names(0), finalStep: undefined, steps }));
}

const last = STEPS - 1;
const withEnd = (step: number) => (step === last ? 'end' : `s${step}`);

// The stack holds about that many calls: an algorithm that recurses fails here.
describe('the graph of a playbook of 10,000 steps', () => {
  it('follows a chain', () => {
    const graph = build(step => (step < last ? [step + 1] : []));
    expect(graph.order[last]).toBe(last);
    expect(graph.waitsFor(last).size).toBe(last);
    expect(graph.canReach(0, last)).toBe(true);
    expect(graph.canReach(last, 0)).toBe(false);
  });

  it('joins a fan of leaves in `end`', () => {
    const graph = build(
      step => (step === 0 ? Array.from({ length: STEPS - 2 }, (_, i) => i + 1) : []),
      withEnd,
    );
    expect(graph.sources[last]).toBe(STEPS - 2);
    expect(graph.waitsFor(last).size).toBe(last);
  });

  it('finds one loop around everything', () => {
    const graph = build(step => [(step + 1) % STEPS]);
    expect(graph.loops.map(loop => [loop.head, loop.body.size])).toEqual([[0, STEPS]]);
    expect(graph.turnWaitsFor(0).size).toBe(last);
    expect(graph.waitsFor(0).size).toBe(0);
  });

  it('finds thousands of loops one after another', () => {
    const graph = build(step => [...(step % 4 === 3 ? [step - 3] : []), ...(step < last ? [step + 1] : [])]);
    expect(graph.loops.length).toBe(STEPS / 4);
    expect(graph.loops.every(loop => loop.body.size === 4 && loop.entries.length === 1)).toBe(true);
    expect(graph.waitsFor(last - 3).size).toBe(last - 3);
  });

  it('finds thousands of loops one inside the other', () => {
    const graph = build(step => [
      ...(step >= STEPS / 2 ? [last - step] : []),
      ...(step < last ? [step + 1] : []),
    ]);
    expect(graph.loops.length).toBe(STEPS / 2);
    expect(graph.heads(STEPS / 2).size).toBe(STEPS / 2);
    expect(graph.loops.at(-1)!.body.size).toBe(2);
    expect([...graph.loops.at(-1)!.entries]).toEqual([STEPS / 2 - 1]);
  });

  it('untangles arcs from everywhere to everywhere', () => {
    let seed = 1;
    const anywhere = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % STEPS;
    };
    const graph = build(step => [anywhere(), anywhere(), anywhere(), (step + 1) % STEPS], withEnd);
    const place = graph.positionInOrder;
    const wrong = graph.outgoing.flat().filter(({ from, to, back }) => place[to]! > place[from]! === back);
    expect(wrong).toEqual([]);
    expect(graph.loops[0]!.body.size).toBe(STEPS);
    expect(graph.waitsFor(graph.end!).size).toBeGreaterThan(0);
  });
});
