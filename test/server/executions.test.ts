import { describe, expect, it } from 'vitest';
import { deferred } from '../../src/common/deferred.ts';
import type { ToolRun } from '../support/test-engine.ts';
import { TestServer } from '../support/test-server.ts';

const fail: ToolRun = () => ({
  status: 'error',
  error: { kind: 'timeout', message: 'too slow', retryable: false },
});
const wait: ToolRun = ({ config }) => ({
  status: 'parked',
  waitsFor: { kind: 'signal', name: String(config.name ?? 'go'), deadline: undefined, onDeadline: undefined },
});
const tools = { fail, hold: wait };

const THREE = `
workload: { name: world }
workflow:
  - { step: start, tool: { kind: echo, input: { hello: "{{ workload.name }}" } }, set: { ctx.seen: "{{ start.hello }}" }, next: middle }
  - { step: middle, tool: { kind: echo, input: { n: "{{ ctx.seen }}" } }, next: end }
  - { step: end }
`;
const WAITING = `
workload: { name: world }
workflow:
  - { step: start, tool: { kind: hold }, next: after }
  - { step: after, tool: { kind: echo, input: { got: "{{ start }}" } } }
`;
const FAILING = `
workload: { name: world }
workflow:
  - { step: start, tool: { kind: echo }, next: bad }
  - { step: bad, tool: { kind: fail } }
`;
const loop = (count: number) => `
workload: { name: world }
workflow:
  - { step: each, loop: { in: "{{ range(${count}) | list }}", iterator: item, max_in_flight: 8 }, tool: { kind: echo, input: { item: "{{ iter.item }}" } } }
`;

type Body = Record<string, never> & { readonly [key: string]: never };

async function get<T = Body>(server: TestServer, url: string): Promise<T> {
  const answer = await server.ask('GET', url);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as T;
}

async function ended(server: TestServer, yaml: string): Promise<string> {
  const id = await server.test.start(yaml);
  await server.test.engine.ended(id);
  return id;
}

/** An execution that waits for a signal. */
async function waiting(server: TestServer): Promise<string> {
  const isParked = deferred<void>();
  const stop = server.test.engine.watch(({ events }) => {
    if (events.some(({ type }) => type === 'command.parked')) isParked.resolve();
  });
  const id = await server.test.start(WAITING);
  await isParked.promise;
  stop();
  return id;
}

interface Entry {
  readonly execution_id: string;
  readonly status: string;
}

describe('the list of executions', () => {
  it('shows what the older servers showed, newest first, with the number of events', async () => {
    const server = new TestServer({ tools });
    const first = await ended(server, THREE);
    const second = await ended(server, FAILING);
    const list = await get<Entry[]>(server, '/api/executions');
    expect(list).toMatchObject([
      { execution_id: second, status: 'FAILED', error: expect.stringContaining('too slow'), result: null },
      {
        execution_id: first,
        status: 'COMPLETED',
        progress: 100,
        result: null,
        error: null,
        duration_human: '0s',
        parent_execution_id: null,
        event_count: (await server.test.stores.events.summary(first))?.events,
      },
    ]);
  });

  it('says the same status as the page of an execution, its status and the check of workers', async () => {
    const server = new TestServer({ tools });
    const paused = await waiting(server);
    await server.ask('POST', `/api/executions/${paused}/pause`);
    const cancelled = await waiting(server);
    await server.ask('POST', `/api/executions/${cancelled}/cancel`);
    const ids = [
      await ended(server, THREE),
      await ended(server, FAILING),
      await waiting(server),
      paused,
      cancelled,
    ];
    const list = await get<Entry[]>(server, '/api/executions');
    const statuses = ids.map(id => list.find(({ execution_id }) => execution_id === id)?.status);
    expect(statuses).toEqual(['COMPLETED', 'FAILED', 'RUNNING', 'PAUSED', 'CANCELLED']);
    for (const part of ['', '/status', '/cancellation-check', '/events', '/explain', '/state']) {
      const found = await Promise.all(ids.map(id => get<Entry>(server, `/api/executions/${id}${part}`)));
      expect(found.map(({ status }) => status)).toEqual(statuses);
    }
  });

  it('is filtered and paged in each of the ways clients ask for', async () => {
    const server = new TestServer({ tools });
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift(await ended(server, n === 2 ? FAILING : THREE));
    const asked = async (query: string) =>
      (await get<Entry[]>(server, `/api/executions?${query}`)).map(({ execution_id }) =>
        ids.indexOf(execution_id),
      );
    expect(await asked('page=2&page_size=2')).toEqual([2, 3]);
    expect(await asked('limit=2&offset=3')).toEqual([3, 4]);
    expect(await asked(`before=${ids[1]}&limit=2`)).toEqual([2, 3]);
    expect(await asked('status=failed')).toEqual([2]);
    expect(await asked('status=FAILED&path=TEST')).toEqual(await asked('status=failed'));
    expect(await asked('path=nothing-like-that')).toEqual([]);
    expect(await asked('catalog_id=404')).toEqual([]);
    expect(await asked('since=1h')).toHaveLength(5);
    expect(await asked('since=2100-01-01T00:00:00Z')).toEqual([]);
    for (const wrong of [
      'status=odd',
      'since=yesterday',
      'before=x',
      'limit=0',
      'page_size=900',
      'page=x',
      'stauts=failed',
    ]) {
      expect(await server.ask('GET', `/api/executions?${wrong}`)).toMatchObject({ status: 400 });
    }
    expect(await asked(`before=${ids[4]}`)).toEqual([]);
    expect(await server.ask('GET', '/api/executions?before=404')).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('begin with the first page again') },
    });
  });
});

