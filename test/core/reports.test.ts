import { describe, expect, it } from 'vitest';
import { EMPTY_MAPPING, mappingOf, type PlainMapping } from '../../src/common/plain-value.ts';
import { decide } from '../../src/core/decide/decide.ts';
import { openWork } from '../../src/core/decide/open-work.ts';
import { makeProgram } from '../../src/core/decide/program.ts';
import type { ParkedOn } from '../../src/core/event.ts';
import { EMPTY_STATE } from '../../src/core/fold/draft.ts';
import type { CommandState } from '../../src/core/state.ts';
import { CoreRun } from '../support/core-run.ts';
import { playbookFrom } from '../support/load-playbook.ts';

const run = (yaml: string, options: ConstructorParameters<typeof CoreRun>[1] = {}) =>
  new CoreRun(playbookFrom(yaml), options).start();
const outcome = (ctx: PlainMapping = EMPTY_MAPPING) => ({ result: { kind: 'none' }, ctx }) as const;
const ONE = 'workflow:\n  - { step: a, tool: { kind: noop } }';
const TWO =
  'workflow:\n  - { step: a, tool: { kind: noop }, next: b }\n  - { step: b, tool: { kind: noop } }';
const EACH = (more = '') => `
  workflow:
    - step: each
      loop: { in: [x, y, z], iterator: item, spec: { mode: parallel, max_in_flight: 2 } }
      tool: { kind: noop }
      ${more}
`;
const error = { kind: 'exception', message: 'it broke', retryable: false } as const;
const commandOf = (r: CoreRun, step = 'a'): CommandState | undefined => {
  const active = r.state.steps.get(step)?.active;
  return active?.kind === 'plain' ? active.command : undefined;
};

describe('a claim', () => {
  it('is recorded once, for a command that nobody has', () => {
    const r = run(ONE);
    const { commandId } = r.queue[0]!;
    r.send({ kind: 'claimed', commandId, worker: 'w' });
    expect(commandOf(r)?.status).toEqual({ kind: 'claimed', worker: 'w' });
    r.send({ kind: 'claimed', commandId, worker: 'v' });
    expect(r.events('command.claimed')).toMatchObject([
      { step: 'a', run: 1, commandId, iteration: undefined, worker: 'w' },
    ]);
  });

  it('L2: of an iteration is recorded, for whoever takes up the execution; its start is not', () => {
    const r = run(EACH());
    const { commandId } = r.queue[0]!;
    const before = r.log.length;
    r.send({ kind: 'claimed', commandId, worker: 'w' }, { kind: 'started', commandId, attempt: 1 });
    expect(r.log).toHaveLength(before + 1);
    expect(r.events('command.claimed')).toMatchObject([
      { step: 'each', commandId, iteration: 0, worker: 'w' },
    ]);
  });

  it('C1: that was lost and given to others does not count any more', () => {
    const r = run(ONE);
    const { commandId } = r.queue[0]!;
    const done = { kind: 'done', commandId, attempt: 1, outcome: outcome() } as const;
    r.send({ kind: 'claimed', commandId, worker: 'w' }, { kind: 'lease_lost', commandId, worker: 'w' });
    r.send({ ...done, delivery: 0 });
    expect(r.events('command.late')).toMatchObject([{ commandId, why: expect.stringContaining('lease') }]);
    r.send({ kind: 'claimed', commandId, worker: 'v' }, { ...done, delivery: 1 });
    expect(r.events('command.completed')).toHaveLength(1);
  });
});

