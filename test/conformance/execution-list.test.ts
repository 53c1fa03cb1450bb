import { expect, it } from 'vitest';
import type { ParentLink } from '../../src/core/event.ts';
import { HOSTILE_TEXTS } from './hostile.ts';
import { describeStores } from './subjects.ts';
import {
  completedEvent,
  dataEvent,
  failedEvent,
  pausedEvent,
  resumedEvent,
  startedEvent,
  turnOf,
} from './turns.ts';

describeStores('the list of executions', stores => {
  /** Executions 1 to `count`: every third completed, even ones on another path. */
  const fill = async (count: number) => {
    for (let id = 1; id <= count; id++) {
      const path = id % 2 === 0 ? 'even' : 'odd';
      await stores().events.append(turnOf(String(id), 1, startedEvent(String(id), { path })));
      if (id % 3 === 0) await stores().events.append(turnOf(String(id), 2, completedEvent));
    }
  };
  const idsOf = async (...filter: Parameters<ReturnType<typeof stores>['events']['list']>) =>
    (await stores().events.list(...filter)).map(({ executionId }) => Number(executionId));

  it('says of an execution what its first turn tells', async () => {
    const parent = { executionId: '7' } as ParentLink;
    await stores().events.append(turnOf('8', 1, startedEvent('8', { path: 'a/b', parent, at: 1234 })));
    expect(await stores().events.summary('8')).toEqual({
      executionId: '8',
      path: 'a/b',
      hash: 'h1',
      status: 'RUNNING',
      startedAt: 1234,
      endedAt: undefined,
      parentExecutionId: '7',
      rerunOf: undefined,
      catalogId: '2',
      version: 1,
      events: 1,
    });
  });

  it('counts executions by status', async () => {
    expect(Object.values(await stores().events.count())).toEqual([0, 0, 0, 0, 0, 0]);
    await fill(7);
    await stores().events.append(turnOf('8', 1, startedEvent('8')));
    await stores().events.append(turnOf('8', 2, failedEvent));
    expect(await stores().events.count()).toEqual({
      PENDING: 0,
      RUNNING: 5,
      PAUSED: 0,
      COMPLETED: 2,
      FAILED: 1,
      CANCELLED: 0,
    });
  });

  it('counts those that started in a time: its first millisecond is in it, its last is not', async () => {
    for (const [index, at] of [999, 1000, 1999, 2000].entries()) {
      await stores().events.append(turnOf(`${index + 1}`, 1, startedEvent(`${index + 1}`, { at })));
    }
    expect(await stores().events.count({ from: 1000, to: 2000 })).toMatchObject({ RUNNING: 2 });
    expect(await stores().events.count({ from: 1000 })).toMatchObject({ RUNNING: 3 });
    expect(await stores().events.count({ to: 1000 })).toMatchObject({ RUNNING: 1 });
  });

  it('says whose results an execution shares', async () => {
    const rerun = { ...startedEvent('9'), rerunOf: '8' } as ReturnType<typeof startedEvent>;
    await stores().events.append(turnOf('9', 1, rerun));
    expect((await stores().events.summary('9'))?.rerunOf).toBe('8');
    expect((await stores().events.list())[0]?.rerunOf).toBe('8');
  });

  it('follows pausing, resuming and the end', async () => {
    const { events } = stores();
    const seen: unknown[] = [];
    for (const [index, event] of [startedEvent('1'), pausedEvent, resumedEvent, completedEvent].entries()) {
      await events.append(turnOf('1', index + 1, event));
      const found = await events.summary('1');
      seen.push([found?.version, found?.status, found?.endedAt]);
    }
    expect(seen).toEqual([
      [1, 'RUNNING', undefined],
      [2, 'PAUSED', undefined],
      [3, 'RUNNING', undefined],
      [4, 'COMPLETED', 5000],
    ]);
  });

  it('keeps the first end, whatever is written after it', async () => {
    const { events } = stores();
    await events.append(turnOf('1', 1, startedEvent('1'), completedEvent, failedEvent));
    await events.append(turnOf('1', 2, failedEvent));
    await events.append(turnOf('1', 3, resumedEvent));
    expect(await events.summary('1')).toMatchObject({ status: 'COMPLETED', endedAt: 5000, version: 3 });
  });

  it('knows an execution whose log does not say how it began', async () => {
    await stores().events.append(turnOf('1', 1, dataEvent({})));
    expect(await stores().events.summary('1')).toMatchObject({
      path: '',
      status: 'RUNNING',
      startedAt: 1000,
    });
    await stores().events.append(turnOf('1', 2, startedEvent('1', { at: 1500 })));
    expect(await stores().events.summary('1')).toMatchObject({ path: 'shop/order', startedAt: 1500 });
  });

  it('changes nothing on a conflict', async () => {
    const { events } = stores();
    await events.append(turnOf('1', 1, startedEvent('1')));
    await events.append(turnOf('1', 1, completedEvent));
    await events.append(turnOf('1', 3, completedEvent));
    expect(await events.summary('1')).toMatchObject({ status: 'RUNNING', version: 1 });
  });

  it('is newest first', async () => {
    await fill(12);
    expect(await idsOf()).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('goes by the size of ids, not by their spelling', async () => {
    for (const id of ['9', '10', '100', '99']) await stores().events.append(turnOf(id, 1, startedEvent(id)));
    expect(await idsOf()).toEqual([100, 99, 10, 9]);
    expect(await stores().events.open()).toEqual(['9', '10', '99', '100']);
  });

  it('filters by status, by path, and by both', async () => {
    await fill(12);
    expect(await idsOf({ status: 'COMPLETED' })).toEqual([12, 9, 6, 3]);
    expect(await idsOf({ path: 'odd' })).toEqual([11, 9, 7, 5, 3, 1]);
    expect(await idsOf({ path: 'even', status: 'COMPLETED' })).toEqual([12, 6]);
    expect(await idsOf({ status: 'FAILED' })).toEqual([]);
    expect(await idsOf({ path: 'ODD' })).toEqual([]);
  });

  it.each([{}, { status: 'RUNNING' as const }, { path: 'odd' }, { path: 'odd', status: 'RUNNING' as const }])(
    'pages through %j without gaps or repetition',
    async filter => {
      await fill(20);
      const all = await idsOf(filter);
      const paged: number[] = [];
      for (;;) {
        const last = paged.at(-1);
        const page = await idsOf({
          ...filter,
          limit: 3,
          ...(last === undefined ? {} : { before: String(last) }),
        });
        if (page.length === 0) break;
        expect(page.length).toBeLessThanOrEqual(3);
        paged.push(...page);
      }
      expect(paged).toEqual(all);
    },
  );

  it('lists by start, whatever the ids are: those of called executions say nothing about time', async () => {
    const parent = { executionId: '10' } as ParentLink;
    const startedAt = { 10: 1000, 900: 1001, 800: 1002, 11: 1003, 700: 1004, 12: 1005 };
    for (const [id, at] of Object.entries(startedAt)) {
      const about = { at, path: 'p', ...(Number(id) > 100 ? { parent } : {}) };
      await stores().events.append(turnOf(id, 1, startedEvent(id, about)));
    }
    const newestFirst = [12, 700, 11, 800, 900, 10];
    expect(await idsOf()).toEqual(newestFirst);
    expect(await idsOf({ path: 'p', status: 'RUNNING' })).toEqual(newestFirst);
    expect(await idsOf({ pathPart: 'P', offset: 1, limit: 2 })).toEqual([700, 11]);
    expect(await idsOf({ before: '11' })).toEqual([800, 900, 10]);
    expect(await idsOf({ before: '800', catalogId: '2' })).toEqual([900, 10]);
    expect(await idsOf({ parent: '10' })).toEqual([700, 800, 900]);
    expect(await idsOf({ parent: '10', before: '700', limit: 1 })).toEqual([800]);
  });

  it('gives a hundred if nobody says how many', async () => {
    await fill(105);
    expect(await idsOf()).toHaveLength(100);
    expect(await idsOf({ limit: 1000 })).toHaveLength(105);
    expect(await idsOf({ limit: 0 })).toEqual([]);
  });

  it('gives nothing before an id that is none', async () => {
    await fill(3);
    expect(await idsOf({ before: 'abc' })).toEqual([]);
    expect(await idsOf({ before: '1' })).toEqual([]);
    expect(await idsOf({ before: '77' })).toEqual([]);
  });

  it('finds an execution by a hostile path, and by no other', async () => {
    for (const [index, path] of HOSTILE_TEXTS.entries()) {
      const id = String(index + 1);
      await stores().events.append(turnOf(id, 1, startedEvent(id, { path })));
    }
    for (const [index, path] of HOSTILE_TEXTS.entries()) {
      expect(await idsOf({ path })).toEqual([index + 1]);
      expect((await stores().events.summary(String(index + 1)))?.path).toBe(path);
    }
  });

  it('names those without an end, oldest first', async () => {
    await fill(7);
    expect(await stores().events.open()).toEqual(['1', '2', '4', '5', '7']);
  });

  it('finds those whose path has a part, in any case, and those that started since a time', async () => {
    const { events } = stores();
    for (const [index, path] of ['Shop/Order', 'shop/return', 'etl/%_load', 'etl/x'].entries()) {
      const at = 1000 * (index + 1);
      await events.append(turnOf(`${index + 1}`, 1, startedEvent(`${index + 1}`, { path, at })));
    }
    expect(await idsOf({ pathPart: 'SHOP/' })).toEqual([2, 1]);
    expect(await idsOf({ pathPart: '%_' })).toEqual([3]);
    expect(await idsOf({ since: 3000 })).toEqual([4, 3]);
    expect(await idsOf({ pathPart: 'etl', since: 4000, status: 'RUNNING' })).toEqual([4]);
    expect(await idsOf({ pathPart: 'nothing' })).toEqual([]);
  });

  it('passes over as many as it is told to', async () => {
    await fill(5);
    expect(await idsOf({ offset: 1, limit: 2 })).toEqual([4, 3]);
    expect(await idsOf({ offset: 9 })).toEqual([]);
  });

  it('lists the children of an execution', async () => {
    const parent = { executionId: '7' } as ParentLink;
    for (const id of ['8', '9']) await stores().events.append(turnOf(id, 1, startedEvent(id, { parent })));
    await stores().events.append(turnOf('10', 1, startedEvent('10')));
    expect(await idsOf({ parent: '7' })).toEqual([9, 8]);
    expect(await idsOf({ parent: '10' })).toEqual([]);
    expect(await idsOf({ parent: 'none' })).toEqual([]);
  });

  it('is filtered by the entry of the catalog that runs', async () => {
    const { events } = stores();
    for (const [id, catalogId] of [
      ['1', '70'],
      ['2', '71'],
      ['3', '70'],
      ['4', ''],
    ] as const) {
      const started = { ...startedEvent(id), catalogId } as ReturnType<typeof startedEvent>;
      await events.append(turnOf(id, 1, started));
    }
    expect(await idsOf({ catalogId: '70' })).toEqual([3, 1]);
    expect(await idsOf({ catalogId: '70', before: '3' })).toEqual([1]);
    expect(await idsOf({ catalogId: '70', offset: 1 })).toEqual([1]);
    expect(await idsOf({ catalogId: '71', status: 'COMPLETED' })).toEqual([]);
    expect(await idsOf({ catalogId: 'none' })).toEqual([]);
    expect((await events.summary('4'))?.catalogId).toBeUndefined();
  });
});
