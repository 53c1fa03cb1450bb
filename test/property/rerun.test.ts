import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mappingOf, type PlainMapping, type PlainValue } from '../../src/common/plain-value.ts';
import { planRerun, type RerunChoice } from '../../src/core/rerun/plan-rerun.ts';
import type { State } from '../../src/core/state.ts';
import type { Playbook } from '../../src/playbook/model.ts';
import { CoreRun } from '../support/core-run.ts';
import { playbookOf } from '../support/playbook-of.ts';
import { structured, unstructured } from '../support/tokens-model/random-graphs.ts';
import type { Sketch } from '../support/tokens-model/sketch.ts';

/** Conditions are decided by the workload, so that a rerun sees the same ones. */
function payloadOf(sketch: Sketch, seed: number): PlainMapping {
  const entries = sketch.steps.map(({ name }, index): [string, PlainValue] => [
    `go_${name}`,
    ((seed >> (index % 30)) & 1) === 1,
  ]);
  return mappingOf([...entries, ['items', [0, 1, 2, 3]]]);
}

/** Conditions never change here, so a loop by arcs does not end by itself. */
const LIMITS = { limits: { maxRuns: 3 } };

const isBroken = (broken: ReadonlySet<string>, step: string, iteration: number | undefined) =>
  broken.has(step) && (iteration === undefined || iteration % 2 === 1);

function drive(run: CoreRun, broken: ReadonlySet<string>): CoreRun {
  for (let turns = 0; run.queue.length > 0; turns++) {
    if (turns > 2000) throw new Error('does not end');
    const { step, iteration } = run.queue[0] as CoreRun['queue'][number];
    if (isBroken(broken, step, iteration?.index)) run.fail(step, {}, iteration?.index);
    else run.done(step, `${step}${iteration ? `[${iteration.index}]` : ''}`, iteration?.index);
  }
  return run;
}

const freshRun = (playbook: Playbook, payload: PlainMapping, broken: ReadonlySet<string>) =>
  drive(new CoreRun(playbook, LIMITS).start(payload), broken);

function rerun(
  playbook: Playbook,
  before: CoreRun,
  choice: RerunChoice,
  broken: ReadonlySet<string>,
): CoreRun {
  const run = new CoreRun(playbook, LIMITS);
  const { kept, started } = planRerun(run.program, before.log, choice);
  const half = Math.ceil(kept.length / 2);
  const identity = { executionId: '2', catalogId: '2', path: 'p', version: '1', payload: started.workload };
  // Taken over in two turns: nothing may begin in between.
  run.send({ kind: 'start', ...identity, rerun: { of: '1', kept: kept.slice(0, half), more: true } });
  expect(run.queue).toEqual([]);
  return drive(run.send({ kind: 'restore', kept: kept.slice(half), more: false }), broken);
}

/** How an execution ended, without what depends on its history, as which of its leaves was the last one. */
const outcome = ({ phase, steps }: State) => ({
  phase: phase.kind,
  steps: [...steps]
    .map(([name, { last, result, isUnreached }]) => [
      name,
      last?.outcome ?? (isUnreached ? 'unreached' : 'none'),
      last?.stats,
      result,
    ])
    .sort(),
});

const ranOnce = (run: CoreRun): boolean => [...run.state.steps.values()].every(({ runs }) => runs <= 1);

/** Every fourth step loops. */
const withLoops = (sketch: Sketch): Sketch => ({
  ...sketch,
  steps: sketch.steps.map((step, index) => (index % 4 === 2 ? { ...step, kind: 'loop' } : step)),
});

/** A failure that an arc took care of is part of what is kept. */
const wasHandled = (run: CoreRun): boolean =>
  run.events('next.evaluated').some(({ failure }) => failure === 'handled' || failure === 'tolerated');

const graphs = fc.oneof(structured(), unstructured()).map(withLoops);
const NOTHING: ReadonlySet<string> = new Set();

describe('a rerun', () => {
  it('of what failed ends as if nothing had ever failed', () => {
    fc.assert(
      fc.property(graphs, fc.integer(), fc.nat(), fc.nat(), (sketch, seed, one, other) => {
        const playbook = playbookOf(sketch);
        const payload = payloadOf(sketch, seed);
        const names = sketch.steps.map(({ name }) => name);
        const broken = new Set([names[one % names.length]!, names[other % names.length]!]);
        const failed = freshRun(playbook, payload, broken);
        const healthy = freshRun(playbook, payload, NOTHING);
        fc.pre(failed.state.phase.kind === 'failed' && !wasHandled(failed));
        fc.pre(ranOnce(failed) && ranOnce(healthy));
        const again = rerun(playbook, failed, { onlyFailed: true }, NOTHING);
        expect(outcome(again.state)).toEqual(outcome(healthy.state));
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  it('from any step of a completed execution ends as the execution did, and repeats what came of that step alone', () => {
    fc.assert(
      fc.property(graphs, fc.integer(), fc.nat(), (sketch, seed, pick) => {
        const playbook = playbookOf(sketch);
        const first = freshRun(playbook, payloadOf(sketch, seed), NOTHING);
        fc.pre(first.state.phase.kind === 'completed' && ranOnce(first));
        const entered = first.runs();
        const from = entered[pick % entered.length]!;
        const again = rerun(playbook, first, { from }, NOTHING);
        expect(outcome(again.state)).toEqual(outcome(first.state));
        const repeated = again.events('command.issued').map(({ step }) => step);
        expect(entered).toEqual(expect.arrayContaining(repeated));
        const before = entered.slice(0, entered.indexOf(from));
        expect(repeated.filter(step => before.includes(step))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
