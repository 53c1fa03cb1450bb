import { describe, expect, it } from 'vitest';
import { mappingOf } from '../../src/common/plain-value.ts';
import { CoreRun } from '../support/core-run.ts';
import { playbookFrom } from '../support/load-playbook.ts';

const run = (yaml: string, payload?: Parameters<CoreRun['start']>[0], options = {}) =>
  new CoreRun(playbookFrom(yaml), options).start(payload);

const looped = (spec: string, more = '') => `
  workload: { items: [a, b, c] }
  workflow:
    - step: each
      loop: { in: "{{ workload.items }}", iterator: item, spec: { ${spec} } }
      tool: { kind: noop }
      ${more}
      next: { arcs: [{ step: after, when: "{{ event.name == 'loop.done' }}" }] }
    - { step: after, tool: { kind: noop } }
`;

describe('a loop', () => {
  it('completes its parent after the last iteration and goes on: the bug of the stuck loop', () => {
    const r = run(looped('mode: sequential'));
    for (const [index, item] of ['a', 'b', 'c'].entries()) {
      expect(r.queue.map(command => command.iteration)).toEqual([{ index, total: 3, item }]);
      r.done('each', `got ${item}`);
    }
    expect(r.log.map(event => event.type).slice(-7)).toEqual([
      'iteration_completed',
      'iterator_completed',
      'loop.done',
      'step.exit',
      'next.evaluated',
      'step.enter',
      'command.issued',
    ]);
    expect(r.state.steps.get('each')?.result).toEqual({ kind: 'inline', data: ['got a', 'got b', 'got c'] });
    expect(r.done('after').state.phase.kind).toBe('completed');
  });

  it('orders results by index, whatever the order in which they arrive', () => {
    const r = run(looped('mode: parallel'));
    r.done('each', 2, 2).done('each', 0, 0).done('each', 1, 1);
    expect(r.state.steps.get('each')?.result).toEqual({ kind: 'inline', data: [0, 1, 2] });
  });

  it('keeps no more iterations under way than max_in_flight', () => {
    const r = run(looped('mode: parallel, max_in_flight: 2'));
    expect(r.waiting()).toEqual(['each[0]', 'each[1]']);
    r.done('each', null, 1);
    expect(r.waiting()).toEqual(['each[0]', 'each[2]']);
  });

  it('passes through an empty collection in the same turn', () => {
    const r = run(looped('mode: parallel'), mappingOf([['items', []]]));
    expect(r.waiting()).toEqual(['after']);
    expect(r.state.steps.get('each')?.result).toEqual({ kind: 'inline', data: [] });
  });

  it('fails by name where the collection is null', () => {
    const r = run(looped('mode: parallel'), mappingOf([['items', null]]));
    expect(r.state.phase).toMatchObject({ kind: 'failed', failedSteps: ['each'] });
    expect(r.state.phase.kind === 'failed' && r.state.phase.error.message).toContain("step 'each' is null");
  });

  it('takes mappings, numbers and texts for collections', () => {
    const itemsOf = (
      items: Parameters<typeof mappingOf>[0] extends Iterable<readonly [string, infer V]> ? V : never,
    ) =>
      run(looped('mode: parallel'), mappingOf([['items', items]])).queue.map(
        command => command.iteration?.item,
      );
    expect(itemsOf(mappingOf([['x', 1]]))).toEqual([{ key: 'x', value: 1 }]);
    expect(itemsOf(2)).toEqual([0, 1]);
    expect(itemsOf('a, b\nc')).toEqual(['a', 'b', 'c']);
    expect(itemsOf('[1, 2]')).toEqual([1, 2]);
  });

  it('counts an iteration once, however often it is reported', () => {
    const r = run(looped('mode: parallel'));
    const { commandId } = r.take('each', 0);
    const done = {
      kind: 'done',
      commandId,
      attempt: 1,
      outcome: { result: { kind: 'none' }, ctx: mappingOf([]) },
    } as const;
    r.send(done, done).send(done);
    expect(r.state.steps.get('each')?.active).toMatchObject({ success: 1, watermark: 1 });
    expect(r.events('command.late')).toHaveLength(2);
  });

  it('stops issuing after a failure, lets the others drain and fails with the index', () => {
    const r = run(looped('mode: parallel, max_in_flight: 2'));
    r.fail('each', { message: 'bad row' }, 0);
    expect(r.waiting()).toEqual(['each[1]']);
    r.done('each', 1, 1);
    expect(r.state.phase).toMatchObject({ kind: 'failed', failedSteps: ['each'] });
    expect(r.events('step.exit').at(-1)?.outcome).toMatchObject({
      status: 'FAILED',
      error: { message: 'iteration 0: bad row' },
      result: { data: [null, 1, null] },
    });
    expect(r.events('iterator_completed')[0]?.stats).toEqual({ total: 3, success: 1, failed: 1, skipped: 1 });
  });

  it('with on_error: continue runs all iterations and holds null where one failed', () => {
    const r = run(looped('mode: sequential, on_error: continue'));
    r.done('each', 'x').fail('each').done('each', 'z');
    expect(r.state.steps.get('each')?.result).toEqual({ kind: 'inline', data: ['x', null, 'z'] });
    expect(r.waiting()).toEqual(['after']);
  });

  it('retries each iteration by itself', () => {
    const r = run(looped('mode: parallel', 'retry: { max_attempts: 2, initial_delay: 3s }'));
    r.fail('each', {}, 1);
    expect(r.queue.find(command => command.iteration?.index === 1)).toMatchObject({
      attempt: 2,
      availableAt: 3000,
    });
    r.done('each', 1, 1).done('each', 0, 0).done('each', 2, 2);
    expect(r.state.steps.get('each')?.result).toEqual({ kind: 'inline', data: [0, 1, 2] });
  });

  it('merges what parallel iterations set in order of index, and shows it to the next one in a sequence', () => {
    const ctxOf = (mode: string, order: readonly number[]) => {
      const r = run(looped(`mode: ${mode}`));
      for (const index of order) {
        const { commandId, attempt } = r.take('each', index);
        const ctx = mappingOf([['last', index]]);
        r.send({ kind: 'done', commandId, attempt, outcome: { result: { kind: 'none' }, ctx } });
        if (mode === 'sequential') expect(r.state.ctx).toEqual({ last: index });
      }
      return r.state.ctx;
    };
    expect(ctxOf('parallel', [2, 0, 1])).toEqual({ last: 2 });
    expect(ctxOf('sequential', [0, 1, 2])).toEqual({ last: 2 });
  });

  it('filters, sorts, limits and chunks its collection in this order', () => {
    const r = run(`
      workload: { items: [5, 1, 4, 2, 3] }
      workflow:
        - step: each
          loop:
            in: "{{ workload.items }}"
            iterator: n
            spec: { mode: parallel, where: "{{ n > 1 }}", order_by: "{{ n }}", limit: 3, chunk: 2 }
          tool: { kind: noop }
    `);
    expect(r.queue.map(command => command.iteration?.item)).toEqual([[2, 3], [4]]);
  });

  it('issues a window as one event and settles a turn as one event, so the log stays small', () => {
    const items = Array.from({ length: 1000 }, (_, i) => i);
    const r = run(looped('mode: parallel, max_in_flight: 500'), mappingOf([['items', items]]), {
      checks: false,
    });
    expect(r.events('command.issued')).toMatchObject([{ window: { from: 0, to: 500 } }]);
    const done = r.queue.splice(0).map(
      ({ commandId, attempt }) =>
        ({
          kind: 'done',
          commandId,
          attempt,
          outcome: { result: { kind: 'none' }, ctx: mappingOf([]) },
        }) as const,
    );
    r.send(...done);
    expect(r.events('iteration_completed')).toHaveLength(1);
    expect(r.events('command.issued')).toHaveLength(2);
    expect(r.state.steps.get('each')?.active).toMatchObject({
      watermark: 500,
      success: 500,
      results: undefined,
    });
  });

  it('starts afresh when the step is entered again', () => {
    const r = run(`
      workload: { items: [a, b] }
      workflow:
        - step: each
          loop: { in: "{{ workload.items }}", iterator: item, spec: { mode: parallel } }
          tool: { kind: noop }
          next: check
        - step: check
          tool: { kind: noop }
          next: { arcs: [{ step: each, when: "{{ output.again }}" }] }
    `);
    r.done('each', 1).done('each', 2).done('check', { again: true });
    expect(r.waiting()).toEqual(['each[0]', 'each[1]']);
    r.done('each', 3);
    expect(r.state.steps.get('each')).toMatchObject({ runs: 2, result: { data: [1, 2] } });
    r.done('each', 4).done('check', { again: false });
    expect(r.state.steps.get('each')?.result).toEqual({ kind: 'inline', data: [3, 4] });
    expect(r.state.phase.kind).toBe('completed');
  });

  it('tells its own `set` and arcs what its iterations came to', () => {
    const r = run(`
      workflow:
        - step: each
          loop: { in: [a, b, c], iterator: x, spec: { mode: parallel, on_error: continue } }
          tool: { kind: noop }
          set:
            ctx.done: "{{ output.stats.success }} of {{ output.count }}, {{ each.stats.failed }} failed"
            ctx.first: "{{ output.failed_items[0].index }}"
          next:
            arcs:
              - { step: fine, when: "{{ output.stats.failed == 0 }}" }
              - { step: check, when: "{{ output.failed_items | length == 1 and result.stats.total == 3 }}" }
        - { step: fine, tool: { kind: noop } }
        - { step: check, tool: { kind: noop } }
    `);
    r.done('each', 1, 0).fail('each', {}, 1).done('each', 3, 2);
    expect(r.state.ctx).toEqual({ done: '2 of 3, 1 failed', first: 1 });
    expect(r.waiting()).toEqual(['check']);
  });
});
