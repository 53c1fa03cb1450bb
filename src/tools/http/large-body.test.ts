import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { useServer } from '../../../test/support/http-server.ts';
import { itemsJson, SlowSender } from '../../../test/support/large-server.ts';
import { callOf, dataOf, errorOf, type Fields, notedIo, SETTINGS } from '../../../test/support/run-tool.ts';
import { mappingOf } from '../../common/plain-value.ts';
import type { BodyFormat } from '../../ports/result-store.ts';
import type { LargeBody, ToolIo, ToolOutcome } from '../../ports/tool.ts';
import { createTool } from './index.ts';
import { IN_MEMORY_BYTES } from './receive-body.ts';

const http = createTool(SETTINGS);
const server = useServer();
afterAll(() => http.close?.());

/** What was kept of bodies. */
interface Kept {
  readonly bytes: Buffer;
  readonly format: BodyFormat;
  readonly texts: number;
}

let kept: Kept[];
beforeEach(() => {
  kept = [];
});

type OnChunk = (chunk: Buffer) => Promise<void> | void;

const keepWith =
  (onChunk: OnChunk): NonNullable<ToolIo['keep']> =>
  async ({ chunks, format }: LargeBody) => {
    const pieces: Buffer[] = [];
    let texts = 0;
    for await (const chunk of chunks) {
      if (typeof chunk === 'string') texts++;
      const bytes = Buffer.from(chunk as string);
      await onChunk(bytes);
      pieces.push(bytes);
    }
    kept.push({ bytes: Buffer.concat(pieces), format: format(), texts });
    const preview = mappingOf([['bytes', kept.at(-1)?.bytes.length ?? 0]]);
    const reference = mappingOf([
      ['_ref', 'noetl://kept'],
      ['_preview', preview],
    ]);
    return { reference, format: format() };
  };

const send = (config: Fields = {}, onChunk: OnChunk = () => {}, signal?: AbortSignal): Promise<ToolOutcome> =>
  http.run(callOf('http', { url: `${server.origin}/x?key=secret`, ...config }), {
    ...notedIo(signal).io,
    keep: keepWith(onChunk),
  });

function respond(body: string | Buffer, headers: Readonly<Record<string, string>> = {}, status = 200): void {
  server.answer = (_request, response) => response.writeHead(status, headers).end(body);
}

/** Sends and gives what was kept. */
async function keptOf(body: string | Buffer, type: string, config: Fields = {}): Promise<Kept> {
  respond(body, type === '' ? {} : { 'content-type': type });
  const outcome = await send(config);
  expect(dataOf(outcome).data).toMatchObject({ _ref: 'noetl://kept' });
  return kept.pop() as Kept;
}

const LARGE = 'a,b,c\n'.repeat(IN_MEMORY_BYTES / 4);
const DOCUMENT = `{"a": "${'x'.repeat(IN_MEMORY_BYTES)}"}`;

test('a body of 4 MiB is read in memory, one byte more is kept', async () => {
  respond('x'.repeat(IN_MEMORY_BYTES), { 'content-type': 'text/plain' });
  expect(dataOf(await send()).data).toHaveLength(IN_MEMORY_BYTES);
  expect(kept).toEqual([]);
  respond('x'.repeat(IN_MEMORY_BYTES + 1), { 'content-type': 'text/plain' });
  expect(await send()).toMatchObject({
    status: 'ok',
    data: { status_code: 200, data: { _ref: 'noetl://kept' }, url: `${server.origin}/x?key=secret` },
    about: { http: { status: 200 }, meta: { bytes: IN_MEMORY_BYTES + 1 } },
  });
  expect(kept.map(({ format }) => format)).toEqual(['text']);
});

test('without a place to keep it, it is read in memory up to its limit', async () => {
  respond(DOCUMENT, { 'content-type': 'application/json' });
  const call = callOf('http', { url: server.origin });
  expect(dataOf(await http.run(call, notedIo().io)).data).toMatchObject({ a: 'x'.repeat(IN_MEMORY_BYTES) });
});

