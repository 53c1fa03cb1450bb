import { describe, expect, it } from 'vitest';
import { EMPTY_MAPPING, mappingOf } from '../../src/common/plain-value.ts';
import { decide } from '../../src/core/decide/decide.ts';
import type { Input } from '../../src/core/decide/input.ts';
import { openWork } from '../../src/core/decide/open-work.ts';
import { fold } from '../../src/core/fold/fold.ts';
import { CoreRun, show } from '../support/core-run.ts';
import { playbookFrom } from '../support/load-playbook.ts';
import { playbookOf } from '../support/playbook-of.ts';

// The conformance checklist of orchestration and queue, one test for each item. Its scenarios of routing
// (28a) are in scenarios.test.ts.

const run = (yaml: string, payload?: Parameters<CoreRun['start']>[0]) =>
  new CoreRun(playbookFrom(yaml)).start(payload);
const outcome = { result: { kind: 'none' }, ctx: EMPTY_MAPPING } as const;
const error = { kind: 'exception', message: 'it broke', retryable: false } as const;

describe('orchestration', () => {
  it('14: three steps in a row all run and finish, in the order of events that was documented', () => {
    const r = run(`
      workflow:
        - { step: start, next: one }
        - { step: one, tool: { kind: noop }, next: two }
        - { step: two, tool: { kind: noop }, next: end }
        - { step: end }
    `);
    r.done('one').done('two');
    expect(r.runs()).toEqual(['start', 'one', 'two', 'end']);
    expect(r.log.map(({ type }) => type)).toEqual([
      'playbook_started',
      'workflow_initialized',
      ...['step.enter', 'step.exit', 'next.evaluated'],
      ...['step.enter', 'command.issued', 'command.started', 'call.done', 'command.completed'],
      ...['step.exit', 'next.evaluated'],
      ...['step.enter', 'command.issued', 'command.started', 'call.done', 'command.completed'],
      ...['step.exit', 'next.evaluated'],
      ...['step.enter', 'step.exit', 'next.evaluated'],
      'workflow_completed',
      'playbook.completed',
    ]);
  });

  it('15: a loop of three endpoints is followed by the validation of its results', () => {
    const r = run(`
      workload: { endpoints: [a, b, c] }
      workflow:
        - step: fetch_all_endpoints
          loop: { in: "{{ workload.endpoints }}", iterator: endpoint, spec: { mode: sequential } }
          tool: { kind: noop }
          next: validate_results
        - { step: validate_results, when: "{{ fetch_all_endpoints | length == 3 }}", tool: { kind: noop } }
    `);
    for (const pages of [[1, 2], [3], [4, 5]]) r.done('fetch_all_endpoints', pages);
    expect(r.waiting()).toEqual(['validate_results']);
    expect(r.done('validate_results', 'valid').state.phase).toMatchObject({
      kind: 'completed',
      result: { data: 'valid' },
    });
  });

  it('16: parallel branches start in one turn, one that is done defers the end, and `end` runs once', () => {
    const r = run(`
      workflow:
        - { step: start, next: [a, b] }
        - { step: a, tool: { kind: noop } }
        - { step: b, tool: { kind: noop } }
        - { step: end, tool: { kind: noop } }
    `);
    expect(r.waiting()).toEqual(['a', 'b']);
    expect(r.done('a').state.phase.kind).toBe('in_progress');
    expect(r.waiting()).toEqual(['b']);
    expect(r.done('b').waiting()).toEqual(['end']);
    expect(r.done('end').state.phase.kind).toBe('completed');
    expect(r.runs().filter(name => name.startsWith('end'))).toEqual(['end']);
  });

  it('17: a join waits while one upstream runs and starts once', () => {
    const r = new CoreRun(playbookOf('s all[a b]; a one[j]; b one[j]; j')).start().done('s');
    expect(r.done('b').waiting()).toEqual(['a']);
    expect(r.done('a').waiting()).toEqual(['j']);
    expect(r.done('j').state.phase.kind).toBe('completed');
  });

  it('17: a join takes a skipped upstream for done, and an exclusive sibling does not block it', () => {
    const r = run(`
      workload: { left: true }
      workflow:
        - { step: s, next: [guarded, choice] }
        - { step: guarded, when: "{{ missing }}", tool: { kind: noop }, next: j }
        - step: choice
          tool: { kind: noop }
          next: { arcs: [{ step: left, when: "{{ workload.left }}" }, { step: right }] }
        - { step: left, tool: { kind: noop }, next: j }
        - { step: right, tool: { kind: noop }, next: j }
        - { step: j, tool: { kind: noop } }
    `);
    expect(r.done('choice').done('left').waiting()).toEqual(['j']);
    r.done('j');
    expect(r.events('step.skipped').map(({ step, why }) => `${step}: ${why.reason}`)).toEqual([
      'guarded: guard',
      'right: unreached',
    ]);
    expect(r.runs().filter(name => name.startsWith('j'))).toEqual(['j']);
  });

  it('17: a loop head is not blocked by its own body, and branches that meet are no loop', () => {
    const head = new CoreRun(playbookOf('s one[h]; h one[w]; w one[h]')).start().done('s');
    expect(head.waiting()).toEqual(['h']);
    expect(head.done('h').done('w').waiting()).toEqual(['h']);
    const meeting = new CoreRun(playbookOf('s all[a b]; a one[j]; b one[j]; j one[k]; k')).start();
    expect(meeting.program.graph.loops).toEqual([]);
  });

  it('18: pages by arcs with an offset that only grows, sets once per page, and takes the exit at the end', () => {
    const r = run(`
      workload: { offset: 0 }
      workflow:
        - { step: fetch, tool: { kind: noop }, set: { ctx.offset: "{{ output.next }}" }, next: check }
        - step: check
          tool: { kind: noop }
          next: { arcs: [{ step: fetch, when: "{{ ctx.offset < 30 }}" }, { step: report }] }
        - { step: report, tool: { kind: noop } }
    `);
    for (const next of [10, 20, 30]) r.done('fetch', { next }).done('check');
    expect(r.events('ctx.updated').map(({ values }) => values.offset)).toEqual([10, 20, 30]);
    expect(r.waiting()).toEqual(['report']);
    expect(r.events('step.skipped')).toEqual([]);
  });

  it('19: a step in the middle whose guard is false is skipped, and the chain completes without commands', () => {
    const r = run(`
      workflow:
        - { step: start, next: middle }
        - { step: middle, when: "{{ missing }}", tool: { kind: noop }, next: end }
        - { step: end }
    `);
    expect(r.events('command.issued')).toEqual([]);
    expect(r.runs()).toEqual(['start', 'end']);
    expect(r.state.phase.kind).toBe('completed');
  });

  it('20: a failed command fails the execution, naming the step, when nothing else runs', () => {
    const playbook = playbookOf('s all[a b]; a; b');
    const alone = new CoreRun(playbookOf('a')).start().fail('a');
    expect(alone.state.phase).toMatchObject({ kind: 'failed', failedSteps: ['a'] });
    const r = new CoreRun(playbook).start().done('s');
    const { commandId } = r.take('b');
    r.send({ kind: 'started', commandId, attempt: 1 }).fail('a');
    expect(r.state.phase.kind).toBe('in_progress');
    r.send({ kind: 'done', commandId, attempt: 1, outcome });
    expect(r.state.phase).toMatchObject({ kind: 'failed', failedSteps: ['a'] });
  });

  it('21: a collection that is null fails by the name of its step, and an empty one passes through', () => {
    const looped = (items: null | []) =>
      run(
        `
        workload: { items: [1] }
        workflow:
          - { step: each, loop: { in: "{{ workload.items }}", iterator: i }, tool: { kind: noop }, next: after }
          - { step: after, tool: { kind: noop } }
      `,
        mappingOf([['items', items]]),
      );
    expect(looped(null).state.phase).toMatchObject({
      kind: 'failed',
      failedSteps: ['each'],
      error: { message: expect.stringContaining("step 'each' is null") },
    });
    expect(looped([]).waiting()).toEqual(['after']);
  });

  it('22: an arc that asks for loop.done fires after a loop', () => {
    const r = run(`
      workflow:
        - step: each
          loop: { in: [1], iterator: i }
          tool: { kind: noop }
          next: { arcs: [{ step: after, when: "{{ event.name == 'loop.done' }}" }] }
        - { step: after, tool: { kind: noop } }
    `);
    expect(r.done('each').waiting()).toEqual(['after']);
  });

  it('23: what an arc sets reaches the templates of the next step', () => {
    const r = run(`
      workflow:
        - step: a
          tool: { kind: noop }
          next: { arcs: [{ step: b, set: { ctx.test_var: "{{ output.x }}", ctx.computed: 200 } }] }
        - { step: b, when: "{{ test_var == 'v' and ctx.computed == 200 }}", tool: { kind: noop } }
    `);
    expect(r.done('a', { x: 'v' }).waiting()).toEqual(['b']);
    expect(r.state.ctx).toEqual({ test_var: 'v', computed: 200 });
  });

  it('24: a template that cannot be evaluated fails the execution and does not hang it', () => {
    for (const broken of [
      `when: "{{ 1 + 'x' }}",`,
      `set: { ctx.x: "{{ 1 + 'x' }}" },`,
      `next: { arcs: [{ step: b, when: "{{ 1 + 'x' }}" }] },`,
      `retry: { max_attempts: "{{ 1 + 'x' }}" },`,
    ]) {
      const r = run(`
        workflow:
          - { step: a, ${broken} tool: { kind: noop } }
          - { step: b, tool: { kind: noop } }
      `);
      if (r.waiting().length > 0) r.done('a');
      expect(r.state.phase, broken).toMatchObject({
        kind: 'failed',
        failedSteps: ['a'],
        error: { kind: 'template' },
      });
    }
  });

  it('25: a parked command does not advance; its callback resumes it and a failure ends the wait', () => {
    const parked = () => {
      const r = new CoreRun(playbookOf('a one[b]; b')).start();
      const { commandId, attempt } = r.take('a');
      r.send({ kind: 'parked', commandId, attempt, waitsFor: { kind: 'callback', deadline: undefined } });
      expect(r.waiting()).toEqual([]);
      expect(r.state.phase.kind).toBe('in_progress');
      return { r, commandId, attempt };
    };
    const { r, ...report } = parked();
    expect(r.send({ kind: 'done', ...report, outcome }).waiting()).toEqual(['b']);
    const { r: other, ...same } = parked();
    expect(other.send({ kind: 'failed', ...same, error }).state.phase.kind).toBe('failed');
  });

  it('26: a second pass adds nothing, replay gives the same state, and shuffled repeats change nothing', () => {
    const playbook = playbookOf('s all[a b]; a one[j]; b one[j]; j');
    const straight = new CoreRun(playbook).start().done('s').done('a').done('b').done('j');
    const r = new CoreRun(playbook).start();
    const sent: Input[] = [];
    const step = (name: string) => {
      const { commandId, attempt } = r.take(name);
      const done = { kind: 'done', commandId, attempt, outcome } as const;
      sent.push(done);
      r.send(done, ...sent.toReversed(), done);
    };
    for (const name of ['s', 'b', 'a', 'j']) step(name);
    expect(r.runs().sort()).toEqual(straight.runs().sort());
    expect(r.state.phase.kind).toBe('completed');
    const again = decide(r.program, r.state, [], { now: 0, allocateId: () => '9999' });
    expect(again).toMatchObject({ kind: 'decided', events: [], commands: [], cancelled: [] });
    expect(show(fold(r.log))).toBe(show(r.state));
  });

  it('27: a command whose worker died is delivered again, the late result is refused, the execution ends', () => {
    const r = new CoreRun(playbookOf('a one[b]; b')).start();
    const first = r.take('a');
    r.send({ kind: 'started', commandId: first.commandId, attempt: 1, worker: 'w1' });
    r.send({ kind: 'lease_lost', commandId: first.commandId, worker: 'w1' });
    expect(r.queue).toMatchObject([{ commandId: first.commandId, attempt: 1 }]);
    r.done('a', 'second').send({ kind: 'done', commandId: first.commandId, attempt: 1, outcome });
    expect(r.events('command.late')).toMatchObject([{ why: 'its run is over' }]);
    expect(r.state.steps.get('a')?.result).toEqual({ kind: 'inline', data: 'second' });
    expect(r.done('b').state.phase.kind).toBe('completed');
  });

  it('28: whatever part of the log survives, the next turn goes on from it to the same end', () => {
    const playbook = playbookFrom(`
      workflow:
        - { step: s, next: [a, each] }
        - { step: a, tool: { kind: noop }, set: { ctx.x: "{{ result }}" }, next: j }
        - { step: each, loop: { in: [1, 2], iterator: i }, tool: { kind: noop }, next: j }
        - { step: j, tool: { kind: noop } }
    `);
    const whole = new CoreRun(playbook).start();
    // A turn is appended as a whole or not at all: these are the logs that a crash can leave.
    const logs = [[...whole.log]];
    for (const [step, data] of [
      ['a', 1],
      ['each', 2],
      ['each', 3],
      ['j', 4],
    ] as const)
      logs.push([...whole.done(step, data).log]);
    expect(whole.state.phase).toMatchObject({ kind: 'completed', result: { data: 4 } });
    for (const log of logs) {
      const r = new CoreRun(playbook, { checks: false });
      r.log.push(...log);
      r.state = fold(log);
      expect(r.send().log).toHaveLength(log.length);
      r.queue.push(...openWork(r.state).map(({ command }) => command));
      const answers: Record<string, number[]> = { a: [1], each: [2, 3], j: [4] };
      for (let command = r.queue[0]; command; command = r.queue[0])
        r.done(command.step, answers[command.step]![command.iteration?.index ?? 0]!);
      expect(r.runs()).toEqual(whole.runs());
      expect(r.state.ctx).toEqual(whole.state.ctx);
      expect(r.state.steps.get('each')?.result).toEqual({ kind: 'inline', data: [2, 3] });
      expect(r.state.phase).toMatchObject({ kind: 'completed', result: { data: 4 } });
    }
  });
});

