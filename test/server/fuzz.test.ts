import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { heldBytes } from '../support/held-bytes.ts';
import { TestServer } from '../support/test-server.ts';
import { type WireRequest, wireRequest } from './fuzz/arbitrary-request.ts';
import { send, sendBytes } from './fuzz/send.ts';

/** `NOETL_FUZZ_REQUESTS=10000` for the long run. */
const REQUESTS = Number(process.env.NOETL_FUZZ_REQUESTS ?? 400);
const AT_ONCE = 20;
const MAX_GROWTH = 200 * 1024 * 1024;

async function listening(): Promise<{ readonly port: number; readonly server: TestServer }> {
  const server = new TestServer();
  await server.server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    server.server.server.closeAllConnections();
    await server.server.close();
  });
  return { port: (server.server.server.address() as AddressInfo).port, server };
}

it(`answers ${REQUESTS} random and malformed requests without failing, and goes on`, async () => {
  const { port, server } = await listening();
  const failed: (WireRequest & { readonly status: number })[] = [];
  const before = heldBytes();
  const requests = fc.sample(wireRequest, { numRuns: REQUESTS, seed: 7 });
  const seen = new Map<number, number>();
  for (let from = 0; from < requests.length; from += AT_ONCE) {
    await Promise.all(
      requests.slice(from, from + AT_ONCE).map(async request => {
        const status = await send(port, request);
        seen.set(status, (seen.get(status) ?? 0) + 1);
        if (status >= 500) failed.push({ ...request, status });
      }),
    );
  }
  expect(failed.slice(0, 5)).toEqual([]);
  // Some are right, some are wrong: otherwise nothing was tried.
  expect(seen.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20);
  expect((seen.get(422) ?? 0) + (seen.get(400) ?? 0)).toBeGreaterThan(REQUESTS / 20);
  expect(heldBytes() - before).toBeLessThan(MAX_GROWTH);
  expect(await server.ask('GET', '/api/health')).toMatchObject({ status: 200 });
}, 600_000);

it('answers bytes that are no HTTP in the same form, and goes on', async () => {
  const { port, server } = await listening();
  expect(await sendBytes(port, '\0\u0001garbage\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request');
  expect(await sendBytes(port, `GET /health HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)).toBe(
    'HTTP/1.1 431 Request Header Fields Too Large',
  );
  expect(await server.ask('GET', '/health')).toMatchObject({ status: 200 });
});
