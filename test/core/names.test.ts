import { describe, expect, it } from 'vitest';
import { EMPTY_MAPPING, mappingOf, type PlainValue } from '../../src/common/plain-value.ts';
import { decide } from '../../src/core/decide/decide.ts';
import type { Failure } from '../../src/core/result.ts';
import { CoreRun } from '../support/core-run.ts';
import { playbookFrom } from '../support/load-playbook.ts';

const run = (yaml: string, payload?: Parameters<CoreRun['start']>[0]) =>
  new CoreRun(playbookFrom(yaml)).start(payload);

/** What a condition on an arc sees after `a` has ended. */
function holds(condition: string, settle: (r: CoreRun) => CoreRun, more = ''): boolean {
  const r = settle(
    run(`
      workflow:
        - step: a
          ${more}
          tool: { kind: noop }
          next: { arcs: [{ step: yes, on: any, when: "{{ ${condition} }}" }, { step: no, on: any }] }
        - { step: yes, tool: { kind: noop } }
        - { step: no, tool: { kind: noop } }
    `),
  );
  expect(r.waiting()).toHaveLength(1);
  return r.waiting()[0] === 'yes';
}

describe('after a success a condition sees', () => {
  const done = (data: PlainValue) => (r: CoreRun) => r.done('a', data);

  it('the data under all of its names, and the fields of the data', () => {
    for (const name of [
      'result.x',
      'response.x',
      'data.x',
      'output.x',
      'output.data.x',
      'output.result.x',
      'outcome.x',
      'a.x',
    ])
      expect(holds(`${name} == 1`, done({ x: 1 })), name).toBe(true);
    expect(holds('result == 7 and output.data == 7', done(7))).toBe(true);
    expect(holds('output.x is defined', done(7))).toBe(false);
    expect(holds('output.x is defined', done(null))).toBe(false);
    expect(holds('output.data[0] == 5 and output[0] is undefined', done([5]))).toBe(true);
  });

  it('that it was one', () => {
    for (const yes of [
      "output.status == 'ok'",
      'output.ok',
      'output.success',
      'success',
      'error is none',
      'output.error is none',
    ])
      expect(holds(yes, done({ x: 1 })), yes).toBe(true);
    expect(holds("output.status == 'ok'", done({ status: 'mine' }))).toBe(true);
    expect(holds('output.ref is none', done({ x: 1 }))).toBe(true);
  });

  it('the end of the run by the name it asks for', () => {
    for (const name of ['step.done', 'step.exit', 'call.done']) {
      expect(holds(`event.name == '${name}'`, done(1)), name).toBe(true);
      expect(
        holds(`event.name == '${name}'`, r => r.fail('a')),
        name,
      ).toBe(false);
    }
    expect(holds("event.name == 'loop.done'", done(1))).toBe(false);
    expect(
      holds("event.step == 'a' and event.status == 'COMPLETED' and event.payload is none", done(1)),
    ).toBe(true);
    expect(holds("event.name is defined and event.name != 'step.failed'", done(1))).toBe(true);
  });
});

describe('after a failure a condition sees', () => {
  const full: Failure = {
    kind: 'server_error',
    message: 'no',
    retryable: true,
    code: 'E1',
    statusCode: 503,
    task: 't',
    details: mappingOf([['row', 7]]),
  };
  const failed = (error: Partial<Failure>) => (r: CoreRun) => r.fail('a', error);

  it('that it was one, and every field of the error', () => {
    for (const yes of ["output.status == 'error'", 'not output.ok', 'not output.success', 'not success'])
      expect(holds(yes, failed({})), yes).toBe(true);
    for (const yes of [
      "error.kind == 'server_error'",
      "error.message == 'no' and error.retryable",
      "error.code == 'E1' and error.task == 't' and error.details.row == 7",
      'error.status == 503 and error.status_code == 503',
      "output.error.code == 'E1' and event.payload.code == 'E1'",
      "event.status == 'FAILED'",
    ])
      expect(holds(yes, failed(full)), yes).toBe(true);
    for (const field of ['code', 'status', 'status_code', 'task', 'details'])
      expect(holds(`error.${field} is none`, failed({})), field).toBe(true);
  });

  it('the end of the run by the name it asks for', () => {
    for (const name of ['step.failed', 'call.error', 'command.failed']) {
      expect(holds(`event.name == '${name}'`, failed({})), name).toBe(true);
      expect(
        holds(`event.name == '${name}'`, r => r.done('a')),
        name,
      ).toBe(false);
    }
  });
});

