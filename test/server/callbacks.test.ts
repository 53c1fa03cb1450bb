import { afterEach, describe, expect, it } from 'vitest';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { deferred } from '../../src/common/deferred.ts';
import type { ToolCall, ToolOutcome } from '../../src/ports/tool.ts';
import { HandClock } from '../support/hand-clock.ts';
import type { TestEngineOptions } from '../support/test-engine.ts';
import { TestServer } from '../support/test-server.ts';

const servers: TestServer[] = [];
afterEach(async () => {
  for (const { server, test } of servers.splice(0)) {
    await server.close();
    await test.engine.close();
  }
});

const JOB = `
workflow:
  - step: begin
    tool: { kind: begin, json: { notify: "{{ callback.url }}" }, callback: { timeout: 1h }, set: { ctx.job: "{{ output.data.id }}" } }
    next: after
  - { step: after, tool: { kind: echo, input: { url: "{{ begin.url }}", id: "{{ ctx.job }}", call: "{{ steps.begin.call.id }}" } } }
`;

/** A tool that starts something elsewhere; `begun` are the calls it got. */
function begin(options: TestEngineOptions = {}) {
  const begun: ToolCall[] = [];
  const called = deferred<void>();
  const answers: ReturnType<typeof deferred<ToolOutcome>>[] = [];
  const server = new TestServer({
    ...options,
    tools: {
      begin: call => {
        begun.push(call);
        called.resolve();
        const answer = answers.shift();
        return answer ? answer.promise : { status: 'ok', data: { id: 17 } };
      },
    },
  });
  servers.push(server);
  return { server, begun, answers, called: called.promise };
}

const addressOf = (call: ToolCall | undefined): string => {
  const { notify } = call!.config.json as { readonly notify: string };
  return notify.replace('http://noetl.test', '');
};

const whenParked = (server: TestServer): Promise<void> =>
  new Promise(resolve => {
    const stop = server.test.engine.watch(({ events }) => {
      if (events.some(({ type }) => type === 'command.parked')) {
        stop();
        resolve();
      }
    });
  });

describe('a task with a callback', () => {
  it('waits until it is called back, and goes on with what that brings', async () => {
    const { server, begun } = begin();
    const parked = whenParked(server);
    const id = await server.test.start(JOB);
    await parked;
    expect((await server.ask('GET', `/api/executions/${id}/explain`)).body).toMatchObject({
      waiting_for: [expect.stringContaining('a callback until')],
    });
    const answer = await server.ask('POST', addressOf(begun[0]), { status: 'ok', data: { url: 'u' } });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'ok', execution_id: id, step: 'begin', iteration: null, waited: true },
    });
    await server.test.engine.ended(id);
    expect((await server.ask('GET', `/api/executions/${id}`)).body).toMatchObject({
      status: 'COMPLETED',
      result: { url: 'u', id: 17, call: 17 },
    });
  });

  it('fails if the callback says so, with what it says', async () => {
    const { server, begun } = begin();
    const parked = whenParked(server);
    const id = await server.test.start(JOB);
    await parked;
    await server.ask('POST', addressOf(begun[0]), {
      error: { message: 'out of disk', kind: 'server_error', code: 'E1' },
    });
    const { phase } = await server.test.engine.ended(id);
    expect(phase).toMatchObject({ kind: 'failed', error: { kind: 'server_error', code: 'E1' } });
  });

  it('does not lose a callback that is faster than the answer of its tool', async () => {
    const { server, begun, answers, called } = begin();
    const slow = deferred<ToolOutcome>();
    answers.push(slow);
    const id = await server.test.start(JOB);
    await called;
    const early = await server.ask('POST', addressOf(begun[0]), { data: { url: 'early' } });
    expect(early).toMatchObject({ status: 200, body: { waited: false } });
    expect((await server.ask('POST', addressOf(begun[0]), {})).status).toBe(409);
    slow.resolve({ status: 'ok', data: { id: 18 } });
    await server.test.engine.ended(id);
    expect((await server.ask('GET', `/api/executions/${id}`)).body).toMatchObject({
      result: { url: 'early', id: 18 },
    });
  });

  it('takes one callback: of two at the same time the other gets 409', async () => {
    const { server, begun } = begin();
    const parked = whenParked(server);
    const id = await server.test.start(JOB);
    await parked;
    const address = addressOf(begun[0]);
    const both = await Promise.all([1, 2].map(n => server.ask('POST', address, { data: { url: n } })));
    expect(both.map(({ status }) => status)).toEqual([200, 409]);
    await server.test.engine.ended(id);
    expect((await server.ask('GET', `/api/executions/${id}`)).body).toMatchObject({ result: { url: 1 } });
  });

  it('fails when nobody calls in time, and answers 409 from then on', async () => {
    const clock = new HandClock();
    const { server, begun } = begin({ clock });
    const parked = whenParked(server);
    const id = await server.test.start(JOB);
    await parked;
    clock.advance();
    const { phase } = await server.test.engine.ended(id);
    expect(phase).toMatchObject({ kind: 'failed', error: { kind: 'timeout' } });
    expect(await server.ask('POST', addressOf(begun[0]), { data: 1 })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('its run is over') },
    });
  });

  it('is called back by another process, if its own has died', async () => {
    const stores = openMemory();
    const first = begin({ stores });
    const parked = whenParked(first.server);
    const id = await first.server.test.start(JOB);
    await parked;
    const { callbackTokens } = first.server.test;
    const second = begin({ stores, callbackTokens });
    await second.server.test.engine.recover();
    expect(
      (await second.server.ask('POST', addressOf(first.begun[0]), { data: { url: 'later' } })).status,
    ).toBe(200);
    await second.server.test.engine.ended(id);
    expect((await second.server.ask('GET', `/api/executions/${id}`)).body).toMatchObject({
      result: { url: 'later', id: 17 },
    });
  });

  it('keeps the address out of the log', async () => {
    const { server, begun, answers, called } = begin();
    const answer = deferred<ToolOutcome>();
    answers.push(answer);
    const id = await server.test.start(JOB);
    await called;
    answer.resolve({
      status: 'error',
      error: { kind: 'x', message: `no ${addressOf(begun[0])}`, retryable: false },
    });
    await server.test.engine.ended(id);
    const token = addressOf(begun[0]).split('/').at(-1)!;
    const log = JSON.stringify(await server.test.events(id));
    expect(log).toContain('/api/callbacks/***');
    expect(log).not.toContain(token);
  });

  it('fails before its tool runs if there is no server that could be called', async () => {
    const { server, begun } = begin({ hasServer: false });
    const { phase } = await server.test.run(JOB);
    expect(phase).toMatchObject({
      kind: 'failed',
      error: { kind: 'configuration', message: expect.stringContaining('noetl server') },
    });
    expect(begun).toEqual([]);
  });

  it('may be an iteration, and the last task of a pipeline', async () => {
    const { server, begun } = begin();
    const id = await server.test.start(`
workflow:
  - step: job
    loop: { in: [a, b], iterator: x, spec: { mode: parallel } }
    tool:
      - { name: prepare, kind: echo, input: { of: "{{ iter.x }}" } }
      - { name: start, kind: begin, json: { notify: "{{ callback.url }}", of: "{{ prepare.of }}" }, callback: true }
`);
    await server.test.engine.state(id);
    await new Promise<void>(resolve => {
      const look = async () => {
        const state = await server.test.engine.state(id);
        const run = state.steps.get('job')?.active;
        const open = run?.kind === 'loop' ? [...run.open.values()] : [];
        if (open.length === 2 && open.every(({ status }) => status.kind === 'parked')) resolve();
        else setImmediate(() => void look());
      };
      void look();
    });
    const ask = await server.ask('POST', `/api/executions/${id}/callbacks/job`, { data: 'A' });
    expect(ask).toMatchObject({ status: 409, body: { error: expect.stringContaining('?iteration=') } });
    await server.ask('POST', `/api/executions/${id}/callbacks/job?iteration=0`, { data: 'A' });
    const b = begun.find(({ config }) => (config.json as { of: string }).of === 'b');
    expect(await server.ask('POST', addressOf(b), { data: 'B' })).toMatchObject({ body: { iteration: 1 } });
    await server.test.engine.ended(id);
    expect((await server.ask('GET', `/api/executions/${id}`)).body).toMatchObject({ result: ['A', 'B'] });
  });
});