describe('a start', () => {
  it('is recorded once per attempt, with the worker', () => {
    const r = run(ONE);
    const { commandId } = r.queue[0]!;
    r.send({ kind: 'started', commandId, attempt: 1, worker: 'w' });
    r.send({ kind: 'started', commandId, attempt: 1, worker: 'w' }).done('a');
    expect(r.events('command.started')).toMatchObject([{ attempt: 1, worker: 'w' }]);
  });

  it('C1: of an attempt that is over is passed over without a word', () => {
    const r = run(TWO);
    const { commandId } = r.queue[0]!;
    r.done('a');
    const before = r.log.length;
    r.send({ kind: 'started', commandId, attempt: 1 }, { kind: 'claimed', commandId, worker: 'w' });
    expect(r.log).toHaveLength(before);
  });
});

describe('C1: a late report', () => {
  it('of a command that has settled while its run goes on says so', () => {
    const r = run(EACH());
    const { commandId } = r.take('each', 0);
    r.send({ kind: 'done', commandId, attempt: 1, outcome: outcome() });
    r.send({ kind: 'failed', commandId, attempt: 1, error });
    expect(r.events('command.late')).toMatchObject([
      { commandId, reported: 'failed', why: 'it is settled already' },
    ]);
  });

  it('of a loop as a whole, or with an id that is none, names no command', () => {
    const r = run(EACH());
    const whole = r.queue[0]!.commandId.replace(/:i\d+$/, '');
    for (const commandId of [whole, 'nonsense', '1:each', `x${whole}`, `${whole}:i0:i1`])
      r.send({ kind: 'done', commandId, attempt: 1, outcome: outcome() });
    expect(r.events('command.late')).toHaveLength(5);
    expect(r.state.steps.get('each')?.active).toMatchObject({ success: 0 });
  });
});

describe('what a task sets', () => {
  it('is durable before the next step starts', () => {
    const r = run(TWO);
    const { commandId, attempt } = r.take('a');
    r.send({ kind: 'done', commandId, attempt, outcome: outcome(mappingOf([['x', 1]])) });
    expect(r.events('ctx.updated')).toMatchObject([{ step: 'a', gen: commandId, values: { x: 1 } }]);
    expect(r.log.findIndex(({ type }) => type === 'ctx.updated')).toBeLessThan(
      r.log.findIndex(event => event.type === 'step.enter' && event.step === 'b'),
    );
  });

  it('writes nothing to the log where it sets nothing', () => {
    const r = run(EACH()).done('each').done('each').done('each');
    expect(r.events('ctx.updated')).toEqual([]);
  });
});

describe('the retry of a task inside a pipeline', () => {
  it('is recorded with its own counter and leaves the command running', () => {
    const r = run(ONE);
    r.now = 1000;
    const { commandId, attempt } = r.take('a');
    r.send({ kind: 'started', commandId, attempt });
    r.send({
      kind: 'task_retry',
      commandId,
      attempt,
      task: 'one',
      taskAttempt: 2,
      maxAttempts: 5,
      delay: 300,
      error,
    });
    expect(r.events('action_retry')).toMatchObject([
      {
        step: 'a',
        run: 1,
        commandId,
        task: 'one',
        attempt: 2,
        maxAttempts: 5,
        delay: 300,
        availableAt: 1300,
      },
    ]);
    expect(commandOf(r)).toMatchObject({ attempts: 1, status: { kind: 'started' } });
    expect(r.queue).toEqual([]);
  });
});