test('the server is slowed down to the pace at which the body is taken', async () => {
  const chunk = Buffer.alloc(65_536, 'x');
  const sender = new SlowSender();
  server.answer = (_request, response) => {
    response.setHeader('content-type', 'text/plain');
    void sender.send(response, Array(1024).fill(chunk));
  };
  let taken = 0;
  let most = 0;
  await send({}, async bytes => {
    // Time enough for a server that is not held back to run ahead.
    for (let turn = 0; turn < 10; turn++) await new Promise(resolve => setImmediate(resolve));
    most = Math.max(most, sender.sent - taken);
    taken += bytes.length;
  });
  expect(taken).toBe(1024 * chunk.length);
  // What is on its way between two processes is in here, too: the buffers of both sockets.
  expect(most).toBeLessThan(24 * 1024 * 1024);
});

describe('what a large body is', () => {
  test('is said by its type and its beginning', async () => {
    expect((await keptOf(DOCUMENT, 'application/json')).format).toBe('json');
    expect((await keptOf(DOCUMENT, 'text/plain')).format).toBe('json');
    expect((await keptOf(` \n${DOCUMENT}`, '')).format).toBe('json');
    expect((await keptOf(LARGE, 'text/csv')).format).toBe('text');
    const { format, bytes } = await keptOf(LARGE, '');
    expect(format).toBe('text');
    expect(bytes.equals(Buffer.from(LARGE))).toBe(true);
  });

  test('is decided by response_type first', async () => {
    expect((await keptOf(DOCUMENT, 'application/json', { response_type: 'text' })).format).toBe('text');
    const binary = await keptOf(LARGE, 'text/csv', { response_type: 'binary' });
    expect([binary.format, binary.texts]).toEqual(['binary', 0]);
    expect(binary.bytes.equals(Buffer.from(LARGE))).toBe(true);
  });

  test('is bytes if it is no text, however late that shows', async () => {
    const early = Buffer.alloc(IN_MEMORY_BYTES + 5, 0xff);
    const { format, texts } = await keptOf(early, 'image/png');
    expect([format, texts]).toEqual(['binary', 0]);
    for (const end of [[0xff], [0xe2, 0x82], [0xc3, 0x28]]) {
      const late = Buffer.concat([Buffer.from(`${LARGE}ä€😀`), Buffer.from(end)]);
      const { format, bytes } = await keptOf(late, 'application/octet-stream');
      expect(format).toBe('binary');
      expect(bytes.equals(late)).toBe(true);
    }
  });

  test('is decoded as its charset says, whatever the borders of its chunks', async () => {
    const text = 'aä€😀'.repeat(IN_MEMORY_BYTES / 8);
    expect((await keptOf(text, '')).bytes.equals(Buffer.from(text))).toBe(true);
    expect((await keptOf(`\ufeff${text}`, '')).bytes.equals(Buffer.from(text))).toBe(true);
    const latin = await keptOf(Buffer.alloc(IN_MEMORY_BYTES + 1, 0xe4), 'text/plain; charset=ISO-8859-1');
    expect(latin.bytes.subarray(0, 4).toString()).toBe('ää');
    const utf16 = await keptOf(Buffer.from(text, 'utf16le'), 'application/xml; charset=utf-16le');
    expect(utf16.bytes.equals(Buffer.from(text))).toBe(true);
  });

  test('must be JSON where JSON is asked for', async () => {
    server.answer = (_request, response) => response.end(`<html>${LARGE}`);
    const outcome = await http.run(callOf('http', { url: server.origin, response_type: 'json' }), {
      ...notedIo().io,
      keep: async body => ({ ...(await keepWith(() => {})(body)), format: 'text' }),
    });
    expect(errorOf(outcome)).toMatchObject({ kind: 'validation', statusCode: 200 });
    expect(errorOf(outcome).message).toContain('the response is not JSON');
    expect(dataOf(outcome).data).toMatchObject({ _ref: 'noetl://kept' });
  });
});

