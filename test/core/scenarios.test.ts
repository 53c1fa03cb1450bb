import { describe, expect, it } from 'vitest';
import { mappingOf } from '../../src/common/plain-value.ts';
import type { Playbook } from '../../src/playbook/model.ts';
import { CoreRun } from '../support/core-run.ts';
import { playbookFrom } from '../support/load-playbook.ts';
import { playbookOf } from '../support/playbook-of.ts';

/** How the world answers, whatever the order in which it does. */
interface World {
  /** Conditional arcs are taken in the first so many runs of their step. */
  readonly turns: number;
  /** `from>to`: a conditional arc that is never taken. */
  readonly never?: string;
  /** A step that fails. */
  readonly fails?: string;
  readonly finalStep?: string;
}

interface Outcome {
  readonly status: string;
  /** `step×runs`, by name. */
  readonly counts: string;
  /** `step#run<` the runs whose arrivals it consumed. */
  readonly fed: readonly string[];
  readonly unreached: readonly string[];
  /** The step that started last. */
  readonly last: string;
}

/** Conditions read what the step's own command said, under a name of its own. */
function asking(playbook: Playbook): Playbook {
  const workflow = playbook.workflow.map(step => {
    const arcs = step.next.arcs.map(arc => {
      if (arc.fires.kind !== 'when' || arc.target.kind !== 'step') return arc;
      const condition = `answers_${step.name}.${arc.target.step}`;
      return { ...arc, fires: { kind: 'when', when: { condition } } as const };
    });
    return { ...step, next: { ...step.next, arcs } };
  });
  return { ...playbook, workflow };
}

/** An execution after the commands at these places of the queue have settled, one after the other. */
function drive(playbook: Playbook, world: World, places: readonly number[]): CoreRun {
  const run = new CoreRun(playbook, { checks: false }).start();
  for (const place of places) settle(playbook, world, run, place);
  return run;
}

function settle(playbook: Playbook, world: World, run: CoreRun, place: number): void {
  const [command] = run.queue.splice(place, 1);
  const { commandId, attempt, step, run: number } = command!;
  if (step === world.fails) {
    run.send({ kind: 'failed', commandId, attempt, error: { kind: 'x', message: 'x', retryable: false } });
    return;
  }
  const answers = playbook.workflow.map(
    ({ name }) => [name, `${step}>${name}` !== world.never && number <= world.turns] as const,
  );
  const ctx = mappingOf([[`answers_${step}`, mappingOf(answers)]]);
  run.send({ kind: 'done', commandId, attempt, outcome: { result: { kind: 'none' }, ctx } });
}

function outcomeOf(run: CoreRun): Outcome {
  const enters = run.events('step.enter');
  const counts = new Map<string, number>();
  for (const { step } of enters) counts.set(step, (counts.get(step) ?? 0) + 1);
  const fed = enters.map(({ step, run: number, arrivals }) => {
    const sources = arrivals.map(({ from }) => (from ? `${from.step}#${from.run}` : 'start'));
    return `${step}#${number}<${sources.join('+')}`;
  });
  return {
    status: run.state.phase.kind,
    counts: [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([step, count]) => `${step}×${count}`)
      .join(' '),
    fed: fed.sort(),
    unreached: run
      .events('step.skipped')
      .map(({ step }) => step)
      .sort(),
    last: enters.at(-1)?.step ?? '',
  };
}

/**
 * The outcomes of every order in which commands can settle. Two orders that led to the same runs, the same
 * commands under way and the same tokens waiting in the same order go on alike, so one of them is enough.
 */
function outcomesOf(notation: string, world: World): { first: Outcome; all: Outcome[] } {
  const options = world.finalStep === undefined ? {} : { finalStep: world.finalStep };
  const playbook = asking(playbookOf(notation, options));
  const all: Outcome[] = [];
  const seen = new Set<string>();
  const follow = (places: readonly number[]): void => {
    if (places.length > 60) throw new Error(`does not end: ${notation}`);
    const run = drive(playbook, world, places);
    const outcome = outcomeOf(run);
    const position = JSON.stringify([outcome, run.waiting().sort(), [...run.state.tokens]]);
    if (seen.has(position)) return;
    seen.add(position);
    if (run.queue.length === 0) all.push(outcome);
    for (const place of run.queue.keys()) follow([...places, place]);
  };
  follow([]);
  return { first: all[0]!, all };
}

function inEveryOrder(notation: string, world: World): Outcome {
  const { first, all } = outcomesOf(notation, world);
  const { last: _, ...expected } = first;
  for (const other of all) expect(other, notation).toMatchObject(expected);
  return first;
}

