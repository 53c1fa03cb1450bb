import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromStoredJson, toStoredJson } from '../../src/common/stored-json.ts';
import type { Input } from '../../src/core/decide/input.ts';
import { fold } from '../../src/core/fold/fold.ts';
import { fromSnapshot, toSnapshot } from '../../src/core/snapshot/snapshot.ts';
import type { State } from '../../src/core/state.ts';
import { conditional, drive, type Luck, worldOf } from '../support/chaos-world.ts';
import { CoreRun, show } from '../support/core-run.ts';
import { structured, unstructured } from '../support/tokens-model/random-graphs.ts';

/** Written to a store and read back. */
function again(state: State): State {
  const read = fromSnapshot(fromStoredJson(toStoredJson(toSnapshot(state))));
  return read ?? expect.fail('the snapshot is of another form');
}

/** Forgets its state after every turn and takes it from a snapshot. */
class ForgetfulRun extends CoreRun {
  override send(...inputs: Input[]): this {
    super.send(...inputs);
    this.state = again(this.state);
    return this;
  }
}

/** The same luck for the same seed. */
function luckOf(seed: number): Luck {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return { pick: size => Math.floor(next() * size), happens: probability => next() < probability };
}

const graphs = fc.oneof(structured({ extraArcs: 1 }), unstructured({ steps: 8 }).map(conditional));
const scale = Number(process.env.NOETL_PROPERTY_SCALE ?? 1);
const SLOW = 600_000;

describe('a snapshot of any execution, at any moment', () => {
  it(
    'leads to the state that the whole log leads to',
    () => {
      fc.assert(
        fc.property(
          graphs,
          fc.nat(1e6),
          fc.nat(1e6),
          fc.double({ noNaN: true, min: 0, max: 1 }),
          (...given) => {
            const [sketch, seed, luck, where] = given;
            const { log } = drive(worldOf(sketch, seed), luckOf(luck));
            const cut = Math.floor(where * log.length);
            const resumed = fold(log.slice(cut), again(fold(log.slice(0, cut))));
            const whole = fold(log);
            expect(resumed).toEqual(whole);
            expect(show(resumed)).toBe(show(whole));
          },
        ),
        { numRuns: 200 * scale },
      );
    },
    SLOW,
  );

  it(
    'leads to the same decisions',
    () => {
      fc.assert(
        fc.property(graphs, fc.nat(1e6), fc.nat(1e6), (sketch, seed, luck) => {
          const world = worldOf(sketch, seed);
          const plain = drive(world, luckOf(luck));
          const forgetful = drive(world, luckOf(luck), (...made) => new ForgetfulRun(...made));
          expect(forgetful.log).toEqual(plain.log);
          expect(forgetful.cancelled).toEqual(plain.cancelled);
        }),
        { numRuns: 200 * scale },
      );
    },
    SLOW,
  );
});
