import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { useServer } from '../../../test/support/http-server.ts';
import { dataOf, errorOf, type Fields, runTool, SETTINGS } from '../../../test/support/run-tool.ts';
import { createTool } from './index.ts';

const http = createTool(SETTINGS);
const server = useServer();
afterAll(() => http.close?.());

type Headers = Readonly<Record<string, string | string[]>>;

function respond(body: string | Buffer, headers: Headers = {}, status = 200): void {
  server.answer = (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

const send = (config: Fields = {}) => runTool(http, { url: `${server.origin}/items?key=secret`, ...config });

async function bodyOf(body: string | Buffer, type: string, config: Fields = {}) {
  respond(body, type === '' ? {} : { 'content-type': type });
  return dataOf(await send(config)).data;
}

test('integers of any size stay exact', async () => {
  const data = (await bodyOf('{"id": 12345678901234567890, "n": 1}', 'application/json')) as Fields;
  expect({ ...data }).toEqual({ id: 12345678901234567890n, n: 1 });
});

test('a body is data if its type says so or if it is a document', async () => {
  expect(await bodyOf('[1]', 'application/problem+json; charset=utf-8')).toEqual([1]);
  expect(await bodyOf('true', 'application/json')).toBe(true);
  expect(await bodyOf(' [1, 2]', 'text/plain')).toEqual([1, 2]);
  expect(await bodyOf('12', 'text/plain')).toBe('12');
  expect(await bodyOf('[not json', 'application/json')).toBe('[not json');
  expect(await bodyOf('a,b\n1,2', 'text/csv')).toBe('a,b\n1,2');
  expect(await bodyOf('', 'application/json')).toBeNull();
});

test('a text is decoded as its charset says', async () => {
  expect(await bodyOf(Buffer.from([0xe4]), 'text/plain; charset=ISO-8859-1')).toBe('ä');
  expect(await bodyOf('\ufeff{"a":1}', 'application/json')).toMatchObject({ a: 1 });
  expect(await bodyOf(Buffer.from([0x61, 0xff]), 'text/plain; charset=no-such')).toBe('a\ufffd');
});

test('bytes that are no text are given as base64', async () => {
  const bytes = Buffer.from([0x89, 0x50, 0xff, 0x00]);
  expect(await bodyOf(bytes, 'image/png')).toMatchObject({ base64: 'iVD/AA==', size: 4 });
  expect(await bodyOf('text', 'text/plain', { response_type: 'binary' })).toMatchObject({
    base64: 'dGV4dA==',
    size: 4,
  });
});

test('response_type decides before the response', async () => {
  expect(await bodyOf('{"a":1}', 'application/json', { response_type: 'text' })).toBe('{"a":1}');
  expect(await bodyOf('12', 'text/plain', { response_type: 'json' })).toBe(12);
  respond('<html>');
  const outcome = await send({ response_type: 'json' });
  expect(errorOf(outcome)).toMatchObject({ kind: 'validation', statusCode: 200 });
  expect(errorOf(outcome).message).toBe(
    `GET ${server.origin}/items: the response is not JSON, and \`response_type\` asks for JSON`,
  );
  expect(dataOf(outcome).data).toBe('<html>');
});

test('data that would exhaust the stack stays a text, and fails where JSON is asked for', async () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  expect(await bodyOf(deep, 'application/json')).toBe(deep);
  expect(errorOf(await send({ response_type: 'json' })).message).toContain('nested deeper than 200 levels');
});

test('header lines of one name are joined, except cookies', async () => {
  respond('', { 'x-a': ['1', '2'], 'set-cookie': ['a=1', 'b=2'] });
  expect(dataOf(await send()).headers).toMatchObject({ 'x-a': '1, 2', 'set-cookie': ['a=1', 'b=2'] });
});

test.each<[string, Buffer]>([
  ['gzip', gzipSync('packed')],
  ['br', brotliCompressSync('packed')],
  ['deflate', deflateSync('packed')],
  ['deflate', deflateRawSync('packed')],
  ['gzip, br', brotliCompressSync(gzipSync('packed'))],
])('unpacks %s', async (encoding, body) => {
  respond(body, { 'content-encoding': encoding });
  expect(dataOf(await send()).data).toBe('packed');
});

test('a body that is not packed as it says is a failure of the connection', async () => {
  respond('plain', { 'content-encoding': 'gzip' });
  expect(errorOf(await send())).toMatchObject({ kind: 'connection', retryable: true });
  respond('plain', { 'content-encoding': 'zstd' });
  expect(errorOf(await send()).message).toContain('the response has the unknown encoding zstd');
});

test('a response without a body may name an encoding', async () => {
  respond('', { 'content-encoding': 'gzip' });
  expect(dataOf(await send({ method: 'HEAD' })).data).toBeNull();
});

test('a response above the limit is refused before it fills the memory', async () => {
  const refused = async () => errorOf(await send({ max_bytes: 1000 }));
  respond('x'.repeat(1001));
  expect(await refused()).toMatchObject({ kind: 'too_large', retryable: false, statusCode: 200 });
  respond(gzipSync('x'.repeat(50_000_000)), { 'content-encoding': 'gzip' });
  expect((await refused()).kind).toBe('too_large');
  let closed: Promise<unknown> = Promise.resolve();
  server.answer = (_request, response) => {
    closed = new Promise(resolve => response.on('close', resolve));
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(500)));
    };
    response.on('drain', more);
    more();
  };
  expect((await refused()).message).toContain('the response is larger than 1000 bytes; raise `max_bytes`');
  await closed;
});

test.each<[number, string, boolean]>([
  [400, 'client_error', false],
  [401, 'auth', false],
  [403, 'auth', false],
  [404, 'client_error', false],
  [408, 'client_error', true],
  [429, 'rate_limit', true],
  [500, 'server_error', true],
  [503, 'server_error', true],
])('%d is an error of kind %s, with its data', async (status, kind, retryable) => {
  respond('{"why":"because"}', { 'content-type': 'application/json' }, status);
  const outcome = await send();
  expect(errorOf(outcome)).toMatchObject({
    kind,
    retryable,
    statusCode: status,
    message: `HTTP ${status} from GET ${server.origin}/items`,
  });
  expect(dataOf(outcome)).toMatchObject({ status_code: status, data: { why: 'because' } });
  expect(outcome).toMatchObject({ about: { http: { status } } });
});

test('the time to wait is given in seconds, whether the server names a time or a number', async () => {
  respond('', { 'retry-after': '120' }, 429);
  expect(errorOf(await send()).details).toMatchObject({ retry_after: 120 });
  respond('', { 'retry-after': new Date(SETTINGS.now() + 30_000).toUTCString() }, 503);
  expect(errorOf(await send()).details).toMatchObject({ retry_after: 30 });
  respond('', { 'retry-after': 'soon' }, 503);
  expect(errorOf(await send()).details).not.toHaveProperty('retry_after');
});
