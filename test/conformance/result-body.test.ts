import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/common/sha256.ts';
import type { Body, BodyFormat } from '../../src/ports/result-store.ts';
import { describeWorkerStores } from './subjects.ts';
import { completedEvent, dataEvent, startedEvent, turnOf } from './turns.ts';

const MIB = 1024 * 1024;

const bodyOf = (format: BodyFormat, ...chunks: (string | Uint8Array)[]): Body => ({
  format: () => format,
  chunks: (async function* () {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  })(),
});

/** The bytes of a body, and how large the largest piece was. */
async function allOf(chunks: AsyncIterable<Uint8Array>) {
  const pieces: Uint8Array[] = [];
  for await (const chunk of chunks) pieces.push(chunk);
  return { bytes: Buffer.concat(pieces), largest: Math.max(0, ...pieces.map(({ length }) => length)) };
}

describeWorkerStores('bodies in the result store', stores => {
  it('are what their format says when they are read', async () => {
    const { results } = stores();
    const written = async (body: Body) => results.get((await results.write('1', 'fetch', body)).uri);
    expect(await written(bodyOf('json', '{"id": 12345678901234567890, ', '"a": [1]}'))).toEqual({
      id: 12345678901234567890n,
      a: [1],
    });
    expect(await written(bodyOf('text', 'a', '\u00e4'))).toBe('aä');
    expect(await written(bodyOf('binary', Uint8Array.of(0x89, 0x50), Uint8Array.of(0xff, 0)))).toEqual({
      base64: 'iVD/AA==',
      size: 4,
    });
    expect(await written(bodyOf('text'))).toBe('');
  });

  it('are not taken for values that were put: a tag in JSON is a key like any other', async () => {
    const { results } = stores();
    const { uri } = await results.write('1', 'a', bodyOf('json', '{"$bigint": "12"}'));
    expect(await results.get(uri)).toEqual({ $bigint: '12' });
  });

  it('have the hash and the size of their bytes, and an address by their content', async () => {
    const { results } = stores();
    const ref = await results.write('42', 'fetch.1', bodyOf('text', 'h', 'i'));
    expect(ref).toEqual({
      uri: `noetl://execution/42/result/fetch.1/${sha256Hex('hi').slice(0, 32)}`,
      sha256: sha256Hex('hi'),
      bytes: 2,
      extracted: {},
    });
    expect(await results.write('42', 'fetch.1', bodyOf('text', 'hi'))).toEqual(ref);
    expect(await results.list('42', { limit: 9 })).toEqual([{ uri: ref.uri, sha256: ref.sha256, bytes: 2 }]);
  });

  it('are given back byte by byte, whatever the chunks they came in', async () => {
    const { results } = stores();
    const bytes = Buffer.alloc(3 * MIB + 17, 'äbc€');
    const chunks = [bytes.subarray(0, 1), bytes.subarray(1, 2 * MIB + 3), bytes.subarray(2 * MIB + 3)];
    const ref = await results.write('1', 'a', bodyOf('binary', ...chunks));
    const stored = await results.read(ref.uri);
    expect(stored).toMatchObject({ format: 'binary', bytes: bytes.length, sha256: ref.sha256 });
    const { bytes: read, largest } = await allOf(stored!.chunks);
    expect(read.equals(bytes)).toBe(true);
    expect(largest).toBe(MIB);
  });

  it('leave nothing that can be seen when they end too early', async () => {
    const { results } = stores();
    const broken: Body = {
      format: () => 'text',
      chunks: (async function* () {
        yield Buffer.alloc(40 * MIB);
        expect(await results.list('1', { limit: 9 })).toEqual([]);
        throw new Error('cut');
      })(),
    };
    await expect(results.write('1', 'a', broken)).rejects.toThrow('cut');
    expect(await results.list('1', { limit: 9 })).toEqual([]);
  });

  it('are asked for piece by piece: the next when the last is written', async () => {
    const { results } = stores();
    let asked = 0;
    const turns: number[] = [];
    const chunks = (async function* () {
      for (; asked < 8; asked++) {
        // Somebody else writes while the body is on its way, and does not wait for its end.
        await stores().events.append(turnOf('2', asked + 1, dataEvent({})));
        turns.push(asked);
        yield Buffer.alloc(MIB, asked);
      }
    })();
    const ref = await results.write('1', 'a', { format: () => 'binary', chunks });
    expect(turns).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(ref.bytes).toBe(8 * MIB);
    expect((await stores().events.read('2')).length).toBe(8);
  });

  it('may be many at once', async () => {
    const { results } = stores();
    const texts = Array.from({ length: 20 }, (_, n) => `${n}`.repeat(200_000));
    const refs = await Promise.all(texts.map(text => results.write('1', 'a', bodyOf('text', text))));
    for (const [n, { uri }] of refs.entries()) expect((await results.get(uri)) === texts[n]).toBe(true);
  });

  it('are removed with their execution', async () => {
    const { results, events, retention } = stores();
    await events.append(turnOf('1', 1, startedEvent('1')));
    await events.append(turnOf('1', 2, completedEvent));
    const { uri } = await results.write('1', 'a', bodyOf('text', 'x'.repeat(2 * MIB)));
    expect(await results.get(uri)).toHaveLength(2 * MIB);
    expect(await retention.remove('1')).toBe(1);
    expect(await results.get(uri)).toBeUndefined();
    expect(await results.read(uri)).toBeUndefined();
  });

  describe('that are too large for memory', () => {
    it('are refused as a value, and can be read piece by piece', { timeout: 180_000 }, async () => {
      const { results } = stores();
      const piece = Buffer.alloc(MIB, 'x');
      const chunks = (async function* () {
        for (let n = 0; n < 257; n++) yield piece;
      })();
      const { uri, bytes } = await results.write('1', 'a', { format: () => 'text', chunks });
      await expect(results.get(uri)).rejects.toMatchObject({
        code: 'store_result_too_large',
        message: expect.stringContaining(`has ${bytes} bytes, and no more than 268435456`),
      });
      let read = 0;
      for await (const chunk of (await results.read(uri))!.chunks) read += chunk.length;
      expect(read).toBe(bytes);
    });
  });

  it('are no bodies if they were put, or are not there', async () => {
    const { results } = stores();
    expect(await results.read((await results.put('1', 'a', 'text')).uri)).toBeUndefined();
    expect(await results.read('noetl://execution/1/result/a/0123')).toBeUndefined();
  });

  it('are refused under an id that is none, and by a store that is closed', async () => {
    const { results } = stores();
    await expect(results.write('x', 'a', bodyOf('text'))).rejects.toMatchObject({ code: 'store_invalid_id' });
    await stores().close();
    await expect(results.write('1', 'a', bodyOf('text'))).rejects.toMatchObject({ code: 'store_closed' });
  });
});
