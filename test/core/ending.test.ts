import { describe, expect, it } from 'vitest';
import { EMPTY_MAPPING, mappingOf, type PlainValue } from '../../src/common/plain-value.ts';
import { decide } from '../../src/core/decide/decide.ts';
import { makeProgram } from '../../src/core/decide/program.ts';
import { EMPTY_STATE } from '../../src/core/fold/draft.ts';
import type { Result } from '../../src/core/result.ts';
import { CoreRun } from '../support/core-run.ts';
import { playbookFrom } from '../support/load-playbook.ts';
import { playbookOf } from '../support/playbook-of.ts';

const run = (yaml: string, payload?: Parameters<CoreRun['start']>[0]) =>
  new CoreRun(playbookFrom(yaml)).start(payload);
const resultOf = (r: CoreRun) => (r.state.phase.kind === 'completed' ? r.state.phase.result : r.state.phase);

describe('X2: an execution', () => {
  it('that was not started does nothing, however often it is asked', () => {
    const options = { now: 0, allocateId: () => '1' };
    const program = makeProgram(playbookOf('a'));
    expect(decide(program, EMPTY_STATE, [], options)).toMatchObject({ events: [], commands: [] });
    const report = { kind: 'lease_lost', commandId: '1:a:2' } as const;
    expect(decide(program, EMPTY_STATE, [report], options)).toMatchObject({ events: [] });
  });

  it('takes no failure of its final step for a reason to go anywhere, but for its own', () => {
    const r = run(`
      executor: { spec: { final_step: notify } }
      workflow:
        - { step: a, tool: { kind: noop } }
        - { step: notify, tool: { kind: noop } }
    `);
    expect(r.done('a').fail('notify').state.phase).toMatchObject({ kind: 'failed', failedSteps: ['notify'] });
    expect(r.runs()).toEqual(['a', 'notify']);
  });

  it('says which steps failed, in order of completion, and the first reason', () => {
    const r = new CoreRun(playbookOf('s all[a b]; a; b')).start().done('s');
    const { commandId } = r.take('a');
    r.send({ kind: 'started', commandId, attempt: 1 }).fail('b', { message: 'first' });
    r.send({
      kind: 'failed',
      commandId,
      attempt: 1,
      error: { kind: 'x', message: 'second', retryable: false },
    });
    expect(r.state.phase).toMatchObject({
      failedSteps: ['b', 'a'],
      error: { message: "step 'b': first" },
    });
    expect(r.events('next.evaluated').at(-1)).toMatchObject({ step: 'a', failure: 'fatal', drained: true });
    expect(r.events('next.evaluated').find(({ step }) => step === 's')).toMatchObject({
      failure: 'none',
      drained: false,
    });
    expect(r.log.slice(-2).map(({ type }) => type)).toEqual(['workflow_failed', 'playbook.failed']);
  });
});