describe('a retry', () => {
  const retrying = (retry: string, more = '') => `
    workload: { n: 4, wait: 3s, half: 0.5 }
    workflow:
      - { step: a, tool: { kind: noop }, retry: ${retry} ${more} }
  `;

  it('C5: may take its numbers from templates', () => {
    const r = run(
      retrying('{ max_attempts: "{{ workload.n }}", initial_delay: "{{ workload.wait }}", multiplier: 1 }'),
    );
    expect(r.queue[0]).toMatchObject({ attempt: 1, maxAttempts: 4 });
    for (let i = 0; i < 4; i++) r.fail('a');
    expect(r.events('action_retry').map(({ delay, maxAttempts }) => [delay, maxAttempts])).toEqual([
      [3000, 4],
      [3000, 4],
      [3000, 4],
    ]);
    const seconds = run(
      retrying('{ max_attempts: "{{ workload.n|string }}", initial_delay: "{{ workload.half }}" }'),
    );
    expect(seconds.fail('a').events('action_retry')).toMatchObject([{ delay: 500, maxAttempts: 4 }]);
  });

  it('fails the step where such a template gives no positive whole number', () => {
    for (const attempts of ['{{ 0 }}', '{{ 1.5 }}', "{{ 'many' }}", '{{ missing }}']) {
      const r = run(retrying(`{ max_attempts: "${attempts}" }`));
      expect(r.state.phase).toMatchObject({
        kind: 'failed',
        error: { kind: 'template', code: 'template_value', retryable: false },
      });
      expect(r.runs()).toEqual(['a']);
    }
  });

  it('is never longer than max_delay', () => {
    const r = run(retrying('{ max_attempts: 4, initial_delay: 2, multiplier: 10, max_delay: 15s }'));
    for (let i = 0; i < 3; i++) r.fail('a');
    expect(r.events('action_retry').map(({ delay }) => delay)).toEqual([2000, 15_000, 15_000]);
  });

  it('with jitter waits between half and one and a half times as long, the same on every replay', () => {
    const delays = () => {
      const r = run(retrying('{ max_attempts: 20, initial_delay: 10, multiplier: 1, jitter: true }'));
      for (let i = 0; i < 19; i++) r.fail('a');
      return r.events('action_retry').map(({ delay }) => delay);
    };
    const first = delays();
    expect(delays()).toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(15);
    for (const delay of first) {
      expect(delay).toBeGreaterThanOrEqual(5000);
      expect(delay).toBeLessThan(15_000);
    }
    expect(Math.min(...first)).toBeLessThan(9000);
    expect(Math.max(...first)).toBeGreaterThan(11_000);
  });

  it('C5: is decided by the first whose condition holds; without a condition, by failure alone', () => {
    const r = run(`
      workflow:
        - step: a
          tool: { kind: noop }
          retry:
            - { max_attempts: 2, initial_delay: 1s, when: "{{ error.kind == 'timeout' }}" }
            - { max_attempts: 5, initial_delay: 7s, multiplier: 1 }
    `);
    expect(r.queue[0]?.maxAttempts).toBe(5);
    r.fail('a').fail('a', { kind: 'timeout' });
    expect(r.events('action_retry').map(({ delay }) => delay)).toEqual([7000]);
    expect(r.state.phase.kind).toBe('failed');
    expect(run(retrying('{ max_attempts: 3 }')).done('a').state.phase.kind).toBe('completed');
  });

  it('C6: does not happen where its condition cannot be evaluated', () => {
    const r = run(retrying(`{ max_attempts: 3, when: "{{ 1 + error.message }}" }`));
    expect(r.fail('a').state.phase).toMatchObject({
      kind: 'failed',
      error: { message: "step 'a': it broke" },
    });
  });

  it('conditions see the attempt, the status code and the iteration', () => {
    const r = run(
      retrying('{ max_attempts: 9, when: "{{ status_code == 503 and attempt < 3 and _attempt < 3 }}" }'),
    );
    for (let i = 0; i < 3; i++) r.fail('a', { statusCode: 503 });
    expect(r.events('action_retry').map(({ attempt }) => attempt)).toEqual([1, 2]);
    const other = run(retrying('{ max_attempts: 9, when: "{{ status_code == 503 }}" }')).fail('a');
    expect(other.state.phase.kind).toBe('failed');
    const each = run(EACH('retry: { max_attempts: 2, when: "{{ iter.index == 0 }}" }'));
    each.fail('each', {}, 0).fail('each', {}, 1);
    expect(each.events('action_retry').map(({ iteration }) => iteration)).toEqual([0]);
    const plain = run(
      retrying('{ max_attempts: 2, when: "{{ iter.index is none and status_code is none }}" }'),
    );
    expect(plain.fail('a').events('action_retry')).toHaveLength(1);
  });

  it('X1: does not happen any more while the execution is failing', () => {
    const r = run(`
      workflow:
        - { step: s, next: [a, b] }
        - { step: a, tool: { kind: noop } }
        - { step: b, tool: { kind: noop }, retry: 3 }
    `);
    const { commandId } = r.take('b');
    r.send({ kind: 'started', commandId, attempt: 1 }).fail('a');
    r.send({ kind: 'failed', commandId, attempt: 1, error });
    expect(r.events('action_retry')).toEqual([]);
    expect(r.state.phase).toMatchObject({ kind: 'failed', failedSteps: ['a', 'b'] });
  });

  it('writes each error of an attempt to the log', () => {
    const r = run(retrying('{ max_attempts: 2 }')).fail('a').fail('a');
    expect(r.events('call.error').map(({ attempt }) => attempt)).toEqual([1, 2]);
    const each = run(EACH()).fail('each', {}, 0);
    expect(each.events('call.error')).toEqual([]);
  });
});

