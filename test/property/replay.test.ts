import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { mappingOf, type PlainMapping } from '../../src/common/plain-value.ts';
import { decisionOf } from '../../src/core/replay/decision.ts';
import { type ReplayVerdict, replay } from '../../src/core/replay/replay.ts';
import type { RecordedTurn } from '../../src/core/replay/simulation.ts';
import { load } from '../../src/playbook/index.ts';
import type { Playbook, Retry } from '../../src/playbook/model.ts';
import { arbitraryPlaybook } from '../support/arbitrary-playbook/playbook.ts';
import type { CoreRun } from '../support/core-run.ts';
import { playbookOf } from '../support/playbook-of.ts';
import { luck, randomRun } from '../support/random-run.ts';
import { structured, unstructured } from '../support/tokens-model/random-graphs.ts';
import { type Sketch, showSketch } from '../support/tokens-model/sketch.ts';

const scale = Number(process.env.NOETL_PROPERTY_SCALE ?? 1);
/** Hundreds of executions: on a busy machine they take a while. */
const SLOW = 300_000;

function verdictOf(playbook: Playbook, turns: readonly RecordedTurn[]): ReplayVerdict {
  const asked = replay(playbook, turns, { pinned: playbook }).next();
  if (!asked.done) throw new Error(`asks for ${asked.value}`);
  return asked.value;
}

/** How many there are to compare: that none was overlooked. */
const decisionsOf = ({ log }: CoreRun): number => log.filter(event => decisionOf(event)).length;

const payload: PlainMapping = mappingOf([
  ['a', 1],
  ['b', 'x'],
  ['n', 2],
  ['rows', [mappingOf([['x', 2]]), mappingOf([['x', 1]])]],
]);

describe('a playbook replayed against its own executions', () => {
  it(
    'decides the same, whatever the playbook says and the workers did',
    () => {
      let steps = 0;
      fc.assert(
        fc.property(arbitraryPlaybook, luck, fc.boolean(), (data, chances, rich) => {
          const { playbook } = load(stringify({ apiVersion: 'noetl.io/v2', kind: 'Playbook', ...data }));
          fc.pre(playbook !== undefined);
          const run = randomRun(playbook!, chances, rich ? payload : undefined);
          steps += run.log.length;
          expect(verdictOf(playbook!, run.turns)).toMatchObject({
            kind: 'same',
            decisions: decisionsOf(run),
          });
        }),
        { numRuns: 150 * scale },
      );
      expect(steps).toBeGreaterThan(300 * scale);
    },
    SLOW,
  );

  for (const [kind, graphs] of [
    ['nested structures', structured({ extraArcs: 2 })],
    ['graphs of any form', unstructured()],
  ] as const) {
    it(
      `decides the same on ${kind} with joins, loops and failures`,
      () => {
        const sketches = graphs as fc.Arbitrary<Sketch>;
        fc.assert(
          fc.property(sketches, luck, fc.integer(), (sketch, chances, seed) => {
            const playbook = furnished(playbookOf(sketch));
            const run = randomRun(playbook, chances, answersOf(sketch, seed));
            expect(verdictOf(playbook, run.turns), showSketch(sketch)).toMatchObject({
              kind: 'same',
              decisions: decisionsOf(run),
            });
          }),
          { numRuns: 150 * scale },
        );
      },
      SLOW,
    );
  }
});

/** With retries everywhere, and a guard here and there. */
const furnished = (playbook: Playbook): Playbook => ({
  ...playbook,
  workflow: playbook.workflow.map((step, index) => ({
    ...step,
    retry: [RETRY],
    when: index % 4 === 3 ? { condition: `go_${step.name}` } : undefined,
  })),
});

const RETRY: Retry = {
  maxAttempts: 2,
  initialDelay: 10,
  multiplier: 1.5,
  maxDelay: 1000,
  jitter: false,
  when: undefined,
  stopWhen: undefined,
};

/** `go_<step>`, which the conditions of sketches read, and the items of their loops. */
const answersOf = (sketch: Sketch, seed: number): PlainMapping =>
  mappingOf([
    ...sketch.steps.map(({ name }, index) => [`go_${name}`, ((seed >> (index % 30)) & 1) === 1] as const),
    ['items', [1, 2]],
  ]);