describe('after a loop a condition sees', () => {
  const LOOP = 'loop: { in: [1, 2], iterator: i, spec: { mode: parallel } }';
  const both = (r: CoreRun) => r.done('a', 1).done('a', 2);

  it('its length and statistics', () => {
    expect(holds('loop.length == 2 and loop.done and loop.stats.success == 2', both, LOOP)).toBe(true);
    expect(holds('loop is defined', r => r.done('a'))).toBe(false);
  });

  it('R4: `call.done` too, unless an arc of the step asks for `loop.done`', () => {
    expect(holds("event.name == 'call.done'", both, LOOP)).toBe(true);
    for (const name of ['loop.done', 'step.done', 'step.exit'])
      expect(holds(`event.name == '${name}'`, both, LOOP), name).toBe(true);
    const r = run(`
      workflow:
        - step: a
          ${LOOP}
          tool: { kind: noop }
          next:
            spec: { mode: inclusive }
            arcs:
              - { step: each, when: "{{ event.name == 'call.done' }}" }
              - { step: all, when: "{{ event.name == 'loop.done' }}" }
        - { step: each, tool: { kind: noop } }
        - { step: all, tool: { kind: noop } }
    `);
    expect(both(r).waiting()).toEqual(['all']);
  });
});

describe('after a skipped run a condition sees', () => {
  it('that it was skipped', () => {
    const guard = 'when: "{{ missing }}"';
    expect(holds("event.name == 'step.skipped' and event.status == 'SKIPPED'", r => r, guard)).toBe(true);
    expect(holds("event.name == 'step.done'", r => r, guard)).toBe(false);
  });
});

describe('a stored result', () => {
  const settle = (condition: string) => {
    const r = run(`
      workflow:
        - step: a
          tool: { kind: noop }
          next: { arcs: [{ step: b, when: "{{ ${condition} }}" }] }
        - { step: b, tool: { kind: noop } }
    `);
    const { commandId, attempt } = r.take('a');
    const ref = { uri: 'noetl://x', sha256: '', bytes: 9, extracted: EMPTY_MAPPING };
    const outcome = { result: { kind: 'stored', ref }, ctx: EMPTY_MAPPING } as const;
    return { r, done: { kind: 'done', commandId, attempt, outcome } as const };
  };

  it('U1: is asked for by its uri only where its data is read', () => {
    const { r, done } = settle("output.ref == 'noetl://x' and output.ok");
    expect(r.send(done).waiting()).toEqual(['b']);
    const { r: other, done: reads } = settle('output.data.x');
    let id = 900;
    expect(decide(other.program, other.state, [reads], { now: 0, allocateId: () => `${++id}` })).toEqual({
      kind: 'needs',
      uri: 'noetl://x',
    });
  });
});

describe('a guard sees', () => {
  const guarded = (guard: string, more = '') =>
    run(`
      workload: { w: 1 }
      workflow:
        - { step: s, next: { arcs: [{ step: a, args: { x: 1, both: arc } }] } }
        - { step: a, when: "{{ ${guard} }}", input: { y: "{{ workload.w + 1 }}", list: ["{{ workload.w }}", null], both: step }, tool: { kind: noop } }
        ${more}
    `).waiting().length === 1;

  it('the arguments that arrived and the input of the step, by name and together', () => {
    for (const yes of [
      'x == 1 and args.x == 1 and input.x == 1',
      'y == 2 and input.y == 2 and args.y == 2',
      'input.list[0] == 1 and input.list[1] is none',
      "both == 'arc' and input.both == 'arc'",
    ])
      expect(guarded(yes), yes).toBe(true);
  });

  it('where it was reached from', () => {
    expect(guarded("arrivals[0]['from'] == 's' and arrivals[0].run == 1 and arrivals[0].args.x == 1")).toBe(
      true,
    );
    expect(guarded("event.name == 'step.enter' and event.step == 's'")).toBe(true);
    const first = run(
      `workflow:\n  - { step: a, when: "{{ event.step is undefined and arrivals[0]['from'] is undefined }}", tool: { kind: noop } }`,
    );
    expect(first.waiting()).toEqual(['a']);
  });

  it('U2: the time of the turn and ids that differ', () => {
    const playbook = playbookFrom(
      `workflow:\n  - { step: a, when: "{{ uuid() != uuid() }}", set: { ctx.one: "{{ uuid() }}", ctx.at: "{{ now() }}" }, tool: { kind: noop } }`,
    );
    const r = new CoreRun(playbook);
    r.now = 60_000;
    r.start().done('a');
    expect(String(r.state.ctx.one)).toMatch(/^1-\d+-\d+$/);
    expect(JSON.stringify(r.state.ctx.at)).toContain('1970-01-01');
  });
});