describe('the page of an execution', () => {
  interface Detail extends Entry {
    readonly events: readonly { readonly event_id: string; readonly event_type: string }[];
    readonly pagination: { readonly total_events: number; readonly total_pages: number };
  }

  it('has its events by pages, which together are the log', async () => {
    const server = new TestServer({ tools });
    const id = await ended(server, loop(150));
    const whole: string[] = [];
    for (let page = 1; ; page++) {
      const { events, pagination } = await get<Detail>(
        server,
        `/api/executions/${id}?page=${page}&page_size=37`,
      );
      whole.push(...events.map(({ event_id }) => event_id));
      if (page === pagination.total_pages) {
        expect(pagination).toMatchObject({ has_next: false, has_prev: true, total_events: whole.length });
        break;
      }
      expect(events).toHaveLength(37);
    }
    expect(new Set(whole).size).toBe(whole.length);
    expect(whole.length).toBeGreaterThan(300);
    const [since] = whole.slice(120, 121);
    const { events } = await get<Detail>(
      server,
      `/api/executions/${id}/events?since_event_id=${since}&page_size=500`,
    );
    expect(events.map(({ event_id }) => event_id)).toEqual(whole.slice(121));
  });

  it('is filtered by name, in any spelling, and by step', async () => {
    const server = new TestServer({ tools });
    const id = await ended(server, THREE);
    const names = async (query: string) =>
      (await get<Detail>(server, `/api/executions/${id}/events?${query}`)).events.map(
        ({ event_type }) => event_type,
      );
    expect(await names('event_type=step.exit')).toEqual(['step.exit', 'step.exit', 'step.exit']);
    expect(await names('event_type=step_completed&step=middle')).toEqual(['step.exit']);
    expect(new Set(await names('event_type=command.*'))).toEqual(
      new Set(['command.issued', 'command.started', 'command.completed']),
    );
    expect(await names('event_type=step.exit&page=2&page_size=2')).toEqual(['step.exit']);
    expect(await names('names=legacy')).toContain('action_completed');
    expect(await server.ask('GET', `/api/executions/${id}/events?since_event_id=1`)).toMatchObject({
      status: 400,
    });
  });

  it('is not found for an id that nobody has, and for what is no id', async () => {
    const server = new TestServer({ tools });
    for (const id of ['77', 'abc', '99999999999999999999999', '-1', '1.5', '%00', "';drop"]) {
      for (const part of [
        '',
        '/events',
        '/status',
        '/explain',
        '/logs',
        '/graph',
        '/stream',
        '/logs/stream',
      ]) {
        const { status } = await server.ask('GET', `/api/executions/${encodeURIComponent(id)}${part}`);
        expect({ id, part, status }).toMatchObject({ status: 404 });
      }
      for (const verb of ['cancel', 'pause', 'resume', 'rerun', 'finalize', 'analyze', 'signals/x']) {
        const { status } = await server.ask('POST', `/api/executions/${encodeURIComponent(id)}/${verb}`);
        expect({ id, verb, status }).toMatchObject({ status: 404 });
      }
    }
  });
});