test.each<[string, Buffer]>([
  ['gzip', gzipSync(LARGE)],
  ['br', brotliCompressSync(LARGE)],
  ['deflate', deflateSync(LARGE)],
  ['deflate', deflateRawSync(LARGE)],
  ['gzip, br', brotliCompressSync(gzipSync(LARGE))],
])('%s is unpacked on the way', async (encoding, body) => {
  respond(body, { 'content-encoding': encoding, 'content-type': 'text/csv' });
  await send();
  expect(kept[0]?.bytes.equals(Buffer.from(LARGE))).toBe(true);
});

test('what is packed is refused when it is unpacked beyond the limit', async () => {
  const zeros = Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024));
  server.answer = (_request, response) => {
    response.setHeader('content-encoding', 'gzip');
    const gzip = createGzip();
    gzip.on('error', () => {}).pipe(response);
    for (const zero of zeros) gzip.write(zero);
    gzip.end();
  };
  const error = errorOf(await send({ max_bytes: 10_000_000 }));
  expect(error).toMatchObject({ kind: 'too_large', retryable: false, statusCode: 200 });
  expect(error.message).toContain('the response is larger than 10000000 bytes; raise `max_bytes`');
  expect(kept).toEqual([]);
});

test('an error has its body, too, however large', async () => {
  respond(DOCUMENT, { 'content-type': 'application/json' }, 500);
  const outcome = await send();
  expect(errorOf(outcome)).toMatchObject({ kind: 'server_error', statusCode: 500 });
  expect(dataOf(outcome).data).toMatchObject({ _ref: 'noetl://kept' });
});

describe('a body that ends too early', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['a length', { 'content-length': '99999999' }],
    ['chunks', {}],
  ])('is not kept, and can be asked for again, if it was announced by %s', async (_, headers) => {
    server.answer = (_request, response) => {
      response.writeHead(200, headers);
      response.write(LARGE, () => response.destroy());
    };
    const error = errorOf(await send());
    expect(error).toMatchObject({ kind: 'connection', retryable: true });
    expect(error.message).toContain('closed before the response was complete');
    expect(kept).toEqual([]);
  });

  test('is not kept if it is cut while it is unpacked', async () => {
    const packed = gzipSync(Buffer.from(Array.from({ length: 9_000_000 }, (_, n) => (n * 7919) % 251)));
    server.answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(packed.subarray(0, packed.length - 10));
    };
    expect(errorOf(await send())).toMatchObject({ kind: 'connection', retryable: true });
    expect(kept).toEqual([]);
  });

  test.each([
    ['timeout', { kind: 'timeout', retryable: true }],
    ['cancelled', { kind: 'cancelled', retryable: false }],
  ])('is not kept if the task is stopped: %s', async (reason, expected) => {
    const control = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    server.answer = (_request, response) => {
      closed = once(response, 'close');
      response.write(LARGE);
    };
    const outcome = await send({}, () => control.abort(reason), control.signal);
    expect(errorOf(outcome)).toMatchObject(expected);
    expect(kept).toEqual([]);
    await closed;
  });
});

test('a store that cannot take it is a failure that may pass, and closes the connection', async () => {
  let closed: Promise<unknown> = Promise.resolve();
  const sender = new SlowSender();
  server.answer = (_request, response) => {
    closed = once(response, 'close');
    void sender.send(response, itemsJson(1_000_000));
  };
  const full = Object.assign(new Error('the disk is full'), { code: 'store_full', retryable: true });
  full.name = 'StoreError';
  const outcome = await send({}, () => Promise.reject(full));
  expect(errorOf(outcome)).toMatchObject({ kind: 'storage', code: 'store_full', retryable: true });
  expect(errorOf(outcome).message).toContain('/x: the body could not be stored: the disk is full');
  await closed;
});
