import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Event } from '../../src/core/event.ts';
import { liveOf } from '../../src/server/live/live.ts';
import { dataEvent, startedEvent, turnOf } from '../conformance/turns.ts';
import { TestServer } from '../support/test-server.ts';

const MIB = 2 ** 20;
/** A second, which is the default, may be short on a machine that is busy. */
const PATIENTLY = { timeout: 20_000, interval: 20 };
const EVENTS = 400;
/** All together they are more than the buffers of a connection hold. */
const LARGE = 'x'.repeat(60_000);

interface Opened {
  readonly server: TestServer;
  readonly url: string;
  /** The server's ends of its connections, oldest first. */
  readonly sockets: Socket[];
}

async function listening(): Promise<Opened> {
  const server = new TestServer();
  const sockets: Socket[] = [];
  server.server.server.on('connection', socket => sockets.push(socket));
  await server.server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.server.close());
  return { server, url: `http://127.0.0.1:${(server.server.server.address() as AddressInfo).port}`, sockets };
}

/** A long log that has not ended. */
async function longLog({ server }: Opened): Promise<string> {
  const { events } = server.test.stores;
  await events.append(turnOf('1', 1, startedEvent('1')));
  for (let version = 2; version <= EVENTS; version++) {
    const event: Event = dataEvent({ n: version, large: LARGE }, String(1000 + version));
    await events.append(turnOf('1', version, event));
  }
  return '1';
}

/** A response whose body nobody reads yet. */
const open = (url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false, headers }, resolve).on('error', reject);
  });

/** Waits until the buffers are full: what is written does not grow any more. Gives how much that is. */
async function standsStill(socket: Socket | undefined): Promise<number> {
  let [written, looks] = [-1, 0];
  const look = () => {
    const now = socket?.bytesWritten ?? 0;
    looks = now === written && socket?.writableNeedDrain ? looks + 1 : 0;
    written = now;
    expect(looks).toBeGreaterThan(10);
  };
  await vi.waitFor(look, PATIENTLY);
  return written;
}

/** Ids of whole messages, until there are enough or the stream breaks off. */
async function idsOf(response: IncomingMessage, enough = Number.POSITIVE_INFINITY): Promise<string[]> {
  const ids: string[] = [];
  let rest = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      const parts = (rest + chunk).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) ids.push(/^id: (\S+)$/m.exec(part)?.[1] ?? '?');
      if (ids.length >= enough) break;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
  }
  return ids;
}

describe('a client that does not read', () => {
  it('costs the server a bounded buffer, delays nobody, and comes back where it was', async () => {
    const opened = await listening();
    const id = await longLog(opened);
    const address = `${opened.url}/api/executions/${id}/stream`;
    const slow = await open(address);
    const [socket] = opened.sockets;
    const sent = await standsStill(socket);

    const all = await idsOf(await open(address), EVENTS);
    expect(new Set(all).size).toBe(EVENTS);
    expect(socket?.writableNeedDrain).toBe(true);
    expect(socket?.bytesWritten).toBe(sent);
    expect(socket?.writableLength).toBeLessThan(MIB);
    expect(sent).toBeLessThan((EVENTS * LARGE.length) / 2);

    const live = liveOf(opened.server.test);
    await vi.waitFor(() => expect(live.streams).toBe(1), PATIENTLY);
    const closed = new Promise(resolve => socket?.on('close', resolve));
    // It is dropped when it has taken nothing for a minute: heartbeats come before that.
    const clock = opened.server.test.clock as unknown as { advance(): void };
    for (let beats = 0; beats < 10 && live.streams > 0; beats++) clock.advance();
    await closed;
    expect([live.streams, live.watchers]).toEqual([0, 0]);

    const first = await idsOf(slow);
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(EVENTS);
    const again = await open(address, { 'last-event-id': first.at(-1) ?? '' });
    const rest = await idsOf(again, EVENTS - first.length);
    expect([...first, ...rest]).toEqual(all);
  }, 60_000);
});

describe('clients that come and go', () => {
  it('leave nothing behind', async () => {
    const opened = await listening();
    const { events } = opened.server.test.stores;
    await events.append(turnOf('1', 1, startedEvent('1')));
    const live = liveOf(opened.server.test);
    for (let round = 0; round < 2; round++) {
      const paths = ['/api/executions/1/stream', '/api/executions/1/logs/stream', '/api/stream'];
      const responses = await Promise.all(
        Array.from({ length: 200 }, (_, index) => open(`${opened.url}${paths[index % paths.length]}`)),
      );
      expect(live.streams).toBe(200);
      await vi.waitFor(() => expect(live.watchers).toBe(200), PATIENTLY);
      for (const response of responses) response.destroy();
      await vi.waitFor(() => expect([live.streams, live.watchers]).toEqual([0, 0]), PATIENTLY);
    }
  }, 30_000);
});
