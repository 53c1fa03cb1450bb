import { describe, expect, it } from 'vitest';
import { mappingOf, type PlainValue } from '../../src/common/plain-value.ts';
import type { RunOutcome } from '../../src/core/event.ts';
import { explain } from '../../src/core/explain.ts';
import { NO_RESULT, type Result } from '../../src/core/result.ts';
import { CoreRun } from '../support/core-run.ts';
import { playbookFrom } from '../support/load-playbook.ts';

const JOB = `
  workflow:
    - { step: job, tool: { kind: http, url: x, callback: { timeout: 1h } }, next: after }
    - { step: after, tool: { kind: noop } }
`;
const inline = (data: PlainValue): Result => ({ kind: 'inline', data });
const ok = (data: PlainValue): RunOutcome => ({ status: 'COMPLETED', result: inline(data) });
const broken: RunOutcome = {
  status: 'FAILED',
  error: { kind: 'exception', message: 'the job broke', retryable: false },
  result: NO_RESULT,
};

class Job extends CoreRun {
  constructor(yaml = JOB) {
    super(playbookFrom(yaml));
    this.start();
  }

  /** The tool has answered, and the command waits for its callback. */
  park(step = 'job', iteration?: number): string {
    const { commandId, attempt } = this.take(step, iteration);
    this.send({
      kind: 'parked',
      commandId,
      attempt,
      waitsFor: { kind: 'callback', deadline: 3_600_000 },
      answer: {
        result: inline({ id: 17 }),
        ctx: mappingOf([['job_id', 17]]),
        step: mappingOf([['seen', true]]),
      },
    });
    return commandId;
  }

  call(commandId: string, outcome: RunOutcome): this {
    return this.send({ kind: 'callback', commandId, outcome });
  }

  get id(): string {
    return this.queue[0]!.commandId;
  }
}

const lateOf = (run: CoreRun) => run.events('command.late').map(({ reported, why }) => [reported, why]);

describe('a command that waits for its callback', () => {
  it('C9: ends with what the callback brings, and what its tasks had set counts then', () => {
    const job = new Job();
    const id = job.park();
    expect(explain(job.program.playbook, job.log).waiting_for).toEqual([
      'a callback until 1970-01-01T01:00:00.000Z, which step job waits for',
    ]);
    expect(job.state.ctx).toEqual({});
    job.call(id, ok({ url: 'u' }));
    expect(job.state.steps.get('job')).toMatchObject({
      result: { data: { url: 'u' } },
      last: { outcome: 'completed', call: { data: { id: 17 } }, locals: { seen: true } },
    });
    expect(job.state.ctx).toEqual({ job_id: 17 });
    expect(job.waiting()).toEqual(['after']);
    // Of what a rerun keeps, the exit is there.
    expect(job.events('step.exit')).toMatchObject([{ call: { data: { id: 17 } } }]);
  });

  it('C9: fails by it, and is tried again where its step says so', () => {
    const failed = new Job();
    expect(failed.call(failed.park(), broken).state.phase).toMatchObject({
      kind: 'failed',
      error: { message: expect.stringContaining('the job broke') },
    });
    const again = new Job(JOB.replace('next: after', 'next: after, retry: { max_attempts: 2 }'));
    expect(again.call(again.park(), broken).queue).toMatchObject([{ step: 'job', attempt: 2 }]);
    again.call(again.park(), ok('second'));
    expect(again.state.steps.get('job')?.result).toEqual(inline('second'));
  });

  it('C9: fails when it does not come in time', () => {
    const job = new Job();
    const id = job.park();
    job.send({ kind: 'deadline', commandId: id });
    expect(job.state.phase).toMatchObject({ kind: 'failed', error: { kind: 'timeout' } });
    expect(lateOf(job.call(id, ok(1)))).toEqual([['callback', 'its run is over']]);
  });

  it('C1: takes the first callback, and records the second', () => {
    const job = new Job();
    const id = job.park();
    job.call(id, ok(1)).call(id, ok(2));
    expect(job.state.steps.get('job')?.result).toEqual(inline(1));
    expect(lateOf(job)).toEqual([['callback', 'its run is over']]);
  });

  it('may be an iteration of a loop', () => {
    const job = new Job(
      JOB.replace('tool:', 'loop: { in: [a, b], iterator: x, spec: { mode: parallel } }, tool:'),
    );
    const ids = [job.park('job', 0), job.park('job', 1)];
    job.call(ids[1]!, ok('B')).call(ids[0]!, ok('A'));
    expect(job.state.steps.get('job')?.result).toEqual(inline(['A', 'B']));
    expect(job.state.ctx).toEqual({ job_id: 17 });
  });
});

describe('a callback that comes before its command waits', () => {
  it('C3, C10: is kept, and the command does not wait at all', () => {
    const job = new Job();
    job.call(job.id, ok('early'));
    expect(job.waiting()).toEqual(['job']);
    expect(job.events('callback.received')).toHaveLength(1);
    job.park();
    expect(job.state.steps.get('job')?.result).toEqual(inline('early'));
    expect(job.state.steps.get('job')?.last?.call).toEqual(inline({ id: 17 }));
  });

  it('C10: is kept while its worker is lost and while the attempt is repeated', () => {
    const job = new Job(JOB.replace('next: after', 'next: after, retry: { max_attempts: 2 }'));
    const { id } = job;
    job.call(id, ok('early')).send({ kind: 'lease_lost', commandId: id });
    job.queue.shift();
    job.fail('job');
    job.park();
    expect(job.state.steps.get('job')?.result).toEqual(inline('early'));
  });

  it('F16: is used up by the attempt that it fails', () => {
    const job = new Job(JOB.replace('next: after', 'next: after, retry: { max_attempts: 2 }'));
    job.call(job.id, broken);
    job.park();
    expect(job.queue).toMatchObject([{ attempt: 2 }]);
    job.park();
    expect(job.state.active).toEqual(new Set(['job']));
  });

  it('C10: counts once', () => {
    const job = new Job();
    job.call(job.id, ok(1)).call(job.id, ok(2)).park();
    expect(job.state.steps.get('job')?.result).toEqual(inline(1));
    expect(lateOf(job)).toEqual([['callback', 'its callback has come already']]);
  });
});

describe('a callback that nobody waits for', () => {
  it('is recorded if the execution was cancelled', () => {
    const job = new Job();
    const id = job.park();
    job.send({ kind: 'cancel' }).call(id, ok(1));
    expect(lateOf(job)).toEqual([['callback', 'the execution has ended']]);
    expect(job.log.at(-1)?.type).toBe('command.late');
  });

  it('is recorded if the step waits for none, for something else, or is unknown', () => {
    const job = new Job(JOB.replace(', callback: { timeout: 1h }', ''));
    job.call(job.id, ok(1));
    const { commandId, attempt } = job.take('job');
    job.send({ kind: 'parked', commandId, attempt, waitsFor: { kind: 'time', until: 9 } });
    job.call(commandId, ok(1)).call('1:nobody:2', ok(1)).call('9:job:2', ok(1));
    expect(lateOf(job)).toEqual([
      ['callback', 'its step waits for no callback'],
      ['callback', 'it waits for something else'],
      ['callback', 'its run is over'],
      ['callback', 'no command of this execution has this id'],
    ]);
    expect(job.state.phase.kind).toBe('in_progress');
  });
});
