import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Connection } from '../../src/adapters/sqlite/connection.ts';
import { openDataDirectoryForReading } from '../../src/adapters/sqlite/index.ts';
import type { PlainValue } from '../../src/common/plain-value.ts';
import { openEngine } from '../../src/compose/engine-access.ts';
import { findAddress } from '../../src/control/address.ts';
import { ControlClient } from '../../src/control/control-client.ts';
import { LIMITS, type Limits } from '../../src/control/limits.ts';
import { storesThrough } from '../../src/control/stores/stores-through.ts';
import type { LogStore } from '../../src/ports/log-store.ts';
import { holdStores } from '../support/through-holder.ts';
import { freshDirectory } from './two-processes.ts';

const PIECE = Buffer.alloc(1 << 20, 'x').toString('base64');
const LOST = { code: 'control_body_lost' };

async function heldDirectory(limits?: Limits) {
  const directory = join(await freshDirectory(), 'data');
  const { held, listener, connect } = await holdStores(directory, limits);
  onTestFinished(async () => {
    listener.leave();
    listener.end();
    await held.close();
  });
  const rowsLeft = () => {
    const reader = new Connection(join(directory, 'noetl.db'), { readOnly: true });
    const counts = ['result', 'result_chunk'].map(table =>
      Number(reader.prepare(`SELECT count(*) FROM ${table}`).get()?.[0]),
    );
    reader.close();
    return counts;
  };
  return { directory, held, listener, connect, rowsLeft };
}

const begin = async (client: ControlClient, name = 'a'): Promise<string> =>
  String(await client.request({ do: 'begin_body', executionId: '1', name }));

const send = (client: ControlClient, body: string, bytes = PIECE): Promise<PlainValue> =>
  client.request({ do: 'body_piece', body, bytes });

/** Resolves when there is nothing left of what was begun. */
async function untilNothing(rowsLeft: () => readonly number[]): Promise<void> {
  await expect.poll(rowsLeft, { timeout: 10_000 }).toEqual([0, 0]);
}

describe('a body that is sent to the holder', () => {
  it('leaves nothing if its connection is lost in the middle', async () => {
    const { held, connect, rowsLeft } = await heldDirectory();
    const client = await connect();
    const body = await begin(client);
    for (let n = 0; n < 3; n++) await send(client, body);
    // The store asks for the fourth when it has written the third.
    expect(rowsLeft()).toEqual([1, 3]);
    client.close();
    await untilNothing(rowsLeft);
    expect(await held.results.list('1', { limit: 9 })).toEqual([]);
  });

  it('leaves nothing if its sender drops it, and cannot go on then', async () => {
    const { connect, rowsLeft } = await heldDirectory();
    const client = await connect();
    const body = await begin(client);
    await send(client, body);
    await client.request({ do: 'drop_body', body });
    expect(rowsLeft()).toEqual([0, 0]);
    await expect(send(client, body)).rejects.toMatchObject(LOST);
    await expect(client.request({ do: 'end_body', body, format: 'text' })).rejects.toMatchObject(LOST);
  });

  it('is that of its connection alone: nobody else adds to it, ends it or drops it', async () => {
    const { held, connect } = await heldDirectory();
    const [one, other] = [await connect(), await connect()];
    const [ofOne, ofOther] = [await begin(one, 'one'), await begin(other, 'other')];
    await Promise.all([
      send(one, ofOne, Buffer.from('one').toString('base64')),
      send(other, ofOther, Buffer.from('other').toString('base64')),
    ]);
    await expect(send(other, ofOne)).rejects.toMatchObject(LOST);
    await expect(other.request({ do: 'drop_body', body: ofOne })).rejects.toMatchObject(LOST);
    const ending = { do: 'end_body', format: 'text' } as const;
    await expect(other.request({ ...ending, body: ofOne })).rejects.toMatchObject(LOST);
    other.close();
    const { uri } = (await one.request({ ...ending, body: ofOne })) as { readonly uri: string };
    expect(await held.results.get(uri)).toBe('one');
    expect(await held.results.list('1', { limit: 9 })).toHaveLength(1);
  });

  it('is given up by a holder that leaves, which others learn when they go on with it', async () => {
    const { connect, listener, rowsLeft } = await heldDirectory();
    const client = await connect();
    const body = await begin(client);
    await send(client, body);
    listener.leave();
    await untilNothing(rowsLeft);
    await expect(send(client, body)).rejects.toMatchObject({ name: 'HolderLost' });
  });

  it('is refused beyond what a connection may have on its way, and what is over makes room', async () => {
    const { connect } = await heldDirectory({ ...LIMITS, shipments: 2 });
    const client = await connect();
    const first = await begin(client);
    await client.request({ do: 'begin_value' });
    await expect(begin(client)).rejects.toMatchObject({
      code: 'control_bad_request',
      message: expect.stringContaining('no more than 2'),
    });
    await client.request({ do: 'drop_body', body: first });
    await begin(client);
    await (await connect()).request({ do: 'begin_value' });
  });

  it('is told what the store has against it, in words of the store', async () => {
    const { connect } = await heldDirectory();
    const client = await connect();
    const body = String(await client.request({ do: 'begin_body', executionId: 'none', name: 'a' }));
    const refused = { code: 'control_failed', cause: { code: 'store_invalid_id', retryable: false } };
    await expect(send(client, body)).rejects.toMatchObject(refused);
    await expect(send(client, body)).rejects.toMatchObject(LOST);
  });

  it('is refused if its bytes are none', async () => {
    const { connect } = await heldDirectory();
    const client = await connect();
    const body = await begin(client);
    for (const wrong of ['A', 'A*==', 'AA A', '===='])
      await expect(send(client, body, wrong)).rejects.toThrow('`bytes` must be base64');
  });
});

