import { describe, expect, it } from 'vitest';
import { CoreRun } from '../support/core-run.ts';
import { playbookFrom } from '../support/load-playbook.ts';

const run = (yaml: string, payload?: Parameters<CoreRun['start']>[0]) =>
  new CoreRun(playbookFrom(yaml)).start(payload);

describe('a workflow', () => {
  it('runs three steps in a row and writes seven events for each', () => {
    const r = run(`
      workflow:
        - { step: a, tool: { kind: noop }, next: b }
        - { step: b, tool: { kind: noop }, next: c }
        - { step: c, tool: { kind: noop } }
    `);
    r.done('a').done('b').done('c', { answer: 42 });
    expect(r.state.phase).toMatchObject({ kind: 'completed', result: { data: { answer: 42 } } });
    const ofB = r.log.filter(event => 'step' in event && event.step === 'b').map(event => event.type);
    expect(ofB).toEqual([
      'step.enter',
      'command.issued',
      'command.started',
      'call.done',
      'command.completed',
      'step.exit',
      'next.evaluated',
    ]);
    expect(r.log.at(-1)?.type).toBe('playbook.completed');
  });

  it('dispatches parallel branches in one turn and `end` once, after both', () => {
    const r = run(`
      workflow:
        - { step: start, next: [a, b] }
        - { step: a, tool: { kind: noop } }
        - { step: b, tool: { kind: noop } }
        - { step: end, tool: { kind: noop } }
    `);
    expect(r.waiting()).toEqual(['a', 'b']);
    r.done('b');
    expect(r.waiting()).toEqual(['a']);
    r.done('a');
    expect(r.waiting()).toEqual(['end']);
    r.done('end');
    expect(r.state.phase.kind).toBe('completed');
  });

  it('does not wait at a join for a branch that was not taken, and marks what was never reached', () => {
    const r = run(`
      workload: { fast: true }
      workflow:
        - step: start
          next:
            arcs:
              - { step: quick, when: "{{ workload.fast }}" }
              - { step: slow }
        - { step: quick, tool: { kind: noop }, next: join }
        - { step: slow, tool: { kind: noop }, next: join }
        - { step: join, tool: { kind: noop } }
    `);
    r.done('quick').done('join');
    expect(r.state.phase.kind).toBe('completed');
    expect(r.events('step.skipped')).toMatchObject([{ step: 'slow', why: { reason: 'unreached' } }]);
    expect(r.events('next.evaluated')[0]?.arcs).toEqual([
      { arc: 0, target: 'quick', matched: true, why: 'its condition holds' },
      { arc: 1, target: 'slow', matched: false, why: 'an earlier arc matched' },
    ]);
  });

  it('pages by arcs with a durable offset until the guard says no', () => {
    const r = run(`
      workload: { offset: 0 }
      workflow:
        - step: fetch
          tool: { kind: noop }
          set: { ctx.offset: "{{ output.next_offset }}" }
          next:
            arcs:
              - { step: fetch, when: "{{ ctx.offset < 30 }}" }
              - { step: report }
        - { step: report, tool: { kind: noop } }
    `);
    for (const offset of [10, 20, 30]) r.done('fetch', { next_offset: offset });
    expect(r.runs()).toEqual(['fetch', 'fetch(2)', 'fetch(3)', 'report']);
    expect(r.events('ctx.updated').map(event => event.values)).toEqual([
      { offset: 10 },
      { offset: 20 },
      { offset: 30 },
    ]);
    expect(r.done('report').state.phase.kind).toBe('completed');
  });

  it('skips a step whose guard is false and goes on behind it without a command', () => {
    const r = run(`
      workflow:
        - { step: start, next: middle }
        - { step: middle, when: "{{ false }}", tool: { kind: noop }, next: last }
        - { step: last }
    `);
    expect(r.queue).toEqual([]);
    expect(r.state.phase.kind).toBe('completed');
    expect(r.events('step.skipped')).toMatchObject([{ step: 'middle', why: { reason: 'guard', run: 1 } }]);
  });

  it('ends a branch quietly where no arc matched, and never hangs', () => {
    const r = run(`
      workflow:
        - step: start
          tool: { kind: noop }
          next: { arcs: [{ step: a, when: "{{ output.go }}" }] }
        - { step: a, tool: { kind: noop } }
    `);
    expect(r.done('start', { go: false }).state.phase.kind).toBe('completed');
    expect(r.runs()).toEqual(['start']);
  });

  it('fails where no arc matched and the executor says that one must', () => {
    const r = run(`
      executor: { spec: { no_next_is_error: true } }
      workflow:
        - step: start
          tool: { kind: noop }
          next: { arcs: [{ step: a, when: "{{ output.go }}" }] }
        - { step: a, tool: { kind: noop } }
    `);
    r.done('start', { go: false });
    expect(r.state.phase).toMatchObject({
      kind: 'failed',
      error: { kind: 'no_match' },
      failedSteps: ['start'],
    });
  });

  it('carries arc `set` and `args` to the target', () => {
    const r = run(`
      workflow:
        - step: a
          tool: { kind: noop }
          next:
            arcs:
              - { step: b, set: { ctx.test_var: "{{ output.x }}", ctx.computed: 200 }, args: { y: "{{ output.x + 1 }}" } }
        - { step: b, when: "{{ ctx.test_var == 5 and computed == 200 and args.y == 6 and y == 6 }}", tool: { kind: noop } }
    `);
    r.done('a', { x: 5 });
    expect(r.take('b').args).toEqual({ y: 6 });
  });

  it('merges the arguments of a join by the graph, not by who came first', () => {
    const yaml = `
      workflow:
        - { step: start, next: [a, b] }
        - { step: a, tool: { kind: noop }, next: { arcs: [{ step: j, args: { who: a, a: 1 } }] } }
        - { step: b, tool: { kind: noop }, next: { arcs: [{ step: j, args: { who: b, b: 1 } }] } }
        - { step: j, tool: { kind: noop } }
    `;
    const forwards = run(yaml).done('a').done('b').take('j').args;
    const backwards = run(yaml).done('b').done('a').take('j').args;
    expect(forwards).toEqual(backwards);
    expect(forwards).toEqual({ who: 'b', a: 1, b: 1 });
  });
});