describe('C1: a report on an execution that has ended', () => {
  const cancelled = () => {
    const r = run(
      'workflow:\n  - { step: a, tool: { kind: noop }, retry: { max_attempts: 3, initial_delay: 1s } }',
    );
    const { commandId } = r.take('a');
    return { r: r.send({ kind: 'cancel' }), commandId };
  };

  it('is recorded as late, and nothing else is', () => {
    const { r, commandId } = cancelled();
    const outcome = { result: { kind: 'inline', data: 1 }, ctx: mappingOf([]) } as const;
    r.send({ kind: 'started', commandId, attempt: 1 }, { kind: 'done', commandId, attempt: 1, outcome });
    expect(r.log.slice(-2)).toMatchObject([
      { type: 'playbook.cancelled' },
      { type: 'command.late', commandId, reported: 'done', why: 'the execution has ended' },
    ]);
  });

  it('is not followed by another attempt', () => {
    const { r, commandId } = cancelled();
    const error = { kind: 'cancelled', message: 'stopped', retryable: false };
    r.send({ kind: 'failed', commandId, attempt: 1, error }).send({ kind: 'lease_lost', commandId });
    expect(r.queue).toEqual([]);
    expect(r.log.at(-1)).toMatchObject({ type: 'command.late', reported: 'failed' });
  });
});

