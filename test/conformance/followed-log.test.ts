import { expect, it } from 'vitest';
import type { LogAddress, LogLine, LogStore, PlacedLine } from '../../src/ports/log-store.ts';
import { describeWorkerStores } from './subjects.ts';

const at = (commandId: string, executionId = '1'): LogAddress => ({ executionId, commandId, attempt: 1 });
const line = (text: string): LogLine => ({ at: 1000, stream: 'stdout', text });
const lines = (from: number, to: number, padding = ''): LogLine[] =>
  Array.from({ length: to - from }, (_, index) => line(`${from + index}${padding}`));

describeWorkerStores('a log that is followed', stores => {
  /** Everything after a place, in pages. */
  const follow = async (place: number, limit = 1000): Promise<PlacedLine[]> => {
    const { logs } = stores();
    await logs.flush();
    const found: PlacedLine[] = [];
    for (let last = place; ; last = found.at(-1)?.place ?? last) {
      const page = await logs.readAfter('1', last, limit);
      expect(page.length).toBeLessThanOrEqual(limit);
      found.push(...page);
      if (page.length < limit) return found;
    }
  };

  /** 220 lines of two commands, among them those that are still on their way, and one of another execution. */
  const fill = async (logs: LogStore) => {
    for (let round = 0; round < 20; round++) {
      logs.write(at('a'), lines(round * 10, round * 10 + 10));
      logs.write(at('b'), lines(1000 + round, 1001 + round));
      if (round % 3 === 0) await logs.flush();
    }
    logs.write(at('a', '2'), [line('of another execution')]);
  };

  it('gives each line once, whatever the size of pages and wherever it is taken up again', async () => {
    const { logs } = stores();
    await fill(logs);
    const all = await follow(0);
    expect(all).toHaveLength(220);
    expect(all.every((each, index) => index === 0 || each.place > (all[index - 1]?.place ?? 0))).toBe(true);
    const ofA = all.filter(({ commandId }) => commandId === 'a');
    expect(ofA.map(({ text }) => text)).toEqual(lines(0, 200).map(({ text }) => text));
    expect(await follow(0, 7)).toEqual(all);
    for (const index of [0, 9, 10, 100, 219]) {
      expect(await follow(all[index]?.place ?? 0, 50)).toEqual(all.slice(index + 1));
    }
  });

  it('is read back from its end, or from a place, in pages of any size', async () => {
    const { logs } = stores();
    await fill(logs);
    const all = await follow(0);
    for (const limit of [1, 7, 219, 1000]) {
      const back: PlacedLine[] = [];
      for (let page: readonly PlacedLine[] | undefined; (page?.length ?? limit) === limit; ) {
        page = await logs.readBefore('1', back[0]?.place, limit);
        back.unshift(...page);
      }
      expect(back).toEqual(all);
    }
    expect(await logs.readBefore('3', undefined, 10)).toEqual([]);
    expect(await logs.readBefore('none', undefined, 10)).toEqual([]);
  });

  it('tells what was left out also to whoever reads back', async () => {
    const { logs } = stores();
    logs.write(at('a'), lines(0, 20_000, ` ${'x'.repeat(1000)}`));
    const all = await follow(0);
    const notice = all.findIndex(({ stream, text }) => stream === 'log' || !/^\d+ x/.test(text));
    expect(notice).toBeGreaterThan(0);
    const after = all[notice + 1]?.place;
    expect(await logs.readBefore('1', after, 2)).toEqual(all.slice(notice - 1, notice + 1));
  });

  it('goes on with what is written later', async () => {
    const { logs } = stores();
    logs.write(at('a'), lines(0, 3));
    const [, , last] = await follow(0);
    expect(await follow(last?.place ?? 0)).toEqual([]);
    logs.write(at('b'), lines(3, 5));
    logs.write(at('a'), lines(5, 6));
    expect((await follow(last?.place ?? 0)).map(({ text }) => text)).toEqual(['3', '4', '5']);
  });

  it('loses nothing for a reader that keeps up, though the middle is left out for others', async () => {
    const { logs } = stores();
    const padding = ` ${'x'.repeat(1000)}`;
    const seen: string[] = [];
    let place = 0;
    for (let from = 0; from < 20_000; from += 1000) {
      logs.write(at('a'), lines(from, from + 1000, padding));
      for (const each of await follow(place)) {
        seen.push(each.text);
        place = each.place;
      }
    }
    expect(seen.map(text => Number(text.split(' ')[0]))).toEqual(Array.from({ length: 20_000 }, (_, i) => i));
  });

  it('tells a slow reader how much was left out, where it was', async () => {
    const { logs } = stores();
    const padding = ` ${'x'.repeat(1000)}`;
    logs.write(at('a'), lines(0, 100, padding));
    const place = (await follow(0)).at(-1)?.place ?? 0;
    logs.write(at('a'), lines(100, 30_000, padding));
    const found = (await follow(place)).map(({ text }) => text);
    const notice = found.findIndex(text => text.startsWith('[noetl: '));
    const omitted = Number(/^\[noetl: (\d+) lines/.exec(found[notice] ?? '')?.[1]);
    expect(omitted).toBeGreaterThan(10_000);
    expect(found.length - 1 + omitted).toBe(29_900);
    expect(found[notice + 1]?.startsWith(`${100 + notice + omitted} `)).toBe(true);
  });

  it('has nothing of an execution that printed nothing', async () => {
    expect(await stores().logs.readAfter('7', 0, 10)).toEqual([]);
    expect(await stores().logs.readAfter('none', 0, 10)).toEqual([]);
    await stores().close();
    await expect(stores().logs.readAfter('1', 0, 10)).rejects.toMatchObject({ code: 'store_closed' });
  });
});