describe('a failure', () => {
  const FAILING = `
    workflow:
      - { step: start, next: [a, b] }
      - { step: a, tool: { kind: noop }, next: after }
      - { step: b, tool: { kind: noop }, next: after_b }
      - { step: after, tool: { kind: noop } }
      - { step: after_b, tool: { kind: noop } }
  `;

  it('fails the execution once siblings that had begun have drained, and names the step', () => {
    const r = run(FAILING);
    const b = r.take('b');
    r.send({ kind: 'started', commandId: b.commandId, attempt: 1 });
    r.fail('a', { message: 'no such table' });
    expect(r.state.phase.kind).toBe('in_progress');
    r.send({
      kind: 'done',
      commandId: b.commandId,
      attempt: 1,
      outcome: { result: { kind: 'none' }, ctx: {} },
    });
    expect(r.state.phase).toMatchObject({
      kind: 'failed',
      failedSteps: ['a'],
      error: { message: "step 'a': no such table" },
    });
    expect(r.runs()).toEqual(['start', 'a', 'b']);
    expect(r.events('next.evaluated').at(-1)).toMatchObject({ step: 'b', drained: true, tokens: [] });
  });

  it('cancels what nobody has begun', () => {
    const r = run(FAILING);
    const b = r.queue.find(command => command.step === 'b')?.commandId;
    r.fail('a');
    expect(r.cancelled).toEqual([b]);
    expect(r.state.phase.kind).toBe('failed');
  });

  it('is handled by an arc that looks at it, and then the execution completes', () => {
    const r = run(`
      workflow:
        - step: a
          tool: { kind: noop }
          next:
            arcs:
              - { step: ok, when: "{{ event.name == 'step.done' }}" }
              - { step: repair, when: "{{ event.name == 'call.error' and error.kind == 'timeout' }}" }
        - { step: ok, tool: { kind: noop } }
        - { step: repair, tool: { kind: noop } }
    `);
    r.fail('a', { kind: 'timeout' }).done('repair');
    expect(r.state.phase.kind).toBe('completed');
    expect(r.events('next.evaluated')[0]).toMatchObject({ failure: 'handled' });
  });

  it('does not follow an arc without a condition', () => {
    const r = run(`
      workflow:
        - { step: a, tool: { kind: noop }, next: b }
        - { step: b, tool: { kind: noop } }
    `);
    expect(r.fail('a').state.phase.kind).toBe('failed');
    expect(r.runs()).toEqual(['a']);
  });

  it('is tolerated with on_error: continue, and routing goes on', () => {
    const r = run(`
      workflow:
        - { step: a, tool: { kind: noop }, on_error: continue, next: b }
        - { step: b, tool: { kind: noop } }
    `);
    r.fail('a').done('b');
    expect(r.state.phase.kind).toBe('completed');
  });

  it('of a condition that cannot be evaluated fails the step and never hangs', () => {
    const r = run(`
      workflow:
        - { step: a, when: "{{ 1 + 'x' }}", tool: { kind: noop } }
    `);
    expect(r.state.phase).toMatchObject({ kind: 'failed', failedSteps: ['a'], error: { kind: 'template' } });
  });

  it('still runs the final step, once', () => {
    const r = run(`
      executor: { spec: { final_step: notify } }
      workflow:
        - { step: a, tool: { kind: noop } }
        - { step: notify, tool: { kind: noop } }
    `);
    r.fail('a');
    expect(r.waiting()).toEqual(['notify']);
    expect(r.done('notify').state.phase).toMatchObject({ kind: 'failed', failedSteps: ['a'] });
  });

  it('of a loop by arcs that never ends is the cap on runs, not a hang', () => {
    const playbook = playbookFrom(`
      workflow:
        - { step: a, tool: { kind: noop }, next: { arcs: [{ step: a, when: "{{ not missing }}" }, { step: b }] } }
        - { step: b, tool: { kind: noop } }
    `);
    const r = new CoreRun(playbook, { limits: { maxRuns: 3 } }).start();
    for (let i = 0; i < 3; i++) r.done('a');
    expect(r.state.phase).toMatchObject({ kind: 'failed', error: { kind: 'run_limit' } });
  });
});