describe('C4: a command whose worker is lost', () => {
  it('fails at once where the step must not run twice', () => {
    const r = run('workflow:\n  - { step: a, redeliver: never, tool: { kind: noop } }');
    r.send({ kind: 'lease_lost', commandId: r.take('a').commandId });
    expect(r.state.phase).toMatchObject({
      kind: 'failed',
      error: {
        kind: 'lease_expired',
        retryable: false,
        message: expect.stringContaining('must not run twice'),
      },
    });
  });

  it('is delivered again at once, and says how often it was', () => {
    const r = run(ONE);
    const { commandId } = r.take('a');
    r.send({ kind: 'claimed', commandId, worker: 'w' }, { kind: 'lease_lost', commandId, worker: 'w' });
    expect(r.events('command.lease_expired')).toMatchObject([
      { step: 'a', run: 1, commandId, redeliveries: 1, worker: 'w' },
    ]);
    expect(r.queue).toMatchObject([{ commandId, attempt: 1, availableAt: undefined }]);
  });

  it('C12: is not lost by a worker that does not have it any more', () => {
    const r = run(ONE);
    const { commandId } = r.take('a');
    r.send({ kind: 'claimed', commandId, worker: 'v' }, { kind: 'lease_lost', commandId, worker: 'w' });
    expect(r.events('command.lease_expired')).toEqual([]);
    expect(r.queue).toEqual([]);
  });

  it('counts for nothing if its worker had not begun it, also where the step must not run twice', () => {
    const r = run('workflow:\n  - { step: a, redeliver: never, tool: { kind: noop } }');
    for (let lost = 0; lost < 10; lost++) {
      r.send({ kind: 'lease_lost', commandId: r.take('a').commandId, begun: false });
    }
    expect(r.queue).toMatchObject([{ step: 'a', attempt: 1, redeliveries: 0 }]);
    expect(r.done('a').state.phase.kind).toBe('completed');
  });

  it('is delivered again in a loop too, with its item', () => {
    const r = run(EACH());
    const { commandId } = r.take('each', 1);
    r.send({ kind: 'lease_lost', commandId });
    expect(r.queue.at(-1)).toMatchObject({
      commandId,
      attempt: 1,
      iteration: { index: 1, total: 3, item: 'y' },
    });
  });

  it('holds no worker while it is parked: nothing is lost', () => {
    const r = run(ONE);
    const { commandId, attempt } = r.take('a');
    r.send({ kind: 'parked', commandId, attempt, waitsFor: { kind: 'callback', deadline: undefined } });
    const before = r.log.length;
    r.send({ kind: 'lease_lost', commandId });
    expect(r.log).toHaveLength(before);
  });

  it('X1: does not run again while the execution is failing', () => {
    const r = run(`
      workflow:
        - { step: s, next: [a, b] }
        - { step: a, tool: { kind: noop } }
        - { step: b, tool: { kind: noop } }
    `);
    const { commandId } = r.take('b');
    r.send({ kind: 'started', commandId, attempt: 1 }).fail('a');
    expect(r.state.phase.kind).toBe('in_progress');
    r.send({ kind: 'lease_lost', commandId });
    expect(r.queue).toEqual([]);
    expect(r.cancelled).toEqual([commandId]);
    expect(r.state.phase).toMatchObject({ kind: 'failed' });
  });
});

