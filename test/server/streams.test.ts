import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Live } from '../../src/server/live/live.ts';
import { StatusRing } from '../../src/server/live/status-ring.ts';
import type { ToolRun } from '../support/test-engine.ts';
import { TestServer } from '../support/test-server.ts';

const hold: ToolRun = () => ({
  status: 'parked',
  waitsFor: { kind: 'signal', name: 'go', deadline: undefined, onDeadline: undefined },
});
const print: ToolRun = (_, io) => {
  for (let n = 0; n < 5; n++) io.print('stdout', `line ${n}`);
  return { status: 'ok', data: null };
};
const tools = { hold, print };
const YAML = `
workload: { name: x }
workflow:
  - { step: first, tool: { kind: print }, next: second }
  - { step: second, tool: { kind: hold } }
`;
const LOOP = `
workload: { name: x }
workflow:
  - { step: each, loop: { in: "{{ range(300) | list }}", iterator: item }, tool: { kind: echo } }
`;

interface Message {
  readonly id?: string;
  readonly event?: string;
  readonly data: {
    readonly event_id?: string;
    readonly event_type?: string;
    readonly text?: string;
    readonly status?: string;
  };
}

function messagesOf(text: string): Message[] {
  return text
    .split('\n\n')
    .filter(part => part !== '' && !part.startsWith(':'))
    .map(part => {
      const fields = part
        .split('\n')
        .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
      const { data = 'null', ...rest } = Object.fromEntries(fields) as Record<string, string>;
      return { ...rest, data: JSON.parse(data) };
    });
}

async function listening(): Promise<{ readonly server: TestServer; readonly url: string }> {
  const server = new TestServer({ tools });
  await server.server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.server.close());
  return { server, url: `http://127.0.0.1:${(server.server.server.address() as AddressInfo).port}` };
}

async function parked(server: TestServer): Promise<string> {
  const isParked = new Promise<void>(resolve => {
    server.test.engine.watch(
      ({ events }) => events.some(({ type }) => type === 'command.parked') && resolve(),
    );
  });
  const id = await server.test.start(YAML);
  await isParked;
  return id;
}

async function ended(server: TestServer, yaml: string): Promise<string> {
  const id = await server.test.start(yaml);
  await server.test.engine.ended(id);
  return id;
}

describe('the stream of an execution', () => {
  it('brings all of its log and ends with it', async () => {
    const server = new TestServer({ tools });
    const id = await ended(server, LOOP);
    const { body } = await server.ask('GET', `/api/executions/${id}/stream`);
    const messages = messagesOf(String(body));
    const total = (await server.test.stores.events.summary(id))?.events ?? 0;
    expect(messages).toHaveLength(total + 1);
    expect(new Set(messages.map(({ id: each }) => each)).size).toBe(total + 1);
    expect(messages.at(-2)?.data.event_type).toBe('playbook.completed');
    expect(messages.at(-1)).toMatchObject({ event: 'end', data: { status: 'COMPLETED' } });
  });

  it('brings what happens while it is open', async () => {
    const { server, url } = await listening();
    const id = await parked(server);
    const response = await fetch(`${url}/api/executions/${id}/stream`);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await server.ask('POST', `/api/executions/${id}/signals/go`);
    const messages = messagesOf(await response.text());
    expect(messages.map(({ data }) => data.event_type)).toContain('signal.received');
    expect(messages.at(-1)).toMatchObject({ event: 'end' });
  });

  it('goes on after any event, without a gap and without a repetition', async () => {
    const server = new TestServer({ tools });
    const id = await ended(server, LOOP);
    const url = `/api/executions/${id}/stream`;
    const all = messagesOf(String((await server.ask('GET', url)).body)).slice(0, -1);
    for (const at of [0, 1, 150, all.length - 2]) {
      const { body } = await server.server.inject({ url, headers: { 'last-event-id': all[at]?.id ?? '' } });
      expect(messagesOf(body).slice(0, -1)).toEqual(all.slice(at + 1));
    }
    const over = await server.server.inject({ url, headers: { 'last-event-id': all.at(-1)?.id ?? '' } });
    expect(over.statusCode).toBe(204);
    expect(await server.ask('GET', `${url}?last_event_id=1`)).toMatchObject({ status: 400 });
  });

  it('brings only what is asked for', async () => {
    const server = new TestServer({ tools });
    const id = await ended(server, LOOP);
    const { body } = await server.ask('GET', `/api/executions/${id}/stream?event_type=step.*`);
    expect(messagesOf(String(body)).map(({ data }) => data.event_type)).toEqual([
      'step.enter',
      'step.exit',
      undefined,
    ]);
  });

  it('ends when the server stops, and is forgotten when its client goes away', async () => {
    const { server, url } = await listening();
    const id = await parked(server);
    const gone = new AbortController();
    const left = await fetch(`${url}/api/executions/${id}/stream`, { signal: gone.signal });
    const stays = await fetch(`${url}/api/executions/${id}/stream`);
    gone.abort();
    await expect(left.text()).rejects.toThrow();
    await server.server.close();
    expect(messagesOf(await stays.text()).length).toBeGreaterThan(3);
  });
});

