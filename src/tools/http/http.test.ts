import { afterAll, beforeEach, expect, test } from 'vitest';
import { echo, useServer } from '../../../test/support/http-server.ts';
import { dataOf, errorOf, type Fields, runTool, SETTINGS } from '../../../test/support/run-tool.ts';
import type { ToolCall } from '../../ports/tool.ts';
import { createTool } from './index.ts';

const http = createTool(SETTINGS);
const server = useServer();
afterAll(() => http.close?.());

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

beforeEach(() => {
  server.answer = async (request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(await echo(request));
  };
});

const send = (config: Fields, more: Partial<ToolCall> = {}) =>
  runTool(http, { url: `${server.origin}/items`, ...config }, more);

const echoed = async (config: Fields, more: Partial<ToolCall> = {}): Promise<Echo> =>
  dataOf(await send(config, more)).data as unknown as Echo;

test('gives status, headers, body, address and time', async () => {
  const outcome = await send({});
  expect(outcome).toMatchObject({ status: 'ok', about: { http: { status: 200 } } });
  const data = dataOf(outcome);
  expect(data).toMatchObject({ status_code: 200, url: `${server.origin}/items` });
  expect(data.headers).toMatchObject({ 'content-type': 'application/json' });
  expect('body' in data).toBe(false);
  expect(data.elapsed).toBeTypeOf('number');
});

test('parameters are added to those of the address, by name', async () => {
  const params = {
    page: 2,
    q: 'a b&c',
    none: null,
    flag: true,
    id: 12345678901234567890n,
    tag: ['x', null, 'y'],
  };
  const { url } = await echoed({ url: `${server.origin}/items?sig=a%2Bb+c&page=1`, params });
  expect(url).toBe('/items?sig=a%2Bb+c&page=2&q=a%20b%26c&flag=true&id=12345678901234567890&tag=x&tag=y');
  expect((await echoed({ params: 'a=1' })).url).toBe('/items?a=1');
});

test('an address without parameters is sent as it is written', async () => {
  expect((await echoed({ url: `${server.origin}/a%20b?x=%7E&y#part` })).url).toBe('/a%20b?x=%7E&y');
});