describe('in every order of settling', () => {
  it('S1: a join beside a while loop runs once, after the loop', () => {
    const { counts, fed, status } = inEveryOrder('start all[h p]; h one[w? j]; w one[h]; p one[j]; j', {
      turns: 2,
    });
    expect(counts).toBe('h×3 j×1 p×1 start×1 w×2');
    expect(fed).toContain('j#1<h#3+p#1');
    expect(status).toBe('completed');
  });

  it('S2: two branches that both go back start one next turn', () => {
    const { counts, fed } = inEveryOrder('h all[a b]; a one[h? j]; b one[h? j]; j', { turns: 1 });
    expect(counts).toBe('a×2 b×2 h×2 j×1');
    expect(fed).toEqual(expect.arrayContaining(['h#2<a#1+b#1', 'j#1<a#2+b#2']));
  });

  it('S3: a step with one source runs once for every page', () => {
    const { counts, fed } = inEveryOrder('fetch all[process fetch?]; process', { turns: 3 });
    expect(counts).toBe('fetch×4 process×4');
    for (const page of [1, 2, 3, 4]) expect(fed).toContain(`process#${page}<fetch#${page}`);
  });

  it('S3b: with a second source it runs once, after the loop, with all pages', () => {
    const world = { turns: 3, never: 'fetch>fix' };
    const { counts, fed, unreached } = inEveryOrder(
      'fetch all[process fetch? fix?]; fix one[process]; process',
      world,
    );
    expect(counts).toBe('fetch×4 process×1');
    expect(fed).toContain('process#1<fetch#1+fetch#2+fetch#3+fetch#4');
    expect(unreached).toEqual(['fix']);
  });

  it('S4: a sibling outside the loop runs once per turn and the join once, after the loop', () => {
    const { counts, fed } = inEveryOrder('h all[a b]; a one[h? j]; b one[j]; j', { turns: 2 });
    expect(counts).toBe('a×3 b×3 h×3 j×1');
    expect(fed).toEqual(expect.arrayContaining(['h#2<a#1', 'j#1<a#3+b#1+b#2+b#3']));
  });

  it('S4b: a join inside the loop finishes this turn before the next one starts', () => {
    const { counts, fed } = inEveryOrder('h all[a b]; a one[h? j]; b one[j]; j one[h? x]; x', { turns: 1 });
    expect(counts).toBe('a×2 b×2 h×2 j×2 x×1');
    expect(fed).toEqual(expect.arrayContaining(['j#1<b#1', 'h#2<a#1+j#1', 'j#2<a#2+b#2', 'x#1<j#2']));
  });

  it('S4c: a source that is not taken does not keep a join for the next turn', () => {
    const world = { turns: 1, never: 'h>d' };
    const { counts, fed, unreached } = inEveryOrder(
      'h all[a b d?]; a one[h? x]; b one[c]; d one[c]; c one[h? x]; x',
      world,
    );
    expect(counts).toBe('a×2 b×2 c×2 h×2 x×1');
    expect(fed).toEqual(expect.arrayContaining(['c#1<b#1', 'h#2<a#1+c#1', 'x#1<a#2+c#2']));
    expect(unreached).toEqual(['d']);
  });

  it('S5, S5b: `end` runs once and last, also after a branch that never leads to it', () => {
    for (const [notation, turns, counts, from] of [
      ['start all[a poll]; a one[end]; poll one[poll?]; end', 2, 'a×1 end×1 poll×3 start×1', 'a#1'],
      ['start all[a h]; a; h one[w? x]; w one[h]; x; end', 1, 'a×1 end×1 h×2 start×1 w×1 x×1', 'a#1+x#1'],
    ] as const) {
      const outcome = inEveryOrder(notation, { turns });
      expect(outcome.counts).toBe(counts);
      expect(outcome.fed).toContain(`end#1<${from}`);
      for (const { last } of outcomesOf(notation, { turns }).all) expect(last).toBe('end');
    }
  });

  it('S6, S7: what comes after `end` runs after it, once', () => {
    const after = inEveryOrder('start one[end]; end one[cleanup]; cleanup', { turns: 1 });
    expect(after).toMatchObject({ counts: 'cleanup×1 end×1 start×1', last: 'cleanup' });
    const both = inEveryOrder('start all[end cleanup]; end one[cleanup]; cleanup', { turns: 1 });
    expect(both.counts).toBe('cleanup×1 end×1 start×1');
    expect(both.fed).toEqual(expect.arrayContaining(['end#1<start#1', 'cleanup#1<start#1+end#1']));
  });

  it('S7b: `end` in a loop runs once per turn, after its other branches', () => {
    const { counts, fed } = inEveryOrder('h all[a b]; a one[h?]; b one[end]; end one[h?]', { turns: 1 });
    expect(counts).toBe('a×2 b×2 end×2 h×2');
    expect(fed).toEqual(expect.arrayContaining(['end#1<b#1', 'h#2<a#1+end#1', 'end#2<b#2']));
  });

  it('S8: the final step runs once, after `end`, and nothing follows it', () => {
    const outcome = inEveryOrder('start one[a]; a; end; notify', { turns: 1, finalStep: 'notify' });
    expect(outcome).toMatchObject({ counts: 'a×1 end×1 notify×1 start×1', last: 'notify' });
    expect(outcome.fed).toContain('notify#1<');
  });

  it('S8b: an arc to the final step is an error of the playbook', () => {
    expect(() =>
      playbookFrom(`
        executor: { spec: { final_step: notify } }
        workflow:
          - { step: start, next: [notify] }
          - { step: notify, tool: { kind: noop } }
      `),
    ).toThrow('notify');
  });

  it('S9: a loop with two entries is deterministic, and the order of writing chooses its head', () => {
    const forward = inEveryOrder('e all[a b]; a one[b? x]; b one[a? x]; x', { turns: 1 });
    expect(forward.counts).toBe('a×2 b×1 e×1 x×1');
    expect(forward.fed).toEqual(expect.arrayContaining(['b#1<e#1+a#1', 'a#2<b#1', 'x#1<a#2']));
    expect(inEveryOrder('e all[b a]; a one[b? x]; b one[a? x]; x', { turns: 1 }).counts).toBe(
      'a×1 b×2 e×1 x×1',
    );
  });

  it('S10: a loop head never waits for its own body at first entry', () => {
    const { counts, fed } = inEveryOrder('s one[t]; t one[u]; u one[t? v]; v', { turns: 2 });
    expect(counts).toBe('s×1 t×3 u×3 v×1');
    expect(fed).toEqual(expect.arrayContaining(['t#1<s#1', 't#2<u#1', 't#3<u#2', 'v#1<u#3']));
  });

  it('S11: the exit of a loop is not marked skipped while the loop turns', () => {
    const outcome = inEveryOrder('s one[h]; h one[w? exit]; w one[h]; exit', { turns: 2 });
    expect(outcome).toMatchObject({ counts: 'exit×1 h×3 s×1 w×2', unreached: [] });
    expect(outcome.fed).toContain('exit#1<h#3');
  });

  it('S12: two loops inside an outer one turn on their own and join once per outer turn', () => {
    const { counts, fed } = inEveryOrder(
      'H all[p q]; p one[p2]; p2 one[p? J]; q one[q2]; q2 one[q? J]; J one[H? x]; x',
      { turns: 1 },
    );
    expect(counts).toBe('H×2 J×2 p×3 p2×3 q×3 q2×3 x×1');
    expect(fed).toEqual(expect.arrayContaining(['J#1<p2#2+q2#2', 'J#2<p2#3+q2#3', 'x#1<J#2']));
  });

  it('S13, S14: a failure that is handled or tolerated leads to the join like any other branch', () => {
    const handled = inEveryOrder('s all[a b]; a one[fix! j]; fix one[j]; b one[j]; j; end', {
      turns: 1,
      fails: 'a',
    });
    expect(handled).toMatchObject({ status: 'completed', counts: 'a×1 b×1 end×1 fix×1 j×1 s×1' });
    expect(
      handled.fed
        .find(run => run.startsWith('j#1'))
        ?.split('<')[1]
        ?.split('+')
        .sort(),
    ).toEqual(['b#1', 'fix#1']);
    const tolerated = inEveryOrder('s all[a b]; a~ one[j]; b one[j]; j; end', { turns: 1, fails: 'a' });
    expect(tolerated).toMatchObject({ status: 'completed', counts: 'a×1 b×1 end×1 j×1 s×1' });
    expect(tolerated.fed).toContain('j#1<a#1+b#1');
  });

  it('S15: after a failure that nobody handles the status is the same, whatever siblings had started', () => {
    const { all } = outcomesOf('s all[a b]; a one[j]; b one[c]; c one[j]; j; end', { turns: 1, fails: 'a' });
    for (const { status, counts } of all) {
      expect(status).toBe('failed');
      expect(counts).not.toMatch(/j×|end×/);
    }
  });
});
