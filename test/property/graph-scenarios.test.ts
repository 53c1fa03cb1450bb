import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../src/playbook/graph.ts';
import type { Graph, StepIndex } from '../../src/playbook/graph-types.ts';
import { playbookOf } from '../support/playbook-of.ts';

/** Answers in names, so that a test reads like the rule it is about. */
function graphOf(notation: string, options: { finalStep?: string } = {}) {
  const graph = buildGraph(playbookOf(notation, options));
  const at = (name: string): StepIndex => graph.indexOf.get(name)!;
  const names = (steps: Iterable<StepIndex>) => [...steps].map(step => graph.names[step]!).sort();
  return {
    graph,
    loops: loopsOf(graph),
    waits: (name: string) => names(graph.waitsFor(at(name))),
    turnWaits: (name: string) => names(graph.turnWaitsFor(at(name))),
    sources: (name: string) => graph.sources[at(name)],
    implicit: names(graph.incoming.flat().flatMap(arc => (arc.origin.kind === 'implicit' ? [arc.from] : []))),
  };
}

/** `head: body ↺ sources of its back arcs`, outer loops first. */
function loopsOf({ loops, names }: Graph): readonly string[] {
  return loops.map(({ head, body, backArcs }) => {
    const inside = [...body].map(step => names[step]);
    return `${names[head]}: ${inside.join(' ')} ↺ ${backArcs.map(arc => names[arc.from]).join(' ')}`;
  });
}