test('one body is sent: json before form before body', async () => {
  const all = { method: 'POST', json: { a: 1 }, form: { b: 2 }, body: 'c' };
  expect(await echoed(all)).toMatchObject({
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  });
  expect(await echoed({ ...all, json: null })).toMatchObject({
    body: 'b=2',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(await echoed({ ...all, json: null, form: null })).toMatchObject({ body: 'c' });
});

test('a body of data is JSON, with integers of any size', async () => {
  const { body } = await echoed({ method: 'PUT', body: { id: 12345678901234567890n, list: [1, 'ä'] } });
  expect(body).toBe('{"id":12345678901234567890,"list":[1,"ä"]}');
});

test('a text is sent as it is, and announced as JSON if it is a document', async () => {
  const type = async (body: string) => (await echoed({ method: 'POST', body })).headers['content-type'];
  expect(await type('{"a": 1}')).toBe('application/json');
  expect(await type('{a}')).toBe('text/plain; charset=utf-8');
});

test('a mapping follows the content type of the request', async () => {
  const form = {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: { a: 'b c', d: null },
  };
  expect((await echoed({ method: 'POST', ...form })).body).toBe('a=b+c');
  const files = {
    headers: { 'Content-Type': 'multipart/form-data' },
    form: { 'na"me': 'text', file: { filename: 'a.bin', base64: 'aGk=' } },
  };
  const sent = await echoed({ method: 'POST', ...files });
  const boundary = /boundary=(.+)$/.exec(sent.headers['content-type']!)![1];
  expect(sent.body).toBe(
    [
      `--${boundary}`,
      'content-disposition: form-data; name="na%22me"',
      '',
      'text',
      `--${boundary}`,
      'content-disposition: form-data; name="file"; filename="a.bin"',
      'content-type: application/octet-stream',
      '',
      'hi',
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  );
});

test('headers without a value are left out, those of the connection are ours', async () => {
  const headers = { 'X-A': 1, 'x-b': null, 'X-C': ['a', 'b'], 'Content-Length': 99, Connection: 'upgrade' };
  const sent = await echoed({ method: 'POST', headers, body: 'abc' });
  expect(sent.headers).toMatchObject({ 'x-a': '1', 'x-c': 'a, b', 'content-length': '3' });
  expect(sent.headers).not.toHaveProperty('x-b');
  expect(sent.headers['user-agent']).toMatch(/^noetl\//);
});

test.each<[string, Fields, Fields]>([
  ['bearer', { type: 'bearer', token: ' t1\n' }, { authorization: 'Bearer t1' }],
  [
    'a stored credential',
    { name: 'x', type: 'httpBearerAuth', data: { access_token: 't2' } },
    { authorization: 'Bearer t2' },
  ],
  ['a token without a type', { access_token: 't3', token_type: 'Bearer' }, { authorization: 'Bearer t3' }],
  ['basic', { type: 'basic', user: 'ann', password: 'pä' }, { authorization: 'Basic YW5uOnDDpA==' }],
  ['an API key', { type: 'api_key', key: 'k' }, { 'x-api-key': 'k' }],
  ['an API key in another header', { type: 'api_key', header: 'X-Token', api_key: 'k' }, { 'x-token': 'k' }],
  ['own headers', { type: 'headers', headers: { 'X-A': 'a' } }, { 'x-a': 'a' }],
  ['a credential below its name', { shop: { type: 'bearer', token: 't4' } }, { authorization: 'Bearer t4' }],
])('sends %s', async (_name, auth, expected) => {
  expect((await echoed({}, { auth })).headers).toMatchObject(expected);
});

test('a header the playbook writes comes before the credential', async () => {
  const sent = await echoed(
    { headers: { Authorization: 'Custom x' } },
    { auth: { type: 'bearer', token: 't' } },
  );
  expect(sent.headers.authorization).toBe('Custom x');
});

test('a user in the address becomes a header and is not shown', async () => {
  const outcome = await send({ url: `${server.origin.replace('//', '//ann:p%40ss@')}/x` });
  const sent = dataOf(outcome).data as unknown as Echo;
  expect(sent.headers.authorization).toBe(`Basic ${Buffer.from('ann:p@ss').toString('base64')}`);
  expect(dataOf(outcome).url).toBe(`${server.origin}/x`);
});

test('an idempotency key is the same for every attempt and differs by request', async () => {
  const key = async (config: Fields, more: Partial<ToolCall> = {}) =>
    (await echoed({ method: 'POST', idempotency: true, ...config }, more)).headers['idempotency-key'];
  const first = await key({ json: { page: 1 } });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(await key({ json: { page: 1 } }, { attempt: 2 })).toBe(first);
  expect(await key({ json: { page: 2 } })).not.toBe(first);
  expect(await key({ json: { page: 1 } }, { task: 'other' })).not.toBe(first);
  expect((await echoed({ method: 'POST' })).headers).not.toHaveProperty('idempotency-key');
});

test.each<[Fields, string, Partial<ToolCall>?]>([
  [{ url: null }, '`url` is missing'],
  [{ url: '/relative?key=secret' }, 'begins with http:// or https://, not `/relative`'],
  [{ url: 'ftp://host/secret' }, 'begins with http:// or https://'],
  [{ url: ['a'] }, '`url` must be a text, not a list'],
  [{ method: 'FETCH' }, '`method` must be one of GET, POST'],
  [{ headers: 'a: b' }, '`headers` must be a mapping, not a text'],
  [{ headers: { 'a b': '1' } }, '`headers` has a name with a character that HTTP does not allow'],
  [{ headers: { a: 'x\r\ny: secret' } }, '`headers.a` has a character that HTTP does not allow'],
  [{ headers: { a: { b: 1 } } }, '`headers.a` must be a text, not a mapping'],
  [{ params: { filter: { a: 1 } } }, '`params.filter` holds a mapping, which cannot be sent'],
  [{ params: [1] }, '`params` must be a mapping, not a list'],
  [{ response_type: 'xml' }, '`response_type` must be one of json, text, binary'],
  [{ max_bytes: 'many' }, '`max_bytes` must be a positive whole number'],
  [{}, '`auth` did not resolve to a credential', { auth: 'shop' }],
  [{}, '`auth.token` is missing', { auth: { type: 'bearer' } }],
  [
    {},
    '`auth.token` has a character that HTTP does not allow',
    { auth: { type: 'bearer', token: 'a\r\nb: secret' } },
  ],
  [{}, '`auth` has the type `kerberos`', { auth: { type: 'kerberos' } }],
])('refuses %j and names the field', async (config, message, more = {}) => {
  const error = errorOf(await send(config, more));
  expect(error).toMatchObject({ kind: 'validation', retryable: false });
  expect(error.message).toContain(message);
  expect(error.message).not.toContain('secret');
});
