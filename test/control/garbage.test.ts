import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EngineAccess } from '../../src/compose/engine-access.ts';
import { findAddress } from '../../src/control/address.ts';
import { LIMITS } from '../../src/control/limits.ts';
import { WORKER_VERBS } from '../../src/control/worker-order.ts';
import { WRITE_VERBS } from '../../src/control/write-order.ts';
import { freshDirectory, openAccess, startOn } from './two-processes.ts';

const QUICK = `
  workflow:
    - { step: start, tool: { kind: noop, input: { n: 1 } } }`;

const HELLO = '{"hello":"noetl","protocol":1}\n';

/** Sends everything, in the given pieces, and resolves with what was answered when the connection is over. */
function talk(address: string, pieces: readonly (string | Buffer)[], hangUp = true): Promise<string> {
  return new Promise(resolve => {
    const socket: Socket = connect(address);
    let answer = '';
    socket.on('data', chunk => {
      answer += chunk;
    });
    // A holder that has had enough resets the connection.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
    for (const piece of pieces) socket.write(piece);
    if (hangUp) socket.end();
  });
}

/** The answers to as many requests, whichever comes first. */
async function answersTo(address: string, requests: readonly string[]) {
  const answer = await new Promise<string>(resolve => {
    const socket = connect(address);
    let text = '';
    socket.on('data', chunk => {
      text += chunk;
      if (text.split('\n').length > requests.length + 1) socket.destroy();
    });
    socket.on('close', () => resolve(text));
    socket.write(HELLO + requests.join(''));
  });
  const replies = answer.split('\n').slice(1, -1);
  expect(replies).toHaveLength(requests.length);
  return replies.map(reply => JSON.parse(reply));
}

async function withHolder(): Promise<{ holder: EngineAccess; address: string; dataDir: string }> {
  const dataDir = await freshDirectory();
  const holder = await openAccess(dataDir);
  await holder.guests();
  return { holder, address: findAddress(dataDir), dataDir };
}

/** The holder still works, for itself and for others. */
async function expectUnharmed(holder: EngineAccess, dataDir: string): Promise<void> {
  const own = await startOn(holder, QUICK);
  expect((await holder.engine.ended(own)).phase.kind).toBe('completed');
  const client = await openAccess(dataDir);
  const handed = await startOn(client, QUICK);
  expect((await client.engine.ended(handed)).phase.kind).toBe('completed');
  await client.close();
}

