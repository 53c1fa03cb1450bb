import { afterEach, describe, expect, it } from 'vitest';
import { deferred } from '../../src/common/deferred.ts';
import type { ToolOutcome } from '../../src/ports/tool.ts';
import { TestServer } from '../support/test-server.ts';

const servers: TestServer[] = [];
afterEach(async () => {
  for (const { server, test } of servers.splice(0)) {
    await server.close();
    await test.engine.close();
  }
});

/** A step whose tool never answers by itself, and one after it that does. */
const TWO_STEPS = `
workflow:
  - { step: slow, tool: { kind: never }, next: after }
  - { step: after, tool: { kind: echo, input: { got: "{{ slow }}" } } }
`;

async function begin(yaml = TWO_STEPS) {
  const never = deferred<ToolOutcome>();
  const server = new TestServer({
    tools: {
      never: (_, { signal }) => {
        signal.addEventListener('abort', () => never.resolve({ status: 'ok', data: null }));
        return never.promise;
      },
    },
  });
  servers.push(server);
  const id = await server.test.start(yaml);
  const issued = (await server.test.events(id)).find(({ type }) => type === 'command.issued');
  const { commandId } = issued as { readonly commandId: string };
  const send = (event: object, headers: Record<string, string> = {}) =>
    post(server, '/api/events', event, headers);
  const batch = (events: unknown, headers: Record<string, string> = {}) =>
    post(server, '/api/events/batch', { execution_id: id, events }, headers);
  const shown = async (): Promise<readonly Record<string, unknown>[]> =>
    ((await server.ask('GET', `/api/executions/${id}/events`)).body as { events: Record<string, unknown>[] })
      .events;
  return { server, id, commandId, send, batch, shown };
}

async function post(server: TestServer, url: string, payload: object, headers: Record<string, string>) {
  const { statusCode, body } = await server.server.inject({ method: 'POST', url, payload, headers });
  return { status: statusCode, body: JSON.parse(body) as Record<string, unknown> };
}

describe('POST /api/events', () => {
  it('ends a command that somebody else has done', async () => {
    const { server, id, commandId, send } = await begin();
    const sent = { execution_id: id, step: 'slow', payload: { rows: 2 }, meta: { command_id: commandId } };
    expect(await send({ ...sent, name: 'call.done' })).toMatchObject({
      status: 200,
      body: { status: 'ok', commands_generated: 0 },
    });
    const { status, body } = await send({
      ...sent,
      event_type: 'command.completed',
      payload: { status: 'ok' },
    });
    expect([status, body.commands_generated]).toEqual([200, 1]);
    await server.test.engine.ended(id);
    expect((await server.ask('GET', `/api/executions/${id}`)).body).toMatchObject({
      status: 'COMPLETED',
      result: { got: { rows: 2 } },
    });
  });

  it('takes the first result, and answers a later one with 409', async () => {
    const { server, id, commandId, send } = await begin();
    const report = { execution_id: id, command_id: commandId };
    expect((await send({ ...report, name: 'action_completed', result: { n: 1 } })).status).toBe(200);
    const late = await send({ ...report, name: 'command.failed', error: 'no', event_id: 'late-1' });
    expect(late).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('the execution has ended') },
    });
    expect((await send({ ...report, name: 'command.failed', error: 'no', event_id: 'late-1' })).status).toBe(
      409,
    );
    const recorded = (await server.test.events(id)).filter(
      event => event.type === 'report.received' && event.key === 'late-1',
    );
    expect(recorded).toHaveLength(1);
  });

  it('counts what repeats an id once, and gives the same answer', async () => {
    const { id, send, shown } = await begin();
    const event = { execution_id: id, name: 'customer.created', event_id: 123, payload: { tier: 'gold' } };
    const first = await send(event);
    expect(first.body).toMatchObject({ duplicate: false });
    expect((await send(event)).body).toEqual({ ...first.body, duplicate: true });
    const keyed = await send({ execution_id: id, name: 'x.y' }, { 'idempotency-key': 'k' });
    expect((await send({ execution_id: id, name: 'x.y' }, { 'idempotency-key': 'k' })).body).toMatchObject({
      event_id: keyed.body.event_id,
      duplicate: true,
    });
    const own = (await shown()).filter(({ node_type: type }) => type === 'external');
    expect(own).toMatchObject([{ event_type: 'customer.created' }, { event_type: 'x.y' }]);
  });

  it('shows what is in the sender’s own words among the events, by its name', async () => {
    const { server, id, send } = await begin();
    await send({
      execution_id: id,
      type: 'order.failed',
      node_name: 'slow',
      data: { order: 7 },
      worker_id: 'shop',
    });
    const { body } = await server.ask('GET', `/api/executions/${id}/events?event_type=order.failed`);
    expect(body).toMatchObject({
      events: [
        {
          event_type: 'order.failed',
          node_name: 'slow',
          status: 'FAILED',
          result: { context: { data: { order: 7 } } },
        },
      ],
    });
  });

  it('is recorded for an execution that has ended, and changes nothing', async () => {
    const { server, id, commandId, send, shown } = await begin();
    await server.ask('POST', `/api/executions/${id}/cancel`, {});
    expect((await send({ execution_id: id, name: 'customer.left' })).status).toBe(200);
    expect((await send({ execution_id: id, name: 'call.done', command_id: commandId, data: 1 })).status).toBe(
      409,
    );
    expect((await shown()).at(-1)).toMatchObject({ event_type: 'command.late' });
    expect((await server.ask('GET', `/api/executions/${id}/status`)).body).toMatchObject({
      status: 'CANCELLED',
    });
  });

  it('stores large data apart, and takes a reference only to what is stored', async () => {
    const { server, id, commandId, send } = await begin();
    const text = 'x'.repeat(100_000);
    await send({
      execution_id: id,
      name: 'command.completed',
      command_id: commandId,
      result: { text, n: 1 },
    });
    const state = await server.test.engine.ended(id);
    expect(state.steps.get('slow')?.result).toMatchObject({ kind: 'stored', ref: { extracted: { n: 1 } } });
    const other = await begin();
    const ref = {
      execution_id: other.id,
      name: 'call.done',
      command_id: other.commandId,
      result_kind: 'ref',
    };
    expect(await other.send({ ...ref, result_uri: 'noetl://nothing' })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('nothing is stored at noetl://nothing') },
    });
  });

  it('masks what stands under the name of a secret, and says so', async () => {
    const { id, send, shown } = await begin();
    const { body } = await send({
      execution_id: id,
      name: 'login.done',
      payload: { user: 'a', password: 'hunter2' },
    });
    expect(body.masked).toEqual(['/payload/password']);
    expect(JSON.stringify(await shown())).not.toContain('hunter2');
  });

  it.each<[object, number, string]>([
    [{ execution_id: '1', name: 'x' }, 404, 'no execution'],
    [{ name: 'x' }, 422, 'execution_id'],
    [{ execution_id: 'ID' }, 422, 'event_type is missing'],
    [{ execution_id: 'ID', name: 'playbook.completed' }, 422, 'only the engine can say'],
    [{ execution_id: 'ID', name: 'execution_cancelled' }, 422, 'POST /api/executions/{id}/cancel'],
    [{ execution_id: 'ID', name: 'call.done' }, 422, 'say which step'],
    [{ execution_id: 'ID', name: 'x', created_at: 'soon' }, 422, 'created_at is no time'],
  ])('refuses %j with %i', async (event, status, message) => {
    const { server, id, send } = await begin();
    const before = (await server.test.events(id)).length;
    const asked =
      'execution_id' in event && event.execution_id === 'ID' ? { ...event, execution_id: id } : event;
    expect(await send(asked)).toMatchObject({ status, body: { error: expect.stringContaining(message) } });
    expect(await server.test.events(id)).toHaveLength(before);
  });
});