describe('queue', () => {
  const retrying = (retry: string) =>
    run(`workflow:\n  - { step: a, tool: { kind: noop }, retry: ${retry} }`);
  /** The row of the queue after each thing that happens, and the delays in seconds. */
  const table = (r: CoreRun, executions: number) => {
    const rows: string[] = [];
    const note = () => {
      const active = r.state.steps.get('a')?.active;
      if (active?.kind !== 'plain') return rows.push(`dead ${r.state.steps.get('a')?.last?.attempts}`);
      return rows.push(`${active.command?.status.kind} ${active.command?.attempts}`);
    };
    for (let attempt = 1; attempt <= executions; attempt++) {
      const { commandId } = r.queue[0]!;
      r.send({ kind: 'started', commandId, attempt });
      note();
      r.fail('a');
      note();
    }
    return { rows, delays: r.events('action_retry').map(({ delay }) => delay / 1000) };
  };

  it('29: max_attempts 3 and 5 execute three and five times, with the documented states and delays', () => {
    expect(table(retrying('{ max_attempts: 3 }'), 3)).toEqual({
      rows: ['started 1', 'retry 1', 'started 2', 'retry 2', 'started 3', 'dead 3'],
      delays: [1, 1.5],
    });
    const five = table(retrying('{ max_attempts: 5, initial_delay: 2, multiplier: 1.5 }'), 5);
    expect(five.delays).toEqual([2, 3, 4.5, 6.75]);
    expect(five.rows.at(-1)).toBe('dead 5');
    const r = retrying('{ max_attempts: 3 }');
    r.now = 500;
    r.fail('a', { message: 'boom' });
    expect(r.events('action_retry')).toMatchObject([
      {
        step: 'a',
        task: undefined,
        attempt: 1,
        maxAttempts: 3,
        delay: 1000,
        availableAt: 1500,
        error: { message: 'boom' },
      },
    ]);
  });

  it('29: a retry may be written as a truth value, a number, a mapping or a list', () => {
    for (const [form, executions] of [
      ['true', 3],
      ['2', 2],
      ['{ max_attempts: 4 }', 4],
      ['[{ max_attempts: 2 }]', 2],
      ['false', 1],
    ] as const)
      expect(table(retrying(form), executions).rows.at(-1), form).toBe(`dead ${executions}`);
  });

  it('30: a retry is not due before its time, and stop_when beats when', () => {
    const r = retrying('{ max_attempts: 2, initial_delay: 5s }');
    r.now = 1000;
    r.fail('a');
    expect(r.queue).toMatchObject([{ attempt: 2, availableAt: 6000 }]);
    const stopped = retrying(
      '{ max_attempts: 3, when: "{{ error }}", stop_when: "{{ error.kind == \'auth\' }}" }',
    );
    expect(stopped.fail('a', { kind: 'auth' }).events('action_retry')).toEqual([]);
    expect(stopped.state.phase.kind).toBe('failed');
  });
});
