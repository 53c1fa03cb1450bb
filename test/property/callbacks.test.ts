import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mappingOf } from '../../src/common/plain-value.ts';
import type { RunOutcome } from '../../src/core/event.ts';
import { isTerminal } from '../../src/core/fold/fold.ts';
import { readTold } from '../../src/core/ingest/read-told.ts';
import { CoreRun } from '../support/core-run.ts';
import { playbookFrom } from '../support/load-playbook.ts';

const PLAYBOOK = playbookFrom(`
  workflow:
    - { step: begin, tool: { kind: http, url: x, callback: true }, retry: { max_attempts: 3 }, next: after }
    - { step: after, tool: { kind: noop } }
`);

const ACTS = ['park', 'call', 'call', 'tell', 'fail', 'lose', 'deadline', 'pause', 'resume'] as const;
const failure = { kind: 'exception', message: 'no', retryable: false };

/** Whatever may happen to a command that is to be called back, in any order; commands run whenever they may. */
class Fate extends CoreRun {
  readonly id: string;
  #calls = 0;

  constructor() {
    super(PLAYBOOK);
    this.start();
    this.id = this.queue[0]!.commandId;
  }

  act(what: (typeof ACTS)[number]): void {
    const commandId = this.id;
    const attempt = this.queue.findLast(each => each.commandId === commandId)?.attempt ?? 1;
    const outcome: RunOutcome = { status: 'COMPLETED', result: { kind: 'inline', data: ++this.#calls } };
    switch (what) {
      case 'park': {
        const answer = { result: { kind: 'none' }, ctx: mappingOf([['seen', attempt]]) } as const;
        const waitsFor = { kind: 'callback', deadline: 9 } as const;
        return void this.send({ kind: 'parked', commandId, attempt, waitsFor, answer });
      }
      case 'call':
        return void this.send({ kind: 'callback', commandId, outcome });
      case 'tell': {
        const event = { name: 'call.done', command_id: commandId, payload: { data: this.#calls } };
        const key = { text: `t${this.#calls}`, once: true };
        return void this.send(readTold(event, { executionId: '1', at: 0, key }).told);
      }
      case 'fail':
        return void this.send({ kind: 'failed', commandId, attempt, error: failure });
      case 'lose':
        return void this.send({ kind: 'lease_lost', commandId });
      case 'deadline':
        return void this.send({ kind: 'deadline', commandId });
      case 'pause':
      case 'resume':
        return void this.send({ kind: what });
    }
  }

  /** Everybody does what is left to do. */
  settle(): void {
    for (let left = 10; left > 0 && !isTerminal(this.state) && this.state.active.has('begin'); left--) {
      this.act('resume');
      this.act('park');
      this.act('call');
    }
    this.act('resume');
    if (this.waiting().includes('after')) this.done('after');
  }
}

describe('a command that is to be called back', () => {
  it('ends once, by the first callback that is taken, whatever comes when', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ACTS), { maxLength: 25 }), acts => {
        const fate = new Fate();
        for (const what of acts) fate.act(what);
        fate.settle();
        expect(isTerminal(fate.state)).toBe(true);
        const ends = fate.log.filter(
          event => event.type === 'command.completed' && 'commandId' in event && event.commandId === fate.id,
        );
        expect(ends.length).toBeLessThanOrEqual(1);
        expect(fate.state.phase.kind).toBe(ends.length === 1 ? 'completed' : 'failed');
        const kept = fate.events('callback.received')[0];
        const used = fate.events('command.parked').length > 0;
        // A callback that came early is not lost: the first time the command waits, it ends by it.
        if (kept && used && ends.length === 1)
          expect(fate.state.steps.get('begin')?.result).toEqual(
            kept.outcome.status === 'COMPLETED' ? kept.outcome.result : undefined,
          );
      }),
      { numRuns: 1000 },
    );
  });
});
