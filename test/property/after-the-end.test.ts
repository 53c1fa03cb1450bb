import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EMPTY_MAPPING } from '../../src/common/plain-value.ts';
import type { Command } from '../../src/core/command.ts';
import type { Input } from '../../src/core/decide/input.ts';
import { type Luck, worldOf } from '../support/chaos-world.ts';
import { CoreRun } from '../support/core-run.ts';
import { structured } from '../support/tokens-model/random-graphs.ts';

/** Everything that may still be said of a command. */
const words = ({ commandId, attempt }: Command): Input[] => [
  { kind: 'started', commandId, attempt },
  { kind: 'heartbeat', commandId, attempt, checkpoint: 1 },
  { kind: 'failed', commandId, attempt, error: { kind: 'x', message: 'no', retryable: true } },
  {
    kind: 'done',
    commandId,
    attempt,
    outcome: { result: { kind: 'inline', data: 1 }, ctx: EMPTY_MAPPING },
  },
  { kind: 'parked', commandId, attempt, waitsFor: { kind: 'time', until: 1 } },
  { kind: 'deadline', commandId },
  { kind: 'lease_lost', commandId },
];

it('nothing follows from what arrives after the end of an execution (F1, C1)', () => {
  let late = 0;
  fc.assert(
    fc.property(
      structured({ extraArcs: 1 }),
      fc.nat(1_000_000),
      fc.infiniteStream(fc.nat(999)),
      (sketch, seed, stream) => {
        const pick: Luck['pick'] = size => stream.next().value % size;
        const run = new CoreRun(worldOf(sketch, seed).playbook).start();
        for (let turns = pick(12); turns > 0 && run.queue.length > 0; turns--)
          run.done(run.queue[pick(run.queue.length)]!.step);
        const underWay = [...run.queue];
        run.send({ kind: 'cancel' });
        const end = run.log.length;
        for (const command of underWay) run.send(...words(command).filter(() => pick(2) === 0));
        const after = run.log.slice(end);
        expect(after.filter(({ type }) => type !== 'command.late')).toEqual([]);
        expect(run.queue).toEqual([]);
        late += after.length;
      },
    ),
    { numRuns: 300 },
  );
  expect(late).toBeGreaterThan(20);
});