describe('steering an execution', () => {
  it('cancels it with those it waits for', async () => {
    const server = new TestServer({
      tools,
      playbooks: {
        child: `apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: c, path: child }\n${WAITING}`,
      },
    });
    const isParked = deferred<string>();
    server.test.engine.watch(({ executionId, events, state }) => {
      if (state.header?.parent && events.some(({ type }) => type === 'command.parked'))
        isParked.resolve(executionId);
    });
    const parent = await server.test.start(
      'workload: { name: x }\nworkflow:\n  - { step: start, tool: { kind: playbook, path: child } }\n',
    );
    const child = await isParked.promise;
    expect(
      await server.ask('POST', `/api/executions/${parent}/cancel`, { reason: 'no longer wanted' }),
    ).toMatchObject({
      status: 200,
      body: { status: 'cancelled', cancelled_executions: [parent, child] },
    });
    expect(await get(server, `/api/executions/${child}`)).toMatchObject({
      status: 'CANCELLED',
      parent_execution_id: parent,
    });
    expect(await server.ask('POST', `/api/executions/${parent}/stop`)).toMatchObject({
      status: 200,
      body: { status: 'already_completed', cancelled_executions: [] },
    });
  });

  it('cancels once when it is asked for many times at once', async () => {
    const server = new TestServer({ tools });
    const id = await waiting(server);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        server.ask('POST', `/api/executions/${id}/cancel`, { reason: `${n}` }),
      ),
    );
    expect(all.every(({ status }) => status === 200)).toBe(true);
    const log = await server.test.events(id);
    expect(log.filter(({ type }) => type === 'playbook.cancelled')).toHaveLength(1);
  });

  it('does not promise that children survive', async () => {
    const server = new TestServer({ tools });
    const id = await waiting(server);
    expect(await server.ask('POST', `/api/executions/${id}/cancel`, { cascade: false })).toMatchObject({
      status: 422,
    });
    expect(await get(server, `/api/executions/${id}`)).toMatchObject({ status: 'RUNNING' });
  });

  it('pauses, resumes and signals it; what has ended cannot be steered', async () => {
    const server = new TestServer({ tools });
    const id = await waiting(server);
    const post = (verb: string, body?: unknown) => server.ask('POST', `/api/executions/${id}/${verb}`, body);
    expect(await post('pause', { reason: 'lunch' })).toMatchObject({ body: { status: 'PAUSED' } });
    expect(await post('signals/go', { data: { answer: 42 } })).toMatchObject({ status: 200 });
    expect(await post('resume')).toMatchObject({ status: 200 });
    await server.test.engine.ended(id);
    expect(await get(server, `/api/executions/${id}`)).toMatchObject({ result: { got: { answer: 42 } } });
    for (const verb of ['pause', 'resume', 'signals/go'])
      expect(await post(verb)).toMatchObject({ status: 409 });
    expect(await post('signals/a%20b')).toMatchObject({ status: 400 });
  });

  it('gives it up, and says so', async () => {
    const server = new TestServer({ tools });
    const id = await waiting(server);
    expect(await server.ask('POST', `/api/executions/${id}/finalize`)).toMatchObject({
      body: { status: 'finalized', execution_id: id },
    });
    expect(await get(server, `/api/executions/${id}`)).toMatchObject({
      status: 'CANCELLED',
      error: 'Abandoned or timed out',
    });
  });

  it('runs it again, all of it or what failed', async () => {
    let isBroken = true;
    const flaky: ToolRun = (call, io) => (isBroken ? fail(call, io) : { status: 'ok', data: 'mended' });
    const server = new TestServer({ tools: { ...tools, fail: flaky } });
    const id = await ended(server, FAILING);
    isBroken = false;
    const { status, body } = await server.ask('POST', `/api/executions/${id}/rerun`, {
      only_failed: true,
      workload: { name: 'x' },
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'started', rerun_of: id } });
    const again = (body as unknown as Entry).execution_id;
    const state = await server.test.engine.ended(again);
    expect(state.phase).toMatchObject({ kind: 'completed' });
    expect(state.header?.workload).toEqual({ name: 'x' });
    expect(await get(server, `/api/executions/${again}`)).toMatchObject({ rerun_of: id });
    expect(await server.ask('POST', `/api/executions/${id}/rerun`, { from: 'nowhere' })).toMatchObject({
      status: 422,
    });
    expect(await server.ask('POST', `/api/executions/${id}/rerun`, { latest: true })).toMatchObject({
      status: 404,
    });
  });

  it('cancels what has stood still for long', async () => {
    const server = new TestServer({ tools });
    const id = await waiting(server);
    const cleanup = (body: unknown) => server.ask('POST', '/api/executions/cleanup', body);
    expect(await cleanup({})).toMatchObject({ body: { cancelled_count: 0, execution_ids: [] } });
    server.test.clock.after(10 * 60_000, () => {});
    while ((server.test.clock as unknown as { advance(): boolean }).advance());
    expect(await cleanup({ dry_run: true })).toMatchObject({
      body: { cancelled_count: 0, execution_ids: [id] },
    });
    expect(await cleanup({})).toMatchObject({ body: { cancelled_count: 1, execution_ids: [id] } });
    expect(await cleanup({ older_than_minutes: 0 })).toMatchObject({ status: 422 });
    expect(await cleanup({ dryrun: true })).toMatchObject({ status: 422 });
  });
});

