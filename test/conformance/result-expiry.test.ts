import { expect, it } from 'vitest';
import { describeStores } from './subjects.ts';

const LATER = Date.now() + 86_400_000;
const OVER = Date.now() - 1;

describeStores('a value that is kept for a time', stores => {
  const keep = (value: number, expiresAt: number) =>
    stores().results.putUntil('1', 'report', [value], expiresAt);

  it('is there until then, and is gone for whoever reads after it', async () => {
    const { results } = stores();
    const [kept, over] = [await keep(1, LATER), await keep(2, OVER)];
    expect({ kept: kept.expiresAt, over: over.expiresAt }).toEqual({ kept: LATER, over: OVER });
    expect(await results.get(kept.ref.uri)).toEqual([1]);
    expect(await results.get(over.ref.uri)).toBeUndefined();
    expect(await results.list('1', { limit: 10 })).toMatchObject([{ uri: kept.ref.uri }]);
    expect(await results.get((await keep(2, LATER)).ref.uri)).toEqual([2]);
  });

  it('stays until the latest of its ends, also where somebody keeps it with its execution', async () => {
    const { results } = stores();
    await keep(1, LATER);
    expect(await keep(1, LATER - 1_000)).toMatchObject({ expiresAt: LATER });
    expect(await keep(1, LATER + 1_000)).toMatchObject({ expiresAt: LATER + 1_000 });
    await results.put('1', 'report', [1]);
    expect((await keep(1, LATER)).expiresAt).toBeUndefined();
    const { uri } = await results.put('1', 'report', [2]);
    expect((await keep(2, OVER)).expiresAt).toBeUndefined();
    expect(await results.get(uri)).toEqual([2]);
  });

  it('gives its room back when the next one is kept so, or when it is asked for', async () => {
    const { retention } = stores();
    await keep(1, OVER);
    await keep(2, OVER);
    await stores().results.put('1', 'report', [3]);
    // The second took the place of the first.
    expect(await retention.countResults()).toMatchObject({ values: 2 });
    expect(await retention.countExpiredResults(OVER - 1)).toBe(0);
    expect(await retention.countExpiredResults(OVER)).toBe(1);
    expect(await retention.removeExpiredResults(OVER)).toBe(1);
    expect(await retention.removeExpiredResults(OVER)).toBe(0);
    expect(await retention.countResults()).toMatchObject({ values: 1 });
  });

  it('is refused under an id that is none', async () => {
    await expect(stores().results.putUntil('x', 'report', [1], LATER)).rejects.toMatchObject({
      code: 'store_invalid_id',
    });
  });
});
