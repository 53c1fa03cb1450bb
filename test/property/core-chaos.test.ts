import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explain } from '../../src/core/explain.ts';
import { CALM, conditional, drive, type Luck, type World, worldOf } from '../support/chaos-world.ts';
import type { CoreRun } from '../support/core-run.ts';
import { structured, unstructured } from '../support/tokens-model/random-graphs.ts';
import { showSketch } from '../support/tokens-model/sketch.ts';

function summary(run: CoreRun) {
  const runs = run.events('step.enter').map(
    ({ step, run: number, arrivals }) =>
      `${step}#${number}<${arrivals
        .map(({ from }) => (from ? `${from.step}#${from.run}` : 'start'))
        .sort()
        .join('+')}`,
  );
  // What of a failed loop had settled depends on timing; that it failed does not.
  const results = [...run.state.steps].map(
    ([name, { result, last }]) =>
      `${name}=${last?.outcome}${last?.outcome === 'failed' ? '' : `:${JSON.stringify(result)}`}`,
  );
  return {
    runs: runs.sort(),
    results: results.sort(),
    skipped: run
      .events('step.skipped')
      .map(({ step }) => step)
      .sort(),
  };
}

const TERMINAL = new Set(['playbook.completed', 'playbook.failed', 'playbook.cancelled']);

function check(world: World, calm: CoreRun, run: CoreRun): void {
  const shown = showSketch(world.sketch);
  expect(
    run.log.filter(event => TERMINAL.has(event.type)),
    shown,
  ).toHaveLength(1);
  expect(run.state.phase.kind, shown).toBe(calm.state.phase.kind);
  if (calm.state.phase.kind === 'completed') expect(summary(run), shown).toEqual(summary(calm));
  const entered = run.events('step.enter').map(({ step, run: number }) => `${step}#${number}`);
  expect(
    entered.filter((name, index) => entered.indexOf(name) !== index),
    `${shown}: entered twice`,
  ).toEqual([]);
  const { steps } = explain(world.playbook, run.log);
  expect(
    steps.filter(({ rule }) => !/^[A-Z]\d+$/.test(rule)),
    `${shown}: steps that no rule explains`,
  ).toEqual([]);
}

/** Thousands of executions: on a busy machine they take minutes. */
const SLOW = 600_000;

const scale = Number(process.env.NOETL_PROPERTY_SCALE ?? 1);
let cases = 0;

describe('an execution in a world of bad luck', () => {
  for (const [kind, graphs, count] of [
    ['nested structures', structured({ extraArcs: 1 }), 500],
    ['random graphs', unstructured({ steps: 8 }).map(conditional), 1250],
  ] as const) {
    it(
      `ends once, the same way as in a calm one, in ${kind}`,
      () => {
        fc.assert(
          fc.property(graphs, fc.nat(1_000_000), fc.infiniteStream(fc.nat(999)), (sketch, seed, stream) => {
            const world = worldOf(sketch, seed);
            const calm = drive(world, CALM);
            const luck: Luck = {
              pick: size => stream.next().value % size,
              happens: probability => stream.next().value < probability * 1000,
            };
            for (let i = 0; i < 3; i++) check(world, calm, drive(world, luck));
            cases += 4;
          }),
          { numRuns: count * scale },
        );
        console.log(`core: ${cases} executions so far, with lost, repeated, late and reordered reports`);
      },
      SLOW,
    );
  }
});
