import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mappingOf } from '../../src/common/plain-value.ts';
import type { Playbook } from '../../src/playbook/model.ts';
import { CoreRun } from '../support/core-run.ts';
import { playbookOf } from '../support/playbook-of.ts';
import { DynamicModel, type Oracle } from '../support/tokens-model/dynamic-model.ts';
import { structured, unstructured } from '../support/tokens-model/random-graphs.ts';
import { type Sketch, showSketch } from '../support/tokens-model/sketch.ts';

/** Answers that look random and depend only on what is asked; arcs get rarer with each run, so loops end. */
function oracleOf(seed: number): Oracle {
  const chance = (text: string) => {
    let hash = seed ^ 0x9e3779b9;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
    hash ^= hash >>> 15;
    return (hash >>> 0) / 2 ** 32;
  };
  return {
    condition: (step, run, target) => chance(`${step}#${run}>${target}`) < 0.6 / run,
    outcome: (step, run) => (chance(`${step}#${run}!`) < 0.06 ? 'fail' : 'ok'),
  };
}

/** Conditions read the result of the step, which carries the oracle's answers. */
function playbookWithConditions(sketch: Sketch): Playbook {
  const playbook = playbookOf({
    ...sketch,
    steps: sketch.steps.map(step => ({ ...step, kind: 'task' as const })),
  });
  return {
    ...playbook,
    workflow: playbook.workflow.map(step => ({
      ...step,
      next: {
        ...step.next,
        arcs: step.next.arcs.map(arc =>
          arc.fires.kind === 'when' && arc.target.kind === 'step'
            ? {
                ...arc,
                fires: {
                  kind: 'when' as const,
                  when: { condition: `answers_${step.name}.${arc.target.step}` },
                },
              }
            : arc,
        ),
      },
    })),
  };
}

interface Outcome {
  readonly status: string;
  readonly runs: readonly string[];
  readonly skipped: readonly string[];
}

/** Runs the real core; `pick` chooses which active run settles next. */
function runCore(sketch: Sketch, oracle: Oracle, pick: (count: number) => number, checks: boolean): Outcome {
  const run = new CoreRun(playbookWithConditions(sketch), { checks }).start();
  for (let turns = 0; run.queue.length > 0; turns++) {
    if (turns > 4000) throw new Error('does not end');
    const command = run.queue[pick(run.queue.length)]!;
    run.queue.splice(run.queue.indexOf(command), 1);
    const { commandId, attempt, step, run: number } = command;
    const answers = mappingOf(sketch.steps.map(({ name }) => [name, oracle.condition(step, number, name)]));
    const ctx = mappingOf([[`answers_${step}`, answers]]);
    if (oracle.outcome(step, number) === 'fail') {
      // A failed run has no result: its conditions read what is said of it beforehand.
      run.send(
        { kind: 'set_ctx', values: ctx },
        { kind: 'failed', commandId, attempt, error: { kind: 'x', message: 'x', retryable: false } },
      );
    } else {
      run.send({ kind: 'done', commandId, attempt, outcome: { result: { kind: 'none' }, ctx } });
    }
  }
  const runs = run.events('step.enter').map(
    ({ step, run: number, arrivals }) =>
      `${step}#${number}<${arrivals
        .map(({ from }) => (from ? `${from.step}#${from.run}` : 'start'))
        .sort()
        .join('+')}`,
  );
  const skipped = run.events('step.skipped').map(({ step }) => step);
  return { status: run.state.phase.kind, runs: runs.sort(), skipped: skipped.sort() };
}

function runModel(sketch: Sketch, oracle: Oracle, order: readonly number[]): Outcome {
  const model = new DynamicModel(sketch, oracle, order);
  for (let turns = 0; model.status === 'running'; turns++) {
    if (turns > 4000) throw new Error('the model does not end');
    const [first] = model.active();
    if (!first) throw new Error('the model is stuck');
    model.settle(first);
    model.pass();
  }
  const name = (step: number) => sketch.steps[step]!.name;
  const final = sketch.finalStep;
  const runs = model.runs.map(
    ({ step, run, fedBy }) => `${name(step)}#${run}<${name(step) === final ? '' : fedBy.join('+')}`,
  );
  return { status: model.status, runs: runs.sort(), skipped: [...model.unreached].map(name).sort() };
}

/** Arcs without conditions make cycles that only the cap on runs ends. */
const conditional = (sketch: Sketch): Sketch => ({
  ...sketch,
  steps: sketch.steps.map(step => ({ ...step, arcs: step.arcs.map(arc => ({ ...arc, when: true })) })),
});

/** Thousands of executions: on a busy machine they take minutes. */
const SLOW = 600_000;

const scale = Number(process.env.NOETL_PROPERTY_SCALE ?? 1);

describe('the routing of the core', () => {
  for (const [kind, graphs, count] of [
    ['nested structures', structured({ extraArcs: 2 }), 700],
    ['random graphs', unstructured({ steps: 9 }).map(conditional), 700],
  ] as const) {
    it(
      `is that of the model, and does not depend on the speed of workers, in ${kind}`,
      () => {
        const schedule = fc.infiniteStream(fc.nat(1000));
        fc.assert(
          fc.property(graphs, fc.nat(1_000_000), schedule, (sketch, seed, picks) => {
            const oracle = oracleOf(seed);
            const first = runCore(sketch, oracle, () => 0, false);
            const expected = runModel(
              sketch,
              oracle,
              new CoreRun(playbookWithConditions(sketch)).program.graph.order,
            );
            if (expected.status === 'failed') {
              // Which siblings had started when a failure ended the execution depends on timing; the status does not.
              expect(first.status, showSketch(sketch)).toBe('failed');
            } else {
              expect(first, showSketch(sketch)).toEqual(expected);
            }
            for (let i = 0; i < 3; i++) {
              const other = runCore(sketch, oracle, size => picks.next().value % size, i === 0);
              expect(other.status, showSketch(sketch)).toBe(first.status);
              if (first.status === 'completed') expect(other, showSketch(sketch)).toEqual(first);
            }
          }),
          { numRuns: count * scale },
        );
      },
      SLOW,
    );
  }
});