describe('the stream of all executions', () => {
  it('brings changes of status, and goes on where it stopped', async () => {
    const { server, url } = await listening();
    const response = await fetch(`${url}/api/stream?limit=2`);
    const id = await ended(server, LOOP);
    const messages = messagesOf(await response.text());
    expect(messages.map(({ data }) => data.status)).toEqual(['RUNNING', 'COMPLETED']);
    await ended(server, LOOP);
    const again = await fetch(`${url}/api/stream?limit=1`, {
      headers: { 'last-event-id': messages[0]?.id ?? '' },
    });
    expect(messagesOf(await again.text())).toMatchObject([
      { data: { execution_id: id, status: 'COMPLETED' } },
    ]);
  });

  it('says so when changes were missed', async () => {
    const { body } = await new TestServer().ask('GET', '/api/stream?last_event_id=12&limit=1');
    expect(messagesOf(String(body))).toMatchObject([{ event: 'reset' }]);
  });

  it('keeps a bounded number of changes', () => {
    const ring = new StatusRing(10);
    for (let n = 0; n < 100; n++)
      ring.add({ event_id: `${n}`, execution_id: '1', path: 'p', status: 'RUNNING', at: '' });
    expect(ring.end).toBe(100);
    expect(ring.has(50)).toBe(false);
    expect(ring.after('50')).toBeUndefined();
    expect(ring.at(ring.after('98') ?? 0)?.event_id).toBe('99');
  });
});

describe('the stream of what is printed', () => {
  it('brings every line once, and goes on where it stopped', async () => {
    const { server, url } = await listening();
    const id = await parked(server);
    const response = await fetch(`${url}/api/executions/${id}/logs/stream`);
    await server.ask('POST', `/api/executions/${id}/signals/go`);
    const messages = messagesOf(await response.text());
    expect(messages.map(({ data }) => data.text)).toEqual([
      'line 0',
      'line 1',
      'line 2',
      'line 3',
      'line 4',
      undefined,
    ]);
    const rest = await server.server.inject({
      url: `/api/executions/${id}/logs/stream`,
      headers: { 'last-event-id': messages[2]?.id ?? '' },
    });
    expect(messagesOf(rest.body).map(({ data }) => data.text)).toEqual(['line 3', 'line 4', undefined]);
    expect(await server.ask('GET', `/api/executions/${id}/logs/stream?last_event_id=x`)).toMatchObject({
      status: 400,
    });
  });
});

describe('streams', () => {
  it('are refused when there are too many', () => {
    const live = new Live({ watch: () => () => {} } as never, 1);
    live.mustHaveRoom();
    const closing = new AbortController();
    live.opened({ signal: closing.signal, end: () => {} } as never);
    expect(() => live.mustHaveRoom()).toThrow(expect.objectContaining({ status: 503, retryAfter: 5 }));
    closing.abort();
    live.mustHaveRoom();
    live.close();
    expect(() => live.mustHaveRoom()).toThrow('the server is stopping');
  });
});
