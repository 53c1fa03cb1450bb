import { once } from 'node:events';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { listen, useServer } from '../../../test/support/http-server.ts';
import { callOf, dataOf, errorOf, notedIo, runTool, SETTINGS } from '../../../test/support/run-tool.ts';
import { SELF_SIGNED } from '../../../test/support/self-signed.ts';
import { createTool } from './index.ts';

const http = createTool(SETTINGS);
const server = useServer();
const open: { close(): unknown }[] = [];
afterAll(async () => {
  await http.close?.();
  for (const one of open) one.close();
});

/** A server that answers with bytes as they are. */
async function speaking(onConnection: (socket: Socket) => void): Promise<string> {
  const tcp = createTcpServer(socket => {
    socket.on('error', () => {});
    socket.once('data', () => onConnection(socket));
  });
  open.push(tcp);
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  return `http://127.0.0.1:${(tcp.address() as AddressInfo).port}/x?key=secret`;
}

test('a refused connection can be tried again', async () => {
  const url = await speaking(() => {});
  open.pop()!.close();
  const error = errorOf(await runTool(http, { url }));
  expect(error).toMatchObject({ kind: 'connection', code: 'ECONNREFUSED', retryable: true });
  expect(error.message).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\/x: the connection was refused$/);
});

test('a host without an address can be tried again', async () => {
  const error = errorOf(await runTool(http, { url: 'http://no-such-host.invalid/' }));
  expect(error).toMatchObject({ kind: 'connection', retryable: true });
});

test.each([
  ['HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nonly this'],
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'],
  ['HTTP/1.1 200 OK\r\ncontent-'],
  [''],
])('a response that is cut off after %j can be tried again', async text => {
  const error = errorOf(await runTool(http, { url: await speaking(socket => socket.end(text)) }));
  expect(error).toMatchObject({ kind: 'connection', retryable: true });
  expect(error.message).toContain('closed before the response was complete');
});

test('what is not HTTP is not tried again', async () => {
  const error = errorOf(
    await runTool(http, { url: await speaking(socket => socket.end('220 smtp ready\r\n')) }),
  );
  expect(error).toMatchObject({ kind: 'connection', retryable: false });
});

test('a certificate nobody vouches for is accepted only where the playbook says so', async () => {
  const secure = createSecureServer(SELF_SIGNED, (_request, response) => response.end('ok'));
  open.push(secure);
  const url = (await listen(secure)).replace('http', 'https');
  const error = errorOf(await runTool(http, { url }));
  expect(error).toMatchObject({ kind: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT', retryable: false });
  expect(dataOf(await runTool(http, { url, verify_ssl: false })).data).toBe('ok');
  expect(dataOf(await runTool(http, { url, verify: 'no' })).data).toBe('ok');
  expect(errorOf(await runTool(http, { url })).kind).toBe('tls');
});

test('a server without TLS is not a secure one', async () => {
  const url = (await speaking(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))).replace(
    'http',
    'https',
  );
  expect(errorOf(await runTool(http, { url }))).toMatchObject({ kind: 'tls', retryable: false });
});

test.each([
  ['before the response begins', ''],
  ['in the middle of the body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nonly this'],
])('stops at once when told to %s', async (_when, text) => {
  const control = new AbortController();
  let aborted = 0;
  let closed: Promise<unknown> = Promise.resolve();
  const url = await speaking(socket => {
    closed = new Promise(resolve => socket.on('close', resolve));
    socket.write(text);
    // Not before the client has read what was written.
    setImmediate(() => {
      aborted = performance.now();
      control.abort('timeout');
    });
  });
  const outcome = await http.run(callOf('http', { url }), notedIo(control.signal).io);
  expect(performance.now() - aborted).toBeLessThan(10_000);
  expect(errorOf(outcome)).toMatchObject({ kind: 'timeout', retryable: true });
  await closed;
});

test('nothing is sent when the signal has already been given', async () => {
  let requests = 0;
  server.answer = (_request, response) => {
    requests++;
    response.end();
  };
  const outcome = await http.run(callOf('http', { url: server.origin }), notedIo(AbortSignal.abort()).io);
  expect(errorOf(outcome).kind).toBe('cancelled');
  expect(requests).toBe(0);
});

test('connections are used again, and a host gets so many at most', async () => {
  const sockets = new Set<unknown>();
  let busy = 0;
  let most = 0;
  server.answer = (request, response) => {
    sockets.add(request.socket);
    most = Math.max(most, ++busy);
    setImmediate(() => {
      busy--;
      response.end('ok');
    });
  };
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, () => runTool(http, { url: server.origin })),
  );
  expect(outcomes.every(outcome => dataOf(outcome).data === 'ok')).toBe(true);
  expect(sockets.size).toBeLessThanOrEqual(32);
  expect(most).toBeGreaterThan(1);
});

test('closing ends requests that are under way, and the tool can be used again', async () => {
  const tool = createTool(SETTINGS);
  const url = await speaking(() => void tool.close?.());
  expect(errorOf(await runTool(tool, { url }))).toMatchObject({ kind: 'cancelled', retryable: true });
  server.answer = (_request, response) => response.end('ok');
  expect(dataOf(await runTool(tool, { url: server.origin })).data).toBe('ok');
  await tool.close?.();
});
