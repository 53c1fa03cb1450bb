import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
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
    await expect(call).rejects.toThrow(/ECONNREFUSED\. Is the server running\? `noetl server start`$/);
  });
});
