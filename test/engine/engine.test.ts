import { describe, expect, it } from 'vitest';
import { deferred } from '../../src/common/deferred.ts';
import { mappingOf } from '../../src/common/plain-value.ts';
import { HandClock } from '../support/hand-clock.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';
import { TestEngine, type ToolRun } from '../support/test-engine.ts';

describe('an engine', () => {
  it('runs a workflow to its end and hands results from step to step', async () => {
    const { engine, ...test } = new TestEngine({
      tools: {
        add: ({ config }) => ({
          status: 'ok',
          data: mappingOf([['sum', Number(config.a) + Number(config.b)]]),
        }),
      },
    });
    const id = await engine.start({
      ...playbook(`
        workload: { n: 2 }
        workflow:
          - { step: first, tool: { kind: add, a: "{{ workload.n }}", b: 1 }, next: second }
          - { step: second, tool: { kind: add, a: "{{ first.sum }}", b: "{{ first.data.sum }}" } }
      `),
    });
    const { phase } = await engine.ended(id);
    expect(phase).toMatchObject({ kind: 'completed', result: { data: { sum: 6 } } });
    expect(test.troubles).toEqual([]);
  });

  it('retries through the clock, without holding a worker', async () => {
    const clock = new HandClock();
    let calls = 0;
    const test = new TestEngine({
      clock,
      concurrency: 1,
      tools: {
        flaky: () =>
          ++calls < 3
            ? { status: 'error', error: { kind: 'connection', message: 'reset', retryable: true } }
            : { status: 'ok', data: 'at last' },
      },
    });
    const id = await test.start(
      'workflow:\n  - { step: a, tool: { kind: flaky }, retry: { max_attempts: 5, initial_delay: 1s } }',
    );
    const started = clock.now();
    const ended = test.engine.ended(id);
    const delays: number[] = [];
    for (const retries of [1, 2]) {
      await settled(
        test,
        id,
        events => events.filter(event => event.type === 'action_retry').length === retries,
      );
      clock.advance();
      delays.push(clock.now() - started);
    }
    expect((await ended).phase).toMatchObject({ kind: 'completed', result: { data: 'at last' } });
    expect(delays).toEqual([1000, 2500]);
  });

  it('runs a pipeline with rules: a retry inside the lease, a jump, values set on the way', async () => {
    const seen: string[] = [];
    const page: ToolRun = ({ config }) => {
      seen.push(`page ${String(config.n)}`);
      return { status: 'ok', data: mappingOf([['more', Number(config.n) < 3]]) };
    };
    const test = new TestEngine({ tools: { page } });
    const state = await test.run(`
      workflow:
        - step: fetch
          tool:
            - name: page
              kind: page
              n: "{{ ctx.n | default(1) }}"
              set: { ctx.n: "{{ (ctx.n | default(1)) + 1 }}" }
            - name: store
              kind: echo
              input: { got: "{{ page.more }}" }
              spec:
                policy:
                  rules:
                    - { when: "{{ page.more }}", then: { do: jump, to: page } }
                    - { else: { then: { do: break } } }
    `);
    expect(seen).toEqual(['page 1', 'page 2', 'page 3']);
    expect(state.ctx).toEqual({ n: 4 });
    expect(state.phase.kind).toBe('completed');
  });

  it('pages inside one command and collects what the pages hold', async () => {
    const api: ToolRun = ({ config }) => {
      const page = Number((config.params as { page: number }).page);
      const body = mappingOf([
        ['data', [page * 10, page * 10 + 1]],
        [
          'paging',
          mappingOf([
            ['hasMore', page < 3],
            ['page', page],
          ]),
        ],
      ]);
      return {
        status: 'ok',
        data: mappingOf([
          ['status_code', 200],
          ['headers', mappingOf([])],
          ['data', body],
        ]),
      };
    };
    const state = await new TestEngine({ tools: { api } }).run(`
      workflow:
        - step: fetch
          tool:
            kind: api
            params: { page: 1, size: 2 }
            paginate:
              while: "{{ response.paging.hasMore }}"
              next: { params: { page: "{{ response.paging.page + 1 }}" } }
              collect: { path: data, strategy: append }
              max_pages: 10
    `);
    expect(state.phase).toMatchObject({
      result: { data: { data: [10, 11, 20, 21, 30, 31], meta: { pages: 3, truncated: false } } },
    });
  });

  it('waits for a playbook it calls and takes its result', async () => {
    const child = textOf(`
      workload: { n: 0 }
      workflow:
        - { step: double, tool: { kind: echo, input: { twice: "{{ workload.n * 2 }}" } } }
    `);
    const test = new TestEngine({ playbooks: { 'lib/double': child }, concurrency: 1 });
    const state = await test.run(`
      workflow:
        - { step: call, tool: { kind: playbook, path: lib/double, input: { n: 21 } }, next: use }
        - { step: use, tool: { kind: echo, input: { got: "{{ call.twice }}" } } }
    `);
    expect(state.phase).toMatchObject({ kind: 'completed', result: { data: { got: 42 } } });
  });

  it('stores what is too large for the log, and conditions still read it', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) =>
      mappingOf([
        ['id', i],
        ['text', 'x'.repeat(40)],
      ]),
    );
    const test = new TestEngine({
      tools: { many: () => ({ status: 'ok', data: mappingOf([['rows', rows]]) }) },
    });
    const id = await test.start(`
      workflow:
        - step: big
          tool: { kind: many }
          next: { arcs: [{ step: count, when: "{{ big.rows | length == 5000 }}" }] }
        - { step: count, tool: { kind: echo, input: { last: "{{ big.rows[-1].id }}" } } }
    `);
    expect((await test.engine.ended(id)).phase).toMatchObject({ result: { data: { last: 4999 } } });
    expect(JSON.stringify(await test.events(id)).length).toBeLessThan(20_000);
  });

  it('runs a loop of ten thousand items with a small log and complete results', async () => {
    const test = new TestEngine({
      tools: { square: ({ context }) => ({ status: 'ok', data: Number(context.n) ** 2 }) },
      concurrency: 64,
    });
    const id = await test.start(`
      workflow:
        - step: each
          loop: { in: 10000, iterator: n, spec: { mode: parallel, max_in_flight: 500 } }
          tool: { kind: square }
          next: last
        - { step: last, tool: { kind: echo, input: { count: "{{ each | length }}", last: "{{ each[9999] }}", ok: "{{ each.stats.success }}" } } }
    `);
    expect((await test.engine.ended(id)).phase).toMatchObject({
      result: { data: { count: 10000, last: 99980001, ok: 10000 } },
    });
  });

  it('stops what has not begun when a sibling fails', async () => {
    let begun = 0;
    const test = new TestEngine({
      concurrency: 2,
      tools: {
        maybe: ({ input }) => {
          begun++;
          return input.n === 0
            ? { status: 'error', error: { kind: 'x', message: 'no', retryable: false } }
            : { status: 'ok', data: null };
        },
      },
    });
    const arms = Array.from({ length: 40 }, (_, i) => i);
    const state = await test.run(`
      workflow:
        - { step: start, next: [${arms.map(i => `s${i}`).join(', ')}] }
${arms.map(i => `        - { step: s${i}, tool: { kind: maybe, input: { n: ${i} } } }`).join('\n')}
    `);
    expect(state.phase).toMatchObject({ kind: 'failed', failedSteps: expect.arrayContaining(['s0']) });
    expect(begun).toBeLessThan(40);
  });

  it('goes on where a process that is gone stopped, and repeats nothing that was recorded', async () => {
    const ran: string[] = [];
    const never = new Promise<never>(() => {});
    const yaml = `
      workflow:
        - { step: a, tool: { kind: note, name_it: a }, next: b }
        - { step: b, tool: { kind: note, name_it: b }, next: c }
        - { step: c, tool: { kind: note, name_it: c } }
    `;
    const note =
      (stuckAt: string | undefined): ToolRun =>
      async ({ config }) => {
        ran.push(String(config.name_it));
        if (config.name_it === stuckAt) await never;
        return { status: 'ok', data: config.name_it as string };
      };
    const first = new TestEngine({ tools: { note: note('b') } });
    const id = await first.start(yaml);
    await settled(first, id, () => ran.includes('b'));
    const second = new TestEngine({ tools: { note: note(undefined) }, stores: first.stores });
    expect(await second.engine.recover()).toEqual([id]);
    expect((await second.engine.ended(id)).phase).toMatchObject({ kind: 'completed', result: { data: 'c' } });
    expect(ran).toEqual(['a', 'b', 'b', 'c']);
    expect((await second.events(id)).filter(event => event.type === 'command.lease_expired')).toHaveLength(1);
  });

  it('cancels what runs: its tool is told to stop', async () => {
    let aborted = false;
    const started = deferred<void>();
    const test = new TestEngine({
      tools: {
        slow: (_, { signal }) =>
          new Promise(resolve => {
            started.resolve();
            signal.addEventListener('abort', () => {
              aborted = true;
              resolve({
                status: 'error',
                error: { kind: 'cancelled', message: 'stopped', retryable: false },
              });
            });
          }),
      },
    });
    const id = await test.start('workflow:\n  - { step: a, tool: { kind: slow } }');
    await started.promise;
    await test.engine.send(id, { kind: 'cancel', reason: 'enough' });
    expect((await test.engine.ended(id)).phase).toMatchObject({ kind: 'cancelled', reason: 'enough' });
    expect(aborted).toBe(true);
  });
});

function playbook(yaml: string) {
  return { ...loaded(yaml), source: 'test.yaml', payload: mappingOf([]) };
}

const loaded = (yaml: string) => ({ playbook: playbookFrom(yaml), text: textOf(yaml) });

/** Resolves when the log satisfies a condition; turns wake it, not time. */
async function settled(
  test: TestEngine,
  id: string,
  holds: (events: Awaited<ReturnType<TestEngine['events']>>) => boolean,
): Promise<void> {
  while (!holds(await test.events(id))) await new Promise(resolve => setImmediate(resolve));
}
