import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainValue } from './hostile.ts';
import { describeStores } from './subjects.ts';
import { startedEvent, turnOf } from './turns.ts';

describeStores('snapshots', stores => {
  /** A snapshot belongs to an execution that is there. */
  const begin = (id: string) => stores().events.append(turnOf(id, 1, startedEvent(id)));
  const saveAll = async (id: string, ...versions: number[]) => {
    for (const version of versions) await stores().snapshots.save(id, version, { version });
  };

  it('gives the newest one', async () => {
    await begin('1');
    await saveAll('1', 10, 20);
    expect(await stores().snapshots.latest('1')).toEqual({ version: 20, snapshot: { version: 20 } });
  });

  it('gives the newest one that is not after a version', async () => {
    await begin('1');
    await saveAll('1', 10, 20, 30);
    const versionAt = async (version: number) => (await stores().snapshots.latest('1', version))?.version;
    expect([await versionAt(9), await versionAt(10), await versionAt(29), await versionAt(30)]).toEqual([
      undefined,
      10,
      20,
      30,
    ]);
  });

  it('has none of an execution it does not know', async () => {
    for (const id of ['404', '', 'abc', '9'.repeat(40)])
      expect(await stores().snapshots.latest(id)).toBeUndefined();
  });

  it('keeps executions apart', async () => {
    await begin('1');
    await begin('2');
    await saveAll('1', 10);
    await saveAll('2', 20);
    expect((await stores().snapshots.latest('1'))?.version).toBe(10);
    expect((await stores().snapshots.latest('2'))?.version).toBe(20);
  });

  it('replaces the one of the same version', async () => {
    await begin('1');
    await stores().snapshots.save('1', 10, 'damaged');
    await stores().snapshots.save('1', 10, 'repaired');
    expect(await stores().snapshots.latest('1')).toEqual({ version: 10, snapshot: 'repaired' });
  });

  it('says how much room it takes, which is less than the text', async () => {
    await begin('1');
    const snapshot = Array.from({ length: 1000 }, () => ({ status: 'completed' }));
    const bytes = await stores().snapshots.save('1', 10, snapshot);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(JSON.stringify(snapshot).length / 10);
  });

  it('keeps any data', async () => {
    await begin('1');
    let version = 0;
    await fc.assert(
      fc.asyncProperty(plainValue, async snapshot => {
        version += 1;
        await stores().snapshots.save('1', version, snapshot);
        expect(await stores().snapshots.latest('1')).toEqual({ version, snapshot });
      }),
      { numRuns: 50 },
    );
  });

  it('keeps a bounded number, spread over the whole log', async () => {
    await begin('1');
    const saved = Array.from({ length: 200 }, (_, i) => (i + 1) * 500);
    await saveAll('1', ...saved);
    const found = await Promise.all(saved.map(version => stores().snapshots.latest('1', version)));
    const left = new Set(found.map(snapshot => snapshot?.version));
    expect(left.size).toBeLessThanOrEqual(66);
    for (const [index, version] of saved.entries())
      expect(version - (found[index]?.version ?? 0)).toBeLessThanOrEqual(2000);
    expect(found.at(-1)?.version).toBe(100_000);
  });

  it('refuses an id that is none', async () => {
    await expect(stores().snapshots.save('abc', 1, {})).rejects.toMatchObject({ code: 'store_invalid_id' });
  });

  it('says so when it is used after it was closed', async () => {
    const { snapshots } = stores();
    await stores().close();
    await expect(snapshots.save('1', 1, {})).rejects.toMatchObject({ code: 'store_closed' });
    await expect(snapshots.latest('1')).rejects.toMatchObject({ code: 'store_closed' });
  });
});