describe('a parked command', () => {
  const parked = (waitsFor: ParkedOn, yaml = TWO) => {
    const r = run(yaml);
    const { commandId, attempt } = r.take('a');
    r.send({ kind: 'parked', commandId, attempt, waitsFor });
    return { r, commandId };
  };
  const signal = { kind: 'signal', name: 'go', deadline: 50, onDeadline: undefined } as const;

  it('ends when the time it waited for has come', () => {
    const { r, commandId } = parked({ kind: 'time', until: 50 });
    expect(r.send({ kind: 'deadline', commandId }).waiting()).toEqual(['b']);
    expect(r.state.steps.get('a')).toMatchObject({ result: { kind: 'none' }, last: { attempts: 1 } });
  });

  it('says what did not come in time', () => {
    for (const [waitsFor, what] of [
      [signal, "the signal 'go' did not come in time"],
      [{ kind: 'callback', deadline: 50 }, 'its callback did not come in time'],
    ] as const) {
      const { r, commandId } = parked(waitsFor);
      r.send({ kind: 'deadline', commandId });
      expect(r.events('command.failed')).toMatchObject([
        { attempt: 1, error: { kind: 'timeout', message: what, retryable: false } },
      ]);
    }
  });

  it('C13: fails when the playbook that it called has not ended in time, and lets that be cancelled', () => {
    const { r, commandId } = parked({ kind: 'child', executionId: '7', path: 'lib/x', deadline: 50 });
    r.send({ kind: 'deadline', commandId });
    const message = "the playbook 'lib/x' did not end in time";
    expect(r.events('command.failed')).toMatchObject([
      { error: { kind: 'timeout', message, retryable: true } },
    ]);
    expect(r.cancelled).toEqual([commandId]);
  });

  it('has no deadline once it runs', () => {
    const r = run(ONE);
    const { commandId } = r.queue[0]!;
    const before = r.log.length;
    expect(r.send({ kind: 'deadline', commandId }).log).toHaveLength(before);
  });

  it('is begun: it starts no second time', () => {
    const { r, commandId } = parked(signal);
    r.send({ kind: 'started', commandId, attempt: 1 });
    expect(r.events('command.started')).toHaveLength(1);
    expect(commandOf(r)?.status.kind).toBe('parked');
  });

  it('E3: takes only the signal of its name, and a signal goes to one command', () => {
    const { r } = parked(signal);
    r.send({ kind: 'signal', name: 'stop', data: 1 });
    expect(r.waiting()).toEqual([]);
    expect(r.state.signals.get('stop')).toEqual([1]);
    r.send({ kind: 'signal', name: 'go', data: 2 });
    expect(r.waiting()).toEqual(['b']);
    const { r: other } = parked({ kind: 'child', executionId: '7', path: 'go' });
    expect(other.send({ kind: 'signal', name: 'go', data: 2 }).waiting()).toEqual([]);
  });

  it('C3: takes a signal that came before it as its result', () => {
    const r = run(TWO).send({ kind: 'signal', name: 'go', data: 'early' });
    const { commandId, attempt } = r.take('a');
    r.send({ kind: 'parked', commandId, attempt, waitsFor: { ...signal, name: 'other' } });
    expect(r.waiting()).toEqual([]);
    const s = run(TWO).send({ kind: 'signal', name: 'go', data: 'early' });
    const command = s.take('a');
    s.send({ kind: 'parked', commandId: command.commandId, attempt, waitsFor: signal });
    expect(s.state.steps.get('a')?.result).toEqual({ kind: 'inline', data: 'early' });
    expect(s.events('command.completed')).toMatchObject([{ attempt: 1 }]);
  });

  it('may be one iteration of a loop, whose siblings go on', () => {
    const r = run(EACH());
    const { commandId, attempt } = r.take('each', 0);
    r.send({ kind: 'parked', commandId, attempt, waitsFor: signal });
    const active = r.state.steps.get('each')?.active;
    expect(active?.kind === 'loop' && active.open.get(0)).toMatchObject({
      attempts: 1,
      status: { kind: 'parked' },
    });
    r.done('each', 1, 1).done('each', 2, 2).send({ kind: 'signal', name: 'go', data: 0 });
    expect(r.state.steps.get('each')?.result).toEqual({ kind: 'inline', data: [0, 1, 2] });
  });
});