describe('POST /api/events/batch', () => {
  it('takes what an older worker reports of a command', async () => {
    const { server, id, commandId, batch } = await begin();
    const meta = { command_id: commandId };
    const { status, body } = await batch([
      { step: 'slow', name: 'step.enter', payload: {}, meta },
      { step: 'slow', name: 'command.started', payload: {}, meta },
      { step: 'slow', name: 'call.done', payload: { rows: 5 }, meta },
      { step: 'slow', name: 'step.exit', payload: { status: 'COMPLETED' }, meta },
      { step: 'slow', name: 'command.completed', payload: { status: 'COMPLETED' }, meta },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ok', commands_generated: 1, duplicate: false });
    expect(new Set(body.event_ids as string[]).size).toBe(5);
    // The step had ended by its exit; that its command has, too, is no news.
    expect(body.late).toEqual([{ index: 4, why: 'it is settled already' }]);
    await server.test.engine.ended(id);
    expect((await server.ask('GET', `/api/executions/${id}`)).body).toMatchObject({
      result: { got: { rows: 5 } },
    });
  });

  it('counts once with the same key, and says where reports were too late', async () => {
    const { id, commandId, batch, shown } = await begin();
    const events = [
      { name: 'a.b', execution_id: id },
      { name: 'command.completed', command_id: commandId, attempt: 9 },
    ];
    const first = await batch(events, { 'idempotency-key': 'once' });
    expect(first.body).toMatchObject({
      duplicate: false,
      late: [{ index: 1, why: expect.stringContaining('attempt 9') }],
    });
    const again = await batch(events, { 'idempotency-key': 'once' });
    expect(again.body).toMatchObject({
      duplicate: true,
      event_ids: first.body.event_ids,
      commands_generated: 0,
    });
    expect((await shown()).filter(({ event_type: type }) => type === 'a.b')).toHaveLength(1);
  });

  it('takes all or nothing, and names every problem', async () => {
    const { server, id, batch } = await begin();
    const before = (await server.test.events(id)).length;
    const { status, body } = await batch([{ name: 'a.b' }, {}, { name: 'workflow_failed' }]);
    expect(status).toBe(422);
    expect(body.problems).toMatchObject([
      { where: 'body/events/1/event_type' },
      { where: 'body/events/2/name', message: expect.stringContaining('only the engine can say') },
    ]);
    expect(await server.test.events(id)).toHaveLength(before);
  });

  it('refuses more than 256 events, and more than 2 MiB of them', async () => {
    const { batch } = await begin();
    expect((await batch(Array.from({ length: 257 }, () => ({ name: 'a.b' })))).status).toBe(422);
    const large = await batch([{ name: 'a.b', payload: { text: 'x'.repeat(2 * 1024 * 1024) } }]);
    expect(large).toMatchObject({ status: 422, body: { error: expect.stringContaining('2097152') } });
    expect((await batch([])).status).toBe(422);
  });
});