describe('S2: admission', () => {
  const admitting = (policy: string, more = '') =>
    run(`
      workload: { open: false }
      workflow:
        - { step: s, next: [a, b] }
        - step: a
          tool: { kind: noop }
          spec: { policy: { admit: { ${policy} } } }
          ${more}
        - { step: b, tool: { kind: noop } }
    `);
  const DENY = 'rules: [{ when: "{{ not ctx.open }}", then: { allow: false } }, { else: { allow: true } }]';

  it('skips a step that is denied, as a run', () => {
    const r = admitting(DENY);
    expect(r.waiting()).toEqual(['b']);
    expect(r.events('step.skipped')).toMatchObject([
      { step: 'a', why: { reason: 'admission', run: 1, arrivals: [{ from: { step: 's', run: 1 } }] } },
    ]);
  });

  it('admits by the first rule that matches, and where none does', () => {
    expect(admitting('rules: [{ then: { allow: true } }, { then: { allow: false } }]').waiting()).toContain(
      'a',
    );
    expect(admitting('rules: [{ when: "{{ missing }}", then: { allow: false } }]').waiting()).toContain('a');
    expect(admitting('rules: [{ then: { allow: "{{ 1 == 1 }}" } }]').waiting()).toContain('a');
    expect(admitting('rules: [{ then: { allow: "{{ missing }}" } }]').waiting()).not.toContain('a');
  });

  it('keeps a step waiting until it is allowed', () => {
    const r = admitting(`${DENY}, on_deny: wait`);
    expect(r.waiting()).toEqual(['b']);
    expect(r.events('step.skipped')).toEqual([]);
    r.send({ kind: 'set_ctx', values: mappingOf([['open', true]]) });
    expect(r.waiting()).toEqual(['b', 'a']);
  });

  it('skips what still waits when nothing can change any more', () => {
    const r = admitting(`${DENY}, on_deny: wait`).done('b');
    expect(r.events('step.skipped')).toMatchObject([{ step: 'a', why: { reason: 'admission' } }]);
    expect(r.state.phase.kind).toBe('completed');
  });

  it('T1: that cannot be evaluated fails the step and is not taken for a yes', () => {
    const r = admitting('rules: [{ when: "{{ 1 + \'x\' }}", then: { allow: true } }]');
    expect(r.runs()).toContain('a');
    expect(r.events('command.issued').map(({ step }) => step)).not.toContain('a');
    expect(r.state.fatal).toMatchObject([{ step: 'a', error: { kind: 'template' } }]);
  });

  it('holds for the final step too', () => {
    const r = run(`
      executor: { spec: { final_step: notify } }
      workflow:
        - { step: a, tool: { kind: noop } }
        - { step: notify, tool: { kind: noop }, spec: { policy: { admit: { on_deny: wait, rules: [{ then: { allow: false } }] } } } }
    `).done('a');
    expect(r.waiting()).toEqual([]);
    expect(r.state.phase.kind).toBe('completed');
  });
});