describe('steering', () => {
  it('writes variables from outside', () => {
    const r = run(TWO).send({ kind: 'set_ctx', values: mappingOf([['x', 1]]) });
    expect(r.state.ctx).toEqual({ x: 1 });
    expect(r.events('ctx.updated')).toMatchObject([{ step: undefined, gen: 'api' }]);
  });

  it('pauses and resumes once, and a paused loop issues nothing', () => {
    const r = run(EACH());
    r.send({ kind: 'resume' }, { kind: 'pause', reason: 'why' }, { kind: 'pause' });
    r.done('each', 0, 0);
    expect(r.waiting()).toEqual(['each[1]']);
    r.send({ kind: 'resume' }, { kind: 'resume' });
    expect(r.waiting()).toEqual(['each[1]', 'each[2]']);
    expect(r.events('playbook.paused')).toMatchObject([{ reason: 'why' }]);
    expect(r.events('playbook.resumed')).toHaveLength(1);
  });

  it('does not end a paused execution before it is resumed', () => {
    const r = run(ONE).send({ kind: 'pause' }).done('a');
    expect(r.state.phase.kind).toBe('in_progress');
    expect(r.send({ kind: 'resume' }).state.phase.kind).toBe('completed');
  });

  it('changes nothing before the start and after the end', () => {
    const r = run(ONE).done('a');
    const before = r.log.length;
    r.send({ kind: 'pause' }, { kind: 'timeout' }, { kind: 'signal', name: 'x', data: 1 });
    r.send({ kind: 'set_ctx', values: mappingOf([['x', 1]]) });
    expect(r.log).toHaveLength(before);
  });

  it('E2: cancelling stops every command, in loops too', () => {
    const r = run(EACH());
    const ids = r.queue.map(({ commandId }) => commandId);
    expect(r.send({ kind: 'cancel' }).cancelled).toEqual(ids);
  });

  it('E4: when its time is up an execution waits for nothing, and says why it failed', () => {
    const r = run(EACH());
    const [first, second] = r.queue.map(({ commandId }) => commandId);
    r.send({ kind: 'timeout' });
    expect(r.cancelled).toEqual([first, second]);
    expect(r.state.phase).toMatchObject({
      kind: 'failed',
      failedSteps: ['each'],
      error: {
        kind: 'timeout',
        message: 'the execution exceeded its timeout (executor.spec.timeout)',
        retryable: false,
      },
    });
    expect(r.events('iteration_failed').flatMap(({ settled }) => settled)).toMatchObject([
      { index: 0, error: { kind: 'cancelled', message: 'the execution timed out', retryable: false } },
      { index: 1 },
    ]);
    const flagged = run(ONE).send({ kind: 'timeout', limit: '--timeout 20ms' });
    expect(flagged.state.phase).toMatchObject({
      error: {
        message: 'the execution exceeded its timeout (--timeout 20ms)',
        details: { limit: '--timeout 20ms' },
      },
    });
    const plain = run(ONE).send({ kind: 'timeout' });
    expect(plain.events('command.cancelled')).toMatchObject([{ reason: 'the execution timed out' }]);
    expect(plain.events('step.exit')).toMatchObject([
      { outcome: { status: 'FAILED', error: { kind: 'cancelled', retryable: false } } },
    ]);
  });

  it.each(['abc', -1, 0, true, null, [1]])(
    'E4: one that may take %j fails at its start, and nothing of it runs',
    time => {
      const yaml = `executor: { spec: { timeout: "{{ workload.time }}" } }\n${ONE}`;
      const r = new CoreRun(playbookFrom(yaml)).start(mappingOf([['time', time]]));
      expect(r.queue).toEqual([]);
      expect(r.state.phase).toMatchObject({
        kind: 'failed',
        error: {
          kind: 'template',
          message: "executor.spec.timeout: '{{ workload.time }}' must give a duration such as 30s",
        },
      });
      expect(new CoreRun(playbookFrom(yaml)).start(mappingOf([['time', '2h']])).queue).toHaveLength(1);
    },
  );
});

describe('X1: once the execution is failing', () => {
  const PARALLEL = `
    workflow:
      - { step: s, next: [a, each, wait, again] }
      - { step: a, tool: { kind: noop } }
      - { step: each, loop: { in: [x, y, z], iterator: i, spec: { mode: parallel, max_in_flight: 2 } }, tool: { kind: noop } }
      - { step: wait, tool: { kind: noop } }
      - { step: again, tool: { kind: noop }, retry: 2 }
  `;

  it('iterations that were issued are waited for, and what is parked or due later is cancelled', () => {
    const r = run(PARALLEL);
    const { commandId, attempt } = r.take('wait');
    r.send({ kind: 'parked', commandId, attempt, waitsFor: { kind: 'callback', deadline: undefined } });
    const retried = r.queue.find(({ step }) => step === 'again')!.commandId;
    r.fail('again').fail('a');
    expect(r.cancelled.sort()).toEqual([commandId, retried].sort());
    expect(r.waiting()).toEqual(['each[0]', 'each[1]']);
    expect(r.state.phase.kind).toBe('in_progress');
    r.done('each').done('each');
    expect(r.waiting()).toEqual([]);
    expect(r.state.phase).toMatchObject({ kind: 'failed', error: { message: "step 'a': it broke" } });
    expect(r.events('step.skipped')).toEqual([]);
  });

  it('a claimed command is waited for', () => {
    const r = run(PARALLEL);
    const { commandId } = r.take('wait');
    r.send({ kind: 'claimed', commandId, worker: 'w' }).fail('a');
    expect(r.cancelled).not.toContain(commandId);
  });

  it('an iteration that waits for its retry is cancelled', () => {
    const r = run(`
      workflow:
        - { step: s, next: [a, each] }
        - { step: a, tool: { kind: noop } }
        - { step: each, loop: { in: [x], iterator: i }, tool: { kind: noop }, retry: 2 }
    `);
    r.fail('each').fail('a');
    expect(r.events('iteration_failed')).toMatchObject([
      {
        step: 'each',
        run: 1,
        settled: [{ index: 0, error: { kind: 'cancelled', message: 'the execution is failing' } }],
      },
    ]);
    expect(r.state.phase.kind).toBe('failed');
  });
});