describe('a holder that is sent garbage', () => {
  it('is not harmed by random bytes, before or after a greeting', async () => {
    const { holder, address, dataDir } = await withHolder();
    const bytes = fc.uint8Array({ maxLength: 2000 }).map(array => Buffer.from(array));
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(bytes, { maxLength: 4 }), async (greets, pieces) => {
        await talk(address, greets ? [HELLO, ...pieces] : pieces);
      }),
      { numRuns: 150 },
    );
    await expectUnharmed(holder, dataDir);
  });

  it('answers requests of any shape with what is wrong, and starts nothing', async () => {
    const { holder, address, dataDir } = await withHolder();
    const verb = fc.constantFrom('new_id', 'start', 'rerun', 'send', 'take_up', 'watch', 'constructor');
    const request = fc.record(
      {
        do: verb,
        executionId: fc.jsonValue(),
        inputs: fc.jsonValue(),
        payload: fc.jsonValue(),
        text: fc.jsonValue(),
      },
      { requiredKeys: ['do'] },
    );
    await fc.assert(
      fc.asyncProperty(request, async message => {
        const [answer] = await answersTo(address, [`${JSON.stringify({ id: 7, ...message })}\n`]);
        const { id, ok, error } = answer ?? {};
        expect(id).toBe(7);
        if (message.do === 'new_id') expect(ok).toMatch(/^\d+$/);
        else
          expect(error).toMatchObject({
            code: expect.stringMatching(/^control_/),
            message: expect.any(String),
          });
      }),
      { numRuns: 150 },
    );
    expect(await holder.stores.events.list()).toEqual([]);
    await expectUnharmed(holder, dataDir);
  });

  it('answers orders to write of any shape, and keeps nothing that is none', async () => {
    const { holder, address, dataDir } = await withHolder();
    const fields = [
      'executionId',
      'name',
      'value',
      'body',
      'bytes',
      'format',
      'sent',
      'text',
      'lines',
      'key',
    ];
    const others = ['keptAt', 'playbook', 'scope', 'fields', 'now', 'time', 'expiresAt', 'asked', 'kind'];
    const orders = fc.array(
      fc.tuple(
        fc.constantFrom(...WRITE_VERBS),
        fc.dictionary(fc.constantFrom(...fields, ...others), fc.jsonValue()),
      ),
      { minLength: 1, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(orders, async sent => {
        const lines = sent.map(([verb, message], id) => `${JSON.stringify({ ...message, do: verb, id })}\n`);
        for (const { id, ok, error } of await answersTo(address, lines)) {
          expect(sent[id]).toBeDefined();
          if (error === undefined) expect(ok).toBeDefined();
          else expect(error).toMatchObject({ code: expect.stringMatching(/^control_/) });
        }
      }),
      { numRuns: 100 },
    );
    expect(await holder.stores.results.list('1', { limit: 9 })).toEqual([]);
    await expectUnharmed(holder, dataDir);
  });

  it('answers orders of workers of any shape, and leases and records nothing for one that is none', async () => {
    const { holder, address, dataDir } = await withHolder();
    const id = await startOn(holder, QUICK);
    const { phase } = await holder.engine.ended(id);
    const turns = await holder.stores.events.read(id);
    const worker = fc.oneof(fc.jsonValue(), fc.constantFrom('worker:a', 'worker:', 'local-1'));
    const commandId = fc.oneof(fc.jsonValue(), fc.constantFrom(`${id}:start:1`, '1:start:1', id, ''));
    const delivered = fc.record({ command_id: commandId, commandId, delivery: fc.jsonValue() });
    const running = fc.oneof(fc.jsonValue(), fc.array(delivered, { maxLength: 3 }));
    const joining = fc.record(
      { worker, pools: fc.jsonValue(), slots: fc.jsonValue(), pid: fc.jsonValue(), running },
      { requiredKeys: [] },
    );
    const report = fc.record(
      {
        kind: fc.oneof(fc.jsonValue(), fc.constantFrom('done', 'failed', 'heartbeat', 'parked', 'claimed')),
        command_id: commandId,
        attempt: fc.oneof(fc.jsonValue(), fc.constant(1)),
        delivery: fc.oneof(fc.jsonValue(), fc.constant(0)),
        outcome: fc.jsonValue(),
        error: fc.jsonValue(),
        checkpoint: fc.jsonValue(),
        waits_for: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const order = fc.record(
      {
        do: fc.constantFrom(...WORKER_VERBS),
        worker,
        max: fc.oneof(fc.jsonValue(), fc.constantFrom(-1, 0, 1.5, 1001)),
        executionId: fc.oneof(fc.jsonValue(), fc.constantFrom(id, '1')),
        joining: fc.oneof(fc.jsonValue(), joining),
        running,
        report: fc.oneof(fc.jsonValue(), report),
      },
      { requiredKeys: ['do'] },
    );
    await fc.assert(
      fc.asyncProperty(order, async message => {
        const [answer] = await answersTo(address, [`${JSON.stringify({ ...message, id: 7 })}\n`]);
        expect(answer?.id).toBe(7);
        if (answer?.error) expect(answer.error.code).toMatch(/^control_/);
      }),
      { numRuns: 300 },
    );
    expect((await holder.engine.state(id)).phase).toEqual(phase);
    const added = (await holder.stores.events.read(id)).slice(turns.length).flatMap(({ events }) => events);
    expect(added.filter(({ type }) => type !== 'command.late')).toEqual([]);
    await expectUnharmed(holder, dataDir);
  });

  it('hangs up on lines that are too long, and keeps none of them', async () => {
    const { holder, address, dataDir } = await withHolder();
    const endless = 'x'.repeat(LIMITS.helloBytes + 1);
    expect(await talk(address, [endless], false)).toBe('');
    const megabyte = Buffer.alloc(1 << 20, 'y');
    const pieces = Array.from({ length: LIMITS.messageBytes / megabyte.length + 1 }, () => megabyte);
    expect(await talk(address, [HELLO, ...pieces], false)).toMatch(/^{"welcome":"noetl".*}\n$/);
    await expectUnharmed(holder, dataDir);
  });

  it('tells another version which one it is, and hangs up', async () => {
    const { holder, address, dataDir } = await withHolder();
    const answer = await talk(address, ['{"hello":"noetl","protocol":2}\n{"id":1,"do":"new_id"}\n'], false);
    expect(JSON.parse(answer)).toMatchObject({ welcome: 'noetl', protocol: 1, pid: process.pid });
    await expectUnharmed(holder, dataDir);
  });

  it('does not carry out half a request', async () => {
    const { holder, address, dataDir } = await withHolder();
    const start = JSON.stringify({
      id: 1,
      do: 'start',
      executionId: '77',
      text: 'x',
      source: 'y',
      hash: 'z',
      payload: {},
    });
    for (const length of [1, 10, start.length]) await talk(address, [HELLO, start.slice(0, length)]);
    expect(await holder.stores.events.list()).toEqual([]);
    await expectUnharmed(holder, dataDir);
  });

  it('hangs up on more requests at a time than it takes', async () => {
    const { holder, address, dataDir } = await withHolder();
    const many = Array.from(
      { length: LIMITS.requestsUnderWay + 1 },
      (_, id) => `{"id":${id},"do":"watch","executionId":"1"}\n`,
    );
    const answer = await talk(address, [HELLO + many.join('')], false);
    expect(answer.split('\n').length).toBeLessThan(many.length);
    await expectUnharmed(holder, dataDir);
  });
});