describe('X3: the result of an execution', () => {
  const inline = (data: PlainValue): Result => ({ kind: 'inline', data });

  it('is that of `end` if it ran a tool', () => {
    const r = new CoreRun(playbookOf('s all[a b]; a; b; end')).start().done('s').done('a', 1).done('b', 2);
    expect(resultOf(r.done('end', 'all'))).toEqual(inline('all'));
  });

  it('is that of `end` also where steps come after it', () => {
    const r = new CoreRun(playbookOf('start one[end]; end one[cleanup]; cleanup')).start();
    r.done('start').done('end', 'all').done('cleanup', 'swept');
    expect(resultOf(r)).toEqual(inline('all'));
    expect(r.events('playbook.completed')[0]?.leaves).toEqual({ cleanup: inline('swept') });
  });

  it('is that of the leaf that finished last with data; all leaves stand beside it', () => {
    const leaves = (order: readonly ['a' | 'b' | 'c', PlainValue | undefined][]) => {
      const r = new CoreRun(playbookOf('s all[a b c]; a; b; c')).start().done('s', 'not a leaf');
      for (const [step, data] of order) {
        if (data !== undefined) r.done(step, data);
        else {
          const { commandId, attempt } = r.take(step);
          const outcome = { result: { kind: 'none' }, ctx: EMPTY_MAPPING } as const;
          r.send({ kind: 'done', commandId, attempt, outcome });
        }
      }
      return { result: resultOf(r), leaves: r.events('playbook.completed')[0]?.leaves };
    };
    expect(
      leaves([
        ['a', 1],
        ['b', 2],
        ['c', undefined],
      ]),
    ).toEqual({
      result: inline(2),
      leaves: { a: inline(1), b: inline(2) },
    });
    expect(
      leaves([
        ['c', 3],
        ['b', 2],
        ['a', 1],
      ]).result,
    ).toEqual(inline(1));
    expect(
      leaves([
        ['a', undefined],
        ['b', undefined],
        ['c', undefined],
      ]),
    ).toEqual({
      result: { kind: 'none' },
      leaves: {},
    });
  });

  it('is not that of the final step, unless there is no other', () => {
    const playbook = playbookOf('s one[a]; a; notify', { finalStep: 'notify' });
    const r = new CoreRun(playbook).start().done('s').done('a', 1).done('notify', 2);
    expect(resultOf(r)).toEqual(inline(1));
    const alone = new CoreRun(
      playbookOf('s:router one[t]; t:router; notify', { finalStep: 'notify' }),
    ).start();
    expect(resultOf(alone.done('notify', 2))).toEqual(inline(2));
  });

  it('is not that of a leaf that was skipped in the end', () => {
    const r = run(`
      workflow:
        - step: poll
          tool: { kind: noop }
          next:
            spec: { mode: inclusive }
            arcs: [{ step: leaf }, { step: poll, when: "{{ output.more }}" }]
        - { step: leaf, when: "{{ not ctx.enough }}", tool: { kind: noop } }
    `);
    r.done('poll', { more: true }).done('leaf', 'old');
    r.send({ kind: 'set_ctx', values: mappingOf([['enough', true]]) }).done('poll', { more: false });
    expect(r.state.phase.kind).toBe('completed');
    expect(resultOf(r)).toEqual({ kind: 'none' });
  });
});

describe('routing', () => {
  it('N4: an arc to an `end` that is no step ends the branch', () => {
    const r = run(`
      workflow:
        - { step: a, tool: { kind: noop }, next: end }
    `).done('a', 1);
    expect(r.state.phase.kind).toBe('completed');
    expect(r.events('next.evaluated')).toMatchObject([
      { arcs: [{ target: 'end', matched: true }], tokens: [], failure: 'none' },
    ]);
  });

  it('N4: where one must match, a match is enough, and a leaf needs none', () => {
    const r = run(`
      executor: { spec: { no_next_is_error: true } }
      workflow:
        - { step: a, tool: { kind: noop }, next: b }
        - { step: b, tool: { kind: noop } }
    `);
    expect(r.done('a').done('b').state.phase.kind).toBe('completed');
    const failing = run(`
      executor: { spec: { no_next_is_error: true } }
      workflow:
        - { step: a, tool: { kind: noop }, next: { arcs: [{ step: b, when: "{{ missing }}" }] } }
        - { step: b, tool: { kind: noop } }
    `).done('a');
    expect(failing.state.phase).toMatchObject({
      error: { kind: 'no_match', retryable: false, message: expect.stringContaining('no arc of step') },
    });
  });

  it('two arcs to one step make one arrival', () => {
    const r = run(`
      workflow:
        - step: a
          tool: { kind: noop }
          next:
            spec: { mode: inclusive }
            arcs: [{ step: b, args: { x: 1 } }, { step: b, when: "{{ not missing }}", args: { x: 2 } }]
        - { step: b, tool: { kind: noop } }
    `).done('a');
    expect(r.take('b').args).toEqual({ x: 1 });
    expect(r.events('step.enter').at(-1)?.arrivals).toHaveLength(1);
  });

  it('a leaf leads to `end` by an arc without a number', () => {
    const r = new CoreRun(playbookOf('a; end')).start().done('a');
    expect(r.events('next.evaluated')[0]?.tokens).toEqual([
      { target: 'end', arc: -1, args: EMPTY_MAPPING, back: false },
    ]);
  });

  it('N3: a failure that an arc handles is not tolerated besides', () => {
    const r = new CoreRun(playbookOf('a~ all[b fix!]; b; fix')).start().fail('a');
    expect(r.waiting()).toEqual(['fix']);
    expect(r.events('next.evaluated')[0]).toMatchObject({ failure: 'handled' });
    const tolerated = new CoreRun(playbookOf('a~; end')).start().fail('a');
    expect(tolerated.waiting()).toEqual(['end']);
    expect(tolerated.events('next.evaluated')[0]).toMatchObject({ failure: 'tolerated' });
  });

  it('S1: arrivals of one source are merged by run, then by arc', () => {
    const r = run(`
      workflow:
        - step: a
          tool: { kind: noop }
          next:
            spec: { mode: inclusive }
            arcs:
              - { step: j, args: { n: "{{ output.n }}" } }
              - { step: a, when: "{{ output.n < 3 }}" }
              - { step: other, when: "{{ missing }}" }
        - { step: other, tool: { kind: noop }, next: j }
        - { step: j, tool: { kind: noop } }
    `);
    for (const n of [1, 2, 3]) r.done('a', { n });
    expect(r.take('j').args).toEqual({ n: 3 });
    expect(
      r
        .events('step.enter')
        .at(-1)
        ?.arrivals.map(({ from }) => from?.run),
    ).toEqual([1, 2, 3]);
  });

  it('S3: what is out of reach is marked once, and not while something can still reach it', () => {
    const r = new CoreRun(playbookOf('s all[a b]; a one[x? y]; b one[x? z]; x; y; z')).start().done('s');
    r.done('a');
    expect(r.events('step.skipped')).toEqual([]);
    r.done('b');
    expect(r.events('step.skipped').map(({ step }) => step)).toEqual(['x']);
    r.done('y').done('z');
    expect(r.events('step.skipped')).toHaveLength(1);
  });
});