describe('T1: a template that cannot be evaluated', () => {
  const broken = (step: string, more = '') =>
    run(`
      workflow:
        - ${step}
        - { step: b, tool: { kind: noop } }
        ${more}
    `);

  it('in `set` fails the run, whose result stays', () => {
    const r = broken(`{ step: a, tool: { kind: noop }, set: { ctx.x: "{{ 1 + 'x' }}" }, next: b }`).done(
      'a',
      5,
    );
    expect(r.events('step.exit')).toMatchObject([
      { outcome: { status: 'FAILED', error: { kind: 'template', retryable: false }, result: { data: 5 } } },
    ]);
    expect(r.state.phase).toMatchObject({ failedSteps: ['a'] });
    expect(r.state.ctx).toEqual({});
  });

  it('on an arc fails the execution, naming the routing of the step', () => {
    const r = broken(
      `{ step: a, tool: { kind: noop }, next: { arcs: [{ step: b, when: "{{ 1 + 'x' }}" }] } }`,
    ).done('a');
    expect(r.events('next.evaluated').at(-1)).toMatchObject({ arcs: [], tokens: [], failure: 'fatal' });
    expect(r.state.phase).toMatchObject({ kind: 'failed', failedSteps: ['a'] });
    expect(r.state.phase.kind === 'failed' && r.state.phase.error.message).toContain("routing of step 'a'");
  });

  it('C6: in the delay or the count of a retry does not retry', () => {
    for (const retry of [
      'initial_delay: "{{ missing }}"',
      'max_delay: "{{ 0 - 1 }}"',
      'initial_delay: "{{ \'soon\' }}"',
    ]) {
      const r = broken(`{ step: a, tool: { kind: noop }, retry: { max_attempts: 3, ${retry} } }`).fail('a');
      expect(r.state.phase, retry).toMatchObject({
        kind: 'failed',
        error: { message: "step 'a': it broke" },
      });
    }
  });

  it('in the number of attempts of a loop fails its run', () => {
    const r = run(`
      workflow:
        - step: each
          loop: { in: [1, 2, 3], iterator: i, spec: { mode: parallel, max_in_flight: 2 } }
          tool: { kind: noop }
          retry: { max_attempts: "{{ ctx.n | default(2) }}" }
    `);
    expect(r.queue[0]?.maxAttempts).toBe(2);
    const second = r.queue[1]!.commandId;
    r.send({ kind: 'set_ctx', values: mappingOf([['n', 'many']]) }).done('each', 1, 0);
    expect(r.cancelled).toEqual([second]);
    expect(r.state.phase).toMatchObject({
      kind: 'failed',
      failedSteps: ['each'],
      error: { kind: 'template' },
    });
  });

  it('in the number of attempts is read with the arguments of the run, in loops too', () => {
    const attempts = (loop: string) =>
      run(`
        workflow:
          - { step: s, next: { arcs: [{ step: a, args: { n: 4 } }] } }
          - { step: a, ${loop} tool: { kind: noop }, retry: { max_attempts: "{{ args.n }}" } }
      `).queue[0]?.maxAttempts;
    expect(attempts('')).toBe(4);
    expect(attempts('loop: { in: [1], iterator: i },')).toBe(4);
  });
});

describe('a `set`', () => {
  it('sees what stands before it, and keeps only durable values', () => {
    const r = run(`
      workflow:
        - step: a
          tool: { kind: noop }
          set: { step.one: "{{ output.x }}", ctx.two: "{{ step.one + 1 }}", ctx.three: "{{ two + ctx.two }}", iter.four: 1 }
    `).done('a', { x: 1 });
    expect(r.state.ctx).toEqual({ two: 2, three: 4 });
    expect(r.events('ctx.updated')).toMatchObject([
      { step: 'a', gen: r.events('step.exit')[0]?.id },
      { step: 'a', run: 1, values: { one: 1 } },
    ]);
  });

  it('does not happen after a failure', () => {
    const r = run(`
      workflow:
        - { step: a, tool: { kind: noop }, on_error: continue, set: { ctx.x: 1 }, next: b }
        - { step: b, tool: { kind: noop } }
    `).fail('a');
    expect(r.events('ctx.updated')).toEqual([]);
  });

  it('of an arc is named after the arc', () => {
    const r = run(`
      workflow:
        - { step: a, tool: { kind: noop }, next: { arcs: [{ step: b, set: { ctx.x: 1 } }] } }
        - { step: b, tool: { kind: noop } }
    `).done('a');
    expect(r.events('ctx.updated')).toMatchObject([{ step: 'a', gen: 'a#arc0' }]);
  });
});