describe('a value that is sent to the holder', () => {
  it('may be as long as the holder says, and no longer', async () => {
    const { directory, connect } = await heldDirectory({ ...LIMITS, valueLength: 3 << 20 });
    const client = await connect();
    const reading = await openDataDirectoryForReading(directory);
    onTestFinished(() => reading.close());
    const { results, cache } = storesThrough(reading, order => client.request(order));
    const fits = 'ü'.repeat((3 << 20) - 2);
    // One after the other: what was stored does not count any more.
    for (const name of ['a', 'b']) {
      const { uri } = await results.put('1', name, fits);
      expect((await results.get(uri)) === fits).toBe(true);
    }
    const tooLarge = { name: 'StoreError', code: 'control_too_large', retryable: false };
    await expect(results.put('1', 'c', `${fits}x`)).rejects.toMatchObject(tooLarge);
    await expect(
      cache.keep('k', { value: `${fits}x`, keptAt: 1, expiresAt: undefined }),
    ).rejects.toMatchObject(tooLarge);
    await results.put('1', 'd', fits);
  });

  it('is refused if it is no JSON, without a word of what it is', async () => {
    const { connect } = await heldDirectory();
    const client = await connect();
    const put = { do: 'put_result', executionId: '1', name: 'a' } as const;
    for (const value of ['secret', '{"$bigint":"secret"}', '{"$mapping":null}', '['.repeat(100_000)]) {
      const refused = client.request({ ...put, value });
      await expect(refused).rejects.toMatchObject({ code: 'control_bad_request' });
      await expect(refused).rejects.not.toThrow('secret');
    }
    await expect(client.request({ ...put, value: { sent: 'unknown' } })).rejects.toMatchObject(LOST);
    const secret = { playbook: 'h', name: 'n', scope: 'global', asked: 'x', kind: 'k' } as const;
    const about = { holds: 'token', expiresAt: 1, autoRenew: false, now: 1 } as const;
    await expect(client.request({ do: 'put_secret', ...secret, ...about, fields: '[1]' })).rejects.toThrow(
      '`fields` must be the JSON of a mapping',
    );
  });
});

describe('lines that a worker prints', () => {
  it('are heard in the holder by whoever listens to its own commands', async () => {
    const dataDir = await freshDirectory();
    const heard: Parameters<LogStore['write']>[] = [];
    const access = await openEngine({
      dataDir,
      baseDir: dataDir,
      env: {},
      onTrouble: () => {},
      onPrint: (...printed) => heard.push(printed),
    });
    onTestFinished(() => access.close());
    await access.guests();
    const client = await ControlClient.connect(findAddress(dataDir));
    const { logs } = storesThrough(access.stores, order => client.request(order));
    const address = { executionId: '1', commandId: 'c', attempt: 1 };
    const line = { at: 1, stream: 'stdout', text: 'hello' } as const;
    logs.write(address, [line]);
    await logs.flush();
    expect(heard).toEqual([[address, [line]]]);
    expect(await logs.read({ executionId: '1' })).toEqual([{ ...address, ...line }]);
  });
});
