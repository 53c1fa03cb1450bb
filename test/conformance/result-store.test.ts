import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PlainValue } from '../../src/common/plain-value.ts';
import { sha256Hex } from '../../src/common/sha256.ts';
import { HOSTILE_TEXTS, plainValue } from './hostile.ts';
import { describeWorkerStores } from './subjects.ts';

describeWorkerStores('the result store', stores => {
  const roundTrip = async (value: PlainValue, name = 'step') => {
    const { uri } = await stores().results.put('1', name, value);
    return stores().results.get(uri);
  };

  it('gives back what was put', async () => {
    const value = { rows: [{ id: 1, tags: ['a', null] }], ok: true };
    expect(await roundTrip(value)).toEqual(value);
  });

  it('describes a value by its address, hash and size', async () => {
    const ref = await stores().results.put('42', 'load orders', ['ü']);
    expect(ref.uri).toMatch(/^noetl:\/\/execution\/42\/result\/load%20orders\/[0-9a-f]{32}$/);
    expect(ref).toMatchObject({ sha256: sha256Hex('["ü"]'), bytes: 6, extracted: {} });
  });

  it('gives the same address to the same value of the same name', async () => {
    const { results } = stores();
    const [first, again] = [await results.put('1', 'a', [1]), await results.put('1', 'a', [1])];
    expect(again).toEqual(first);
    const others = await Promise.all([
      results.put('1', 'b', [1]),
      results.put('2', 'a', [1]),
      results.put('1', 'a', [2]),
    ]);
    expect(new Set([first, ...others].map(({ uri }) => uri)).size).toBe(4);
  });

  it('knows nothing of addresses it did not give', async () => {
    const { uri } = await stores().results.put('1', 'a', [1]);
    for (const wrong of [
      '',
      'abc',
      `${uri}0`,
      `${uri}\0`,
      uri.slice(0, -1),
      'noetl://execution/1/loop/a/1',
    ]) {
      expect(await stores().results.get(wrong)).toBeUndefined();
    }
  });

  it.each([null, false, 0, '', [], {}])('keeps %j', async value => {
    expect(await roundTrip(value)).toEqual(value);
  });

  it('keeps any data', async () => {
    await fc.assert(
      fc.asyncProperty(plainValue, async value => {
        expect(await roundTrip(value)).toEqual(value);
      }),
      { numRuns: 200 },
    );
  });

  it.each(HOSTILE_TEXTS.map(text => [text.slice(0, 20), text]))(
    'takes %j for a name and for a value',
    async (_, text) => {
      expect(await roundTrip(text, text)).toBe(text);
    },
  );

  it('keeps a value of 10 MB, and characters that lie across its pieces', async () => {
    const rows = Array.from({ length: 40_000 }, (_, id) => ({ id, note: `${'😀ü'.repeat(30)}` }));
    expect(await roundTrip(rows)).toEqual(rows);
    // Each shift puts the borders elsewhere within the characters.
    for (const shift of ['', 'a', 'ab', 'abc']) {
      const text = shift + '😀'.repeat(400_000);
      expect((await roundTrip(text)) === text).toBe(true);
    }
  });

  it('keeps many values that are put at once', async () => {
    const { results } = stores();
    const refs = await Promise.all(Array.from({ length: 100 }, (_, i) => results.put('1', `n${i}`, { i })));
    const found = await Promise.all(refs.map(({ uri }) => results.get(uri)));
    expect(found).toEqual(refs.map((_, i) => ({ i })));
  });

  it('refuses to write under an id that is none', async () => {
    await expect(stores().results.put('x/../y', 'a', 1)).rejects.toMatchObject({ code: 'store_invalid_id' });
  });

  it('says so when it is used after it was closed', async () => {
    const { results } = stores();
    const { uri } = await results.put('1', 'a', 1);
    await stores().close();
    await expect(results.put('1', 'a', 1)).rejects.toMatchObject({ code: 'store_closed' });
    await expect(results.get(uri)).rejects.toMatchObject({ code: 'store_closed' });
  });
});