describe('what a process takes up again', () => {
  it('is every open command with its next attempt, item and due time', () => {
    const r = run(`
      workflow:
        - { step: s, next: [a, each, done] }
        - { step: a, tool: { kind: noop }, retry: { max_attempts: 3, initial_delay: 1s } }
        - { step: each, loop: { in: [x, y], iterator: i, spec: { mode: parallel } }, tool: { kind: noop } }
        - { step: done, tool: { kind: noop } }
    `);
    r.fail('a').done('each', 1, 0).done('done');
    const ids = r.queue.map(({ commandId }) => commandId);
    expect(openWork(r.state)).toMatchObject([
      {
        command: {
          commandId: ids[1],
          executionId: '1',
          step: 'a',
          attempt: 2,
          maxAttempts: 3,
          availableAt: 1000,
        },
        state: { attempts: 1, status: { kind: 'retry' } },
      },
      {
        command: {
          commandId: ids[0],
          attempt: 1,
          availableAt: undefined,
          iteration: { index: 1, item: 'y' },
        },
        state: { status: { kind: 'issued' } },
      },
    ]);
    expect(openWork(EMPTY_STATE)).toEqual([]);
  });

  it('leaves out a command that settled in a turn that was cut short', () => {
    const r = run(TWO);
    const { commandId } = r.queue[0]!;
    const active = r.state.steps.get('a')!;
    const settled = {
      ...r.state,
      steps: new Map([
        [
          'a',
          {
            ...active,
            active: { ...active.active!, command: { ...commandOf(r)!, status: { kind: 'failed', error } } },
          },
        ],
      ]),
    } as typeof r.state;
    expect(openWork(r.state).map(({ command }) => command.commandId)).toEqual([commandId]);
    expect(openWork(settled)).toEqual([]);
  });
});

describe('a turn', () => {
  it('in the process that runs the commands itself issues them as claimed', () => {
    const program = makeProgram(playbookFrom(ONE));
    const start = {
      kind: 'start',
      executionId: '1',
      catalogId: '2',
      path: 'p',
      version: '1',
      payload: EMPTY_MAPPING,
    } as const;
    let id = 0;
    const decision = decide(program, EMPTY_STATE, [start], {
      now: 0,
      allocateId: () => `${++id}`,
      owner: 'me',
    });
    expect(decision.kind === 'decided' && openWork(decision.state)).toMatchObject([
      { state: { status: { kind: 'claimed', worker: 'me' } } },
    ]);
  });

  it('E1: starts with the workload of the playbook, overridden by the payload key by key', () => {
    const r = new CoreRun(playbookFrom(`workload: { x: 1, y: 2 }\n${ONE}`)).start(mappingOf([['y', 3]]));
    expect(r.state.header).toMatchObject({ executionId: '1', catalogId: '2', path: 'p', version: '1' });
    expect(r.state.header?.workload).toEqual({ x: 1, y: 3 });
    expect(r.log.slice(0, 2).map(({ type }) => type)).toEqual(['playbook_started', 'workflow_initialized']);
  });
});