describe('the graph of the cases that routing is specified by', () => {
  it('lets a join beside a while loop wait for the loop, although the way to it leads through a back arc (S1)', () => {
    const { loops, waits } = graphOf('start all[h p]; h one[w? j]; w one[h]; p one[j]; j');
    expect(loops).toEqual(['h: h w ↺ w']);
    expect(waits('j')).toEqual(['h', 'p', 'start', 'w']);
    expect(waits('h')).toEqual(['start']);
  });

  it('makes both branches that go back part of one loop (S2)', () => {
    const { loops, turnWaits, sources } = graphOf('h all[a b]; a one[h? j]; b one[h? j]; j');
    expect(loops).toEqual(['h: h a b ↺ a b']);
    expect(turnWaits('h')).toEqual(['a', 'b']);
    expect(sources('h')).toBe(3);
  });

  it('gives the step that processes each page one source (S3), and two where a second step leads to it (S3b)', () => {
    const single = graphOf('fetch all[process fetch?]; process');
    expect(single.loops).toEqual(['fetch: fetch ↺ fetch']);
    expect(single.sources('process')).toBe(1);
    const double = graphOf('fetch all[process fetch? fix?]; fix one[process]; process');
    expect(double.sources('process')).toBe(2);
    expect(double.waits('process')).toEqual(['fetch', 'fix']);
  });

  it('leaves a sibling that cannot go back outside the loop (S4) and takes it in where it can (S4b, S4c)', () => {
    expect(graphOf('h all[a b]; a one[h? j]; b one[j]; j').loops).toEqual(['h: h a ↺ a']);
    const inside = graphOf('h all[a b]; a one[h? j]; b one[j]; j one[h? x]; x');
    expect(inside.loops).toEqual(['h: h a b j ↺ a j']);
    expect(inside.waits('j')).toEqual(['a', 'b', 'h']);
    const unused = graphOf('h all[a b d?]; a one[h? x]; b one[c]; d one[c]; c one[h? x]; x');
    expect(unused.loops).toEqual(['h: h a b d c ↺ a c']);
    expect(unused.turnWaits('h')).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets `end` wait for a branch that never reaches it (S5) and for a loop beside it (S5b)', () => {
    expect(graphOf('start all[a poll]; a one[end]; poll one[poll?]; end').waits('end')).toEqual([
      'a',
      'poll',
      'start',
    ]);
    const { waits, implicit } = graphOf('start all[a h]; a; h one[w? x]; w one[h]; x; end');
    expect(implicit).toEqual(['a', 'x']);
    expect(waits('end')).toEqual(['a', 'h', 'start', 'w', 'x']);
  });

  it('adds no arc to `end` from what comes after `end` (S6, S7)', () => {
    const after = graphOf('start one[end]; end one[cleanup]; cleanup');
    expect(after.implicit).toEqual([]);
    expect(after.loops).toEqual([]);
    const both = graphOf('start all[end cleanup]; end one[cleanup]; cleanup');
    expect(both.waits('end')).toEqual(['start']);
    expect(both.waits('cleanup')).toEqual(['end', 'start']);
  });

  it('sees the loop through `end`, in which `end` waits for the branches of the turn (S7b)', () => {
    const { loops, waits } = graphOf('h all[a b]; a one[h?]; b one[end]; end one[h?]');
    expect(loops).toEqual(['h: h a b end ↺ a end']);
    expect(waits('end')).toEqual(['a', 'b', 'h']);
  });

  it('adds no arc from the final step to `end` and does not let `end` wait for it (S8)', () => {
    const { implicit, waits } = graphOf('start one[a]; a; end; notify', { finalStep: 'notify' });
    expect(implicit).toEqual(['a']);
    expect(waits('end')).toEqual(['a', 'start']);
  });

  it('leaves out the arcs of the final step (S8b)', () => {
    const { graph } = graphOf('start all[notify a]; a; notify one[a]', { finalStep: 'notify' });
    expect(graph.outgoing[graph.finalStep!]).toEqual([]);
  });

  it('adds no arcs to a final step that is called `end`: it runs by itself, once', () => {
    expect(graphOf('start one[a]; a; end', { finalStep: 'end' }).implicit).toEqual([]);
  });

  it('lets the order of writing choose the head of a loop with two entries and names both (S9)', () => {
    const forward = graphOf('e all[a b]; a one[b? x]; b one[a? x]; x');
    const reversed = graphOf('e all[b a]; a one[b? x]; b one[a? x]; x');
    expect(forward.loops).toEqual(['a: a b ↺ b']);
    expect(reversed.loops).toEqual(['b: b a ↺ a']);
    for (const { graph } of [forward, reversed]) {
      expect(graph.loops[0]!.entries.map(step => graph.names[step]).sort()).toEqual(['a', 'b']);
      expect(graph.loops[0]!.sideArcs.map(arc => graph.names[arc.from])).toEqual(['e']);
    }
    expect(forward.turnWaits('a')).toEqual(['b', 'e']);
  });

  it('never lets a loop head wait for its own body at first entry (S10)', () => {
    const { waits, loops } = graphOf('s one[t]; t one[u]; u one[t? v]; v');
    expect(loops).toEqual(['t: t u ↺ u']);
    expect(waits('t')).toEqual(['s']);
    expect(waits('v')).toEqual(['s', 't', 'u']);
  });

  it('keeps the exit of a while loop reachable in every turn (S11)', () => {
    const { graph } = graphOf('s one[h]; h one[w? exit]; w one[h]; exit');
    expect(graph.canReach(graph.indexOf.get('w')!, graph.indexOf.get('exit')!)).toBe(true);
    expect(graph.order.map(step => graph.names[step])).toEqual(['s', 'h', 'w', 'exit']);
  });

  it('finds two loops side by side inside an outer one (S12)', () => {
    const { graph, loops, waits, turnWaits } = graphOf(
      'H all[p q]; p one[p2]; p2 one[p? J]; q one[q2]; q2 one[q? J]; J one[H? x]; x',
    );
    expect(loops).toEqual(['H: H p p2 q q2 J ↺ J', 'p: p p2 ↺ p2', 'q: q q2 ↺ q2']);
    expect(graph.loops.map(loop => loop.parent)).toEqual([undefined, graph.entry, graph.entry]);
    expect(waits('J')).toEqual(['H', 'p', 'p2', 'q', 'q2']);
    expect(turnWaits('p')).toEqual(['H', 'p2']);
    expect(turnWaits('q')).toEqual(['H', 'q2']);
  });

  it('counts failure arcs like any other (S13)', () => {
    const { sources, waits } = graphOf('s all[a b]; a one[fix! j]; fix one[j]; b one[j]; j; end');
    expect(sources('j')).toBe(3);
    expect(waits('j')).toEqual(['a', 'b', 'fix', 's']);
  });
});
