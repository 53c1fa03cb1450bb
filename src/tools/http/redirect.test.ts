import { createServer, type RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { echo, listen, useServer } from '../../../test/support/http-server.ts';
import { dataOf, errorOf, type Fields, runTool, SETTINGS } from '../../../test/support/run-tool.ts';
import { createTool } from './index.ts';

const http = createTool(SETTINGS);
const server = useServer();
const echoing: RequestListener = async (request, response) => response.end(await echo(request));
const other = createServer(echoing);
let elsewhere = '';
beforeAll(async () => {
  elsewhere = await listen(other);
});
afterAll(async () => {
  await http.close?.();
  other.closeAllConnections();
  other.close();
});

function redirect(status: number, location: string): void {
  server.answer = (request, response) => {
    if (request.url !== '/start') return echoing(request, response);
    response.writeHead(status, { location });
    response.end('moved');
  };
}

const auth = { type: 'bearer', token: 'secret' };
const send = (config: Fields = {}) => runTool(http, { url: `${server.origin}/start`, ...config }, { auth });

test.each([
  [301, 'POST', 'GET', ''],
  [302, 'POST', 'GET', ''],
  [303, 'PUT', 'GET', ''],
  [302, 'PUT', 'PUT', 'body'],
  [307, 'POST', 'POST', 'body'],
  [308, 'POST', 'POST', 'body'],
])('follows %d of %s with %s', async (status, method, expected, body) => {
  redirect(status, '/next?a=1');
  const data = dataOf(await send({ method, body: 'body' }));
  expect(data.url).toBe(`${server.origin}/next?a=1`);
  expect(data.data).toMatchObject({ method: expected, url: '/next?a=1', body });
  expect(data.data).toMatchObject({ headers: { authorization: 'Bearer secret' } });
});

test('credentials are not sent to another origin', async () => {
  redirect(302, `${elsewhere.replace('//', '//ann:pass@')}/next`);
  const headers = { 'X-Api-Key': 'k', Cookie: 'a=1', Accept: 'text/plain' };
  const { data, url } = dataOf(await send({ headers }));
  expect(url).toBe(`${elsewhere}/next`);
  const received = (data as unknown as { headers: Record<string, string> }).headers;
  expect(received.accept).toBe('text/plain');
  for (const name of ['authorization', 'x-api-key', 'cookie']) expect(received).not.toHaveProperty(name);
});

test('gives up after ten redirects', async () => {
  server.answer = (_request, response) => {
    response.writeHead(302, { location: '/again' });
    response.end();
  };
  expect(errorOf(await send())).toMatchObject({
    kind: 'client_error',
    retryable: false,
    statusCode: 302,
    message: `HTTP 302 from GET ${server.origin}/again: gave up after 10 redirects`,
  });
});

test('a redirect is the result where none are followed', async () => {
  redirect(302, '/next');
  const outcome = await send({ follow_redirects: 'false' });
  expect(outcome).toMatchObject({
    status: 'ok',
    about: { http: { status: 302, headers: { location: '/next' } } },
  });
  expect(dataOf(outcome).data).toBe('moved');
});

test.each(['file:///etc/passwd', 'http://[', 'javascript:1'])('does not follow to %s', async location => {
  redirect(302, location);
  expect(errorOf(await send()).message).toContain('it redirects to an address that is not http');
});