describe('a loop', () => {
  const looped = (spec: string, items: PlainValue, more = '') =>
    run(
      `
      workload: { items: [] }
      workflow:
        - { step: each, loop: { in: "{{ workload.items }}", iterator: item, spec: { ${spec} } }, ${more} tool: { kind: noop } }
    `,
      mappingOf([['items', items]]),
    );
  const itemsOf = (spec: string, items: PlainValue) =>
    looped(`mode: parallel, ${spec}`, items).queue.map(({ iteration }) => iteration?.item);

  it('says whether it is sequential or parallel', () => {
    expect(looped('mode: sequential', [1]).events('iterator_started')).toMatchObject([
      { step: 'each', run: 1, total: 1, mode: 'sequential' },
    ]);
    expect(looped('mode: parallel', [1]).events('iterator_started')).toMatchObject([{ mode: 'parallel' }]);
  });

  it('takes text for a list where it is one, and else for values by comma or line', () => {
    expect(itemsOf('', ' [1, "x"] ')).toEqual([1, 'x']);
    expect(itemsOf('', '[not json, really')).toEqual(['[not json', 'really']);
    expect(itemsOf('', 'a,, b\n')).toEqual(['a', 'b']);
    expect(itemsOf('', '7')).toEqual(['7']);
    expect(itemsOf('', 0)).toEqual([]);
  });

  it('refuses what is no collection, in words', () => {
    const messageOf = (items: PlainValue) => {
      const { phase } = looped('mode: parallel', items).state;
      return phase.kind === 'failed' ? `${phase.error.code}: ${phase.error.message}` : phase.kind;
    };
    expect(messageOf(true)).toContain("template_value: step 'each': entering step 'each'");
    expect(messageOf(true)).toContain('is a boolean; a loop needs a list, mapping, text or number');
    expect(messageOf(1.5)).toContain('is a number');
    expect(messageOf(-1)).toContain('is a number');
    const missing = run(
      'workflow:\n  - { step: each, loop: { in: "{{ workload.nowhere }}", iterator: i }, tool: { kind: noop } }',
    );
    expect(missing.state.phase).toMatchObject({
      kind: 'failed',
      error: { message: expect.stringContaining('is undefined;') },
    });
  });

  it('orders by numbers or by texts, and refuses a mixture', () => {
    expect(itemsOf('order_by: "{{ item }}"', [10, 9, 1])).toEqual([1, 9, 10]);
    expect(
      itemsOf('order_by: "{{ item.k }}"', [
        { k: 'b', n: 1 },
        { k: 'a', n: 2 },
        { k: 'b', n: 3 },
      ]),
    ).toEqual([
      { k: 'a', n: 2 },
      { k: 'b', n: 1 },
      { k: 'b', n: 3 },
    ]);
    expect(itemsOf('order_by: "{{ iter.item }}"', ['b', 'c', 'a'])).toEqual(['a', 'b', 'c']);
    for (const mixed of [
      [1, 'a'],
      ['a', 1],
      [null, null],
    ])
      expect(looped('mode: parallel, order_by: "{{ item }}"', mixed).state.phase).toMatchObject({
        kind: 'failed',
        error: { message: expect.stringContaining('order_by must give numbers or texts') },
      });
  });

  it('may be written out, with templates in its items', () => {
    const r = run(`
      workload: { x: 5 }
      workflow:
        - { step: each, loop: { in: ["{{ workload.x }}", { k: "{{ workload.x + 1 }}" }], iterator: i, spec: { mode: parallel } }, tool: { kind: noop } }
    `);
    expect(r.queue.map(({ iteration }) => iteration?.item)).toEqual([5, { k: 6 }]);
  });

  it('names the first of several failures and counts the others', () => {
    const messageOf = (failures: number) => {
      const r = looped('mode: parallel', [1, 2, 3]);
      for (let index = 0; index < 3; index++)
        if (index < failures) r.fail('each', { message: `no ${index}` }, index);
        else r.done('each', null, index);
      const { phase } = r.state;
      return phase.kind === 'failed' ? phase.error.message : phase.kind;
    };
    expect(messageOf(0)).toBe('completed');
    expect(messageOf(1)).toBe("step 'each': iteration 0: no 0");
    expect(messageOf(2)).toBe("step 'each': iteration 0: no 0 (and 1 other iteration)");
    expect(messageOf(3)).toBe("step 'each': iteration 0: no 0 (and 2 other iterations)");
  });

  it('keeps its results in the store where there are many, or where one of them is stored', () => {
    const many = looped(
      'mode: parallel, max_in_flight: 200',
      Array.from({ length: 101 }, (_, i) => i),
    );
    for (let i = 0; i < 101; i++) many.done('each', i);
    const collected = { kind: 'collected', uri: 'noetl://execution/1/loop/each/1' };
    expect(many.state.steps.get('each')?.result).toEqual({ ...collected, length: 101 });
    const r = looped('mode: parallel', [1, 2]);
    const { commandId, attempt } = r.take('each', 0);
    const ref = { uri: 'noetl://x', sha256: '', bytes: 9, extracted: EMPTY_MAPPING };
    r.send({
      kind: 'done',
      commandId,
      attempt,
      outcome: { result: { kind: 'stored', ref }, ctx: EMPTY_MAPPING },
    });
    r.done('each', 2);
    expect(r.state.steps.get('each')?.result).toEqual({ ...collected, length: 2 });
  });

  it('holds null where an iteration gave nothing', () => {
    const r = looped('mode: parallel', [1, 2]);
    const { commandId, attempt } = r.take('each', 0);
    r.send({
      kind: 'done',
      commandId,
      attempt,
      outcome: { result: { kind: 'none' }, ctx: EMPTY_MAPPING },
    }).done('each', 2);
    expect(r.state.steps.get('each')?.result).toEqual({ kind: 'inline', data: [null, 2] });
  });

  it('settles iterations of different loops apart, though in one turn', () => {
    const r = new CoreRun(playbookOf('s all[k l]; k:loop; l:loop'))
      .start(mappingOf([['items', [1]]]))
      .done('s');
    r.send(
      ...r.queue.splice(0).map(
        ({ commandId, attempt }) =>
          ({
            kind: 'done',
            commandId,
            attempt,
            outcome: { result: { kind: 'inline', data: commandId }, ctx: EMPTY_MAPPING },
          }) as const,
      ),
    );
    expect(r.events('iteration_completed').map(({ step }) => step)).toEqual(['k', 'l']);
    expect(r.state.phase.kind).toBe('completed');
  });

  it('names what parallel iterations set after the run', () => {
    const r = looped('mode: parallel', [1]);
    const { commandId, attempt } = r.take('each');
    r.send({
      kind: 'done',
      commandId,
      attempt,
      outcome: { result: { kind: 'none' }, ctx: mappingOf([['x', 1]]) },
    });
    expect(r.events('ctx.updated')).toMatchObject([{ step: 'each', gen: 'each#1', values: { x: 1 } }]);
  });
});
