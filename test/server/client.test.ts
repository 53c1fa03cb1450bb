import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openApiPath } from '../../src/api/openapi.ts';
import { ROUTES } from '../../src/api/routes/index.ts';
import { ApiError, Client, Unreachable } from '../../src/client/index.ts';
import { TestServer } from '../support/test-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listening(): Promise<{ readonly client: Client; readonly server: TestServer }> {
  const server = new TestServer();
  const url = await server.server.listen({ port: 0, host: '127.0.0.1' });
  closers.push(async () => void (await server.server.close()));
  return { client: new Client(url), server };
}

/** A server that answers with what it is given, one after the other. */
async function scripted(...answers: readonly [number, Record<string, string>, string][]): Promise<Client> {
  const left = [...answers];
  const server: Server = createServer((_, response) => {
    const [status, headers, body] = left.shift() ?? [500, {}, 'nothing more'];
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise(resolve => server.close(() => resolve())));
  return new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

const json = { 'content-type': 'application/json' };

describe('the client', () => {
  it('calls a route of the contract by its id', async () => {
    const { client } = await listening();
    expect(await client.call('health.live', {})).toEqual({ status: 'ok' });
    expect(await client.call('health.ready', {})).toMatchObject({ database: 'connected' });
  });

  it('throws what the server says', async () => {
    const { client, server } = await listening();
    await server.test.stores.close();
    const refused = new Client(client.baseUrl, { retries: 0 }).call('health.ready', {});
    await expect(refused).rejects.toBeInstanceOf(ApiError);
    await expect(refused).rejects.toMatchObject({ status: 503 });
  });

  it('asks a busy server again after the time it names', async () => {
    const busy = '{"error":"busy","detail":"busy","status":503,"problems":[]}';
    const client = await scripted(
      [503, { ...json, 'retry-after': '0' }, busy],
      [200, json, '{"status":"ok"}'],
    );
    expect(await client.call('health.live', {})).toEqual({ status: 'ok' });
  });

  it('says of an answer that is not ours what came', async () => {
    const client = await scripted([404, { 'content-type': 'text/html' }, '<h1>nginx</h1>']);
    await expect(client.call('health.live', {})).rejects.toThrow(/answered 404: <h1>nginx<\/h1>$/);
  });

  it('says that nobody listens, and what to do', async () => {
    const client = await scripted();
    for (const close of closers.splice(0)) await close();
    const call = client.call('health.live', {});
    await expect(call).rejects.toBeInstanceOf(Unreachable);
    await expect(call).rejects.toThrow(
      /nobody listens there \(ECONNREFUSED\)\. Is the server running\? `noetl server start`$/,
    );
  });
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const GREET = `
apiVersion: noetl.io/v2
kind: Playbook
metadata: {name: greet, path: demo/greet}
workload: {name: you}
workflow:
  - step: start
    tool: {kind: echo, input: {text: 'Hello, {{ workload.name }}!'}}
`;

describe('executions through the client', () => {
  it('are started and waited for', async () => {
    const { client } = await listening();
    const id = await client.execute({ content: GREET, payload: { name: 'Ada' } });
    expect(await client.wait(id)).toMatchObject({
      execution_id: id,
      status: 'COMPLETED',
      result: { text: 'Hello, Ada!' },
      events: [],
    });
  });

  it('are followed event by event until they end, or from an event on', async () => {
    const { client } = await listening();
    const id = await client.execute({ content: GREET });
    const all = await collect(client.stream(id));
    expect(all[0]).toMatchObject({ event_type: 'playbook_started', execution_id: id });
    expect(all.at(-1)).toMatchObject({ event_type: 'playbook.completed' });
    const rest = await collect(client.stream(id, { after: all[2]!.event_id }));
    expect(rest).toEqual(all.slice(3));
    expect(await collect(client.stream(id, { after: all.at(-1)!.event_id }))).toEqual([]);
  });

  it('cannot be followed if there are none: the server says so, and is not asked again', async () => {
    const { client } = await listening();
    await expect(client.wait('17')).rejects.toMatchObject({ status: 404 });
  });
});

describe('a stream whose connection breaks', () => {
  /** Each connection sends its messages and breaks; the answers are told by the `Last-Event-ID` they were asked with. */
  async function breaking(...connections: readonly string[]) {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.headers['last-event-id'] as string | undefined);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(connections[asked.length - 1] ?? '', () => response.destroy());
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise(resolve => server.close(() => resolve())));
    return { asked, client: new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) };
  }

  it('goes on behind the last event that came', async () => {
    const { asked, client } = await breaking(
      'id: 1\ndata: {"event_id": "1"}\n\n',
      '',
      'id: 2\ndata: {"event_id": "2"}\n\nevent: end\ndata: {}\n\n',
    );
    const events = await collect(client.stream('7', { delay: 0 }));
    expect(events.map(({ event_id }) => event_id)).toEqual(['1', '2']);
    expect(asked).toEqual([undefined, '1', '1']);
  });

  it('is given up after so many attempts in a row', async () => {
    const { asked, client } = await breaking();
    await expect(collect(client.stream('7', { delay: 0, attempts: 2 }))).rejects.toThrow();
    expect(asked).toHaveLength(3);
  });
});

describe('the contract of the client', () => {
  it('is the one that the server describes: every route with its method, path and parameters', async () => {
    const { client } = await listening();
    const { paths } = await client.call('docs.openapi', {});
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations as Record<string, { operationId: string }>).map(
        ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
      ),
    );
    const known = Object.entries(ROUTES).map(
      ([id, { method, path }]) => `${id} ${method} ${openApiPath(path)}`,
    );
    expect(described.sort()).toEqual(known.sort());
  });
});