describe('a tool that says that its result comes later', () => {
  it('is waited for without a deadline, and answered by whoever knows the step', async () => {
    const { server, answers } = begin();
    const answer = deferred<ToolOutcome>();
    answers.push(answer);
    const parked = whenParked(server);
    const id = await server.test.start('workflow:\n  - { step: job, tool: { kind: begin } }\n');
    answer.resolve({ status: 'ok', data: { job: 3, pending_callback: true } });
    await parked;
    expect((await server.ask('POST', `/api/executions/${id}/callbacks/job`)).status).toBe(200);
    await server.test.engine.ended(id);
    expect((await server.ask('GET', `/api/executions/${id}`)).body).toMatchObject({
      status: 'COMPLETED',
      result: null,
    });
  });
});

describe('a callback that makes no sense', () => {
  it('is answered with 404 where nobody gave out its address, and where there is no such step', async () => {
    const { server } = begin();
    const id = await server.test.start(JOB);
    for (const url of [
      '/api/callbacks/x',
      `/api/callbacks/${'a'.repeat(900)}.b`,
      `/api/executions/${id}/callbacks/nobody`,
      '/api/executions/1/callbacks/begin',
    ])
      expect((await server.ask('POST', url, {})).status).toBe(404);
    const gone = server.test.callbackTokens.tokenOf('99:job:1');
    expect((await server.ask('POST', `/api/callbacks/${gone}`, {})).status).toBe(404);
  });

  it('is answered with 409 if the step is not under way, and 422 if it contradicts itself', async () => {
    const { server, begun } = begin();
    const parked = whenParked(server);
    const id = await server.test.start(JOB);
    await parked;
    expect((await server.ask('POST', `/api/executions/${id}/callbacks/after`, {})).status).toBe(409);
    const address = addressOf(begun[0]);
    const contradictions = [
      { status: 'perhaps' },
      { status: 'ok', error: 'no' },
      { data: {}, error: 'no' },
      { status: 3 },
      'text',
    ];
    for (const body of contradictions)
      expect((await server.ask('POST', address, body)).status).toBeGreaterThanOrEqual(400);
    expect((await server.test.engine.state(id)).phase.kind).toBe('in_progress');
  });
});