describe('looking into an execution', () => {
  it('says what it waits for', async () => {
    const server = new TestServer({ tools });
    const id = await waiting(server);
    expect(await get(server, `/api/executions/${id}/explain`)).toMatchObject({
      status: 'RUNNING',
      waiting_for: ['the signal go, which step start waits for'],
    });
    expect(await get(server, `/api/executions/${id}/status`)).toMatchObject({
      current_step: 'start',
      completed: false,
      is_cancelled: false,
      progress: { total_steps: 2, completed_steps: 0, running_steps: 1, failed_steps: 0 },
    });
  });

  it('says of one that was cancelled that nothing runs any more', async () => {
    const server = new TestServer({ tools });
    const id = await waiting(server);
    await server.ask('POST', `/api/executions/${id}/cancel`);
    expect(await get(server, `/api/executions/${id}/status`)).toMatchObject({
      is_cancelled: true,
      progress: { completed_steps: 0, running_steps: 0, failed_steps: 0 },
    });
  });

  it('shows it as it was at an event, a version, a time, its start and its end', async () => {
    const server = new TestServer({ tools });
    const id = await ended(server, THREE);
    const log = await server.test.events(id);
    const exit = log.find(({ type }) => type === 'step.exit');
    const at = (moment: string) => get<Entry>(server, `/api/executions/${id}/state?at=${moment}`);
    expect(await at(exit?.id ?? '')).toMatchObject({
      at: { event_id: exit?.id },
      status: 'RUNNING',
      steps: { start: { status: 'COMPLETED' } },
    });
    expect(await at('1')).toMatchObject({ at: { version: 1 } });
    expect(await at('start')).toMatchObject({ at: { version: 1 } });
    expect(await at('end')).toMatchObject({ status: 'COMPLETED' });
    expect(await at(new Date(server.test.clock.now()).toISOString())).toMatchObject({ status: 'COMPLETED' });
    for (const wrong of ['0', '999', 'noon', '1960-01-01T00:00:00Z']) {
      expect(await server.ask('GET', `/api/executions/${id}/state?at=${wrong}`)).toMatchObject({
        status: 400,
      });
    }
    const replay = `/api/replay/state?execution_id=${id}`;
    expect(await get(server, `${replay}&as_of_position=1`)).toMatchObject({ at: { version: 1 } });
    expect(await server.ask('GET', `${replay}&as_of_position=1&as_of_time=2020`)).toMatchObject({
      status: 400,
    });
  });

  it('says what changed between moments, and between executions', async () => {
    const server = new TestServer({ tools });
    const [a, b] = [await ended(server, THREE), await ended(server, FAILING)];
    const moments = await get<{ values: { path: string[] }[] }>(server, `/api/executions/${a}/diff`);
    expect(moments.values.map(({ path }) => path.join('.'))).toContain('ctx.seen');
    expect(await get(server, `/api/executions/${a}/diff?with=${b}`)).toMatchObject({
      with: b,
      same_playbook: false,
    });
    expect(await server.ask('GET', `/api/executions/${a}/diff?with=1`)).toMatchObject({ status: 404 });
  });

  it('draws it', async () => {
    const server = new TestServer({ tools });
    const id = await ended(server, THREE);
    expect(await get(server, `/api/executions/${id}/graph`)).toMatchObject({
      nodes: [{ name: 'start', status: 'COMPLETED' }, { name: 'middle' }, { name: 'end' }],
      arcs: [
        { from: 'start', to: 'middle', taken: 1 },
        { from: 'middle', to: 'end', taken: 1 },
      ],
    });
    for (const [format, type, text] of [
      ['mermaid', 'text/plain', 'flowchart'],
      ['dot', 'text/plain', 'digraph'],
      ['svg', 'image/svg+xml', '<svg'],
    ] as const) {
      const { body, headers } = await server.ask('GET', `/api/executions/${id}/graph?format=${format}`);
      expect(headers['content-type']).toContain(type);
      expect(body).toContain(text);
    }
  });

  it('shows what its tools printed', async () => {
    const print: ToolRun = ({ attempt }, io) => {
      io.print('stdout', `attempt ${attempt}`);
      io.print('stderr', 'oh');
      return { status: 'ok', data: null };
    };
    const server = new TestServer({ tools: { ...tools, print } });
    const id = await ended(
      server,
      'workload: { name: x }\nworkflow:\n  - { step: say, tool: { kind: print } }\n',
    );
    expect(await get(server, `/api/executions/${id}/logs`)).toMatchObject({
      lines: [
        { step: 'say', stream: 'stdout', text: 'attempt 1' },
        { stream: 'stderr', text: 'oh' },
      ],
    });
    expect(await get(server, `/api/executions/${id}/logs?tail=1`)).toMatchObject({
      lines: [{ text: 'oh' }],
      total_lines: null,
    });
    expect(await get(server, `/api/executions/${id}/logs?step=other`)).toMatchObject({ lines: [] });
  });

  it('shows what its tools printed by pages, or the end of it', async () => {
    const print: ToolRun = (_, io) => {
      for (let n = 0; n < 2_500; n++) io.print('stdout', `line ${n}`);
      return { status: 'ok', data: null };
    };
    const server = new TestServer({ tools: { ...tools, print } });
    const id = await ended(server, 'workflow:\n  - { step: say, tool: { kind: print } }\n');
    interface Page {
      readonly lines: readonly { readonly text: string }[];
      readonly total_lines: number | null;
      readonly next_cursor: string | null;
    }
    const texts: string[] = [];
    const asked = `/api/executions/${id}/logs?step=say&limit=1100`;
    for (let next: string | null = '0'; next !== null; ) {
      const page: Page = await get<Page>(server, `${asked}&cursor=${next}`);
      expect(page.total_lines).toBeNull();
      texts.push(...page.lines.map(({ text }) => text));
      next = page.next_cursor;
    }
    expect(texts).toEqual(Array.from({ length: 2_500 }, (_, n) => `line ${n}`));
    const all = await get<Page>(server, `/api/executions/${id}/logs`);
    expect([all.lines.length, all.total_lines, all.next_cursor]).toEqual([2_500, 2_500, null]);
    const tail = await get<Page>(server, `/api/executions/${id}/logs?tail=2`);
    expect(tail).toMatchObject({ lines: [{ text: 'line 2498' }, { text: 'line 2499' }], total_lines: null });
    expect(await server.ask('GET', `/api/executions/${id}/logs?cursor=x`)).toMatchObject({ status: 400 });
  });

  it('renders templates in its context, as it is or was', async () => {
    const server = new TestServer({ tools });
    const id = await ended(server, THREE);
    const render = (body: object) => server.ask('POST', '/api/context/render', { execution_id: id, ...body });
    expect(
      await render({
        template: { a: '{{ ctx.seen }}!', b: ['{{ start.hello }}', 7], '{{ x }}': 1 },
        extra_context: { x: 'k' },
      }),
    ).toMatchObject({ status: 200, body: { rendered: { a: 'world!', b: ['world', 7], k: 1 } } });
    expect(await render({ template: '{{ ctx.seen | default("nothing") }}', at: 'start' })).toMatchObject({
      body: { rendered: 'nothing' },
    });
    expect(await render({ template: '{{ 1 / 0 }}' })).toMatchObject({ status: 422 });
    expect(await render({ template: '{{ broken' })).toMatchObject({ status: 422 });
  });

  it('gathers what is worth knowing, the same each time', async () => {
    const server = new TestServer({ tools });
    const id = await ended(server, FAILING);
    const analyze = async () => (await server.ask('POST', `/api/executions/${id}/analyze`)).body;
    const bundle = await analyze();
    expect(bundle).toMatchObject({
      status: 'FAILED',
      findings: [{ code: 'execution_failed' }, { code: 'timeout', step: 'bad' }],
      recommendations: [
        expect.stringContaining("step 'bad' more time"),
        expect.stringContaining('only_failed'),
      ],
    });
    expect(await analyze()).toEqual(bundle);
  });
});
