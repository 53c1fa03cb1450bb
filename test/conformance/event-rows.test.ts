import { expect, it } from 'vitest';
import type { Event } from '../../src/core/event.ts';
import type { EventFilter } from '../../src/ports/event-store.ts';
import { HOSTILE_TEXTS } from './hostile.ts';
import { describeStores } from './subjects.ts';
import { dataEvent, startedEvent, turnOf } from './turns.ts';

/** Issues the iterations 0 to `count` of a loop: shown as that many rows. */
const windowEvent = (count: number): Event => ({
  id: '55',
  at: 1000,
  type: 'command.issued',
  step: 'each',
  run: 1,
  commandId: '1:each:5',
  window: { from: 0, to: count },
  maxAttempts: 1,
  owner: 'test',
});

describeStores('events, counted as they are shown', stores => {
  it('counts one for each iteration of an event that speaks of several', async () => {
    await stores().events.append(turnOf('1', 1, startedEvent('1')));
    expect(await stores().events.summary('1')).toMatchObject({ events: 1 });
    await stores().events.append(turnOf('1', 2, windowEvent(10), dataEvent({})));
    expect(await stores().events.summary('1')).toMatchObject({ events: 12, version: 2 });
    expect(await stores().events.list()).toMatchObject([{ events: 12 }]);
  });

  it('finds the turn with the n-th of them', async () => {
    const { events } = stores();
    await events.append(turnOf('1', 1, startedEvent('1')));
    await events.append(turnOf('1', 2, windowEvent(10), dataEvent({})));
    for (let version = 3; version < 20; version++) await events.append(turnOf('1', version, dataEvent({})));
    expect(await events.turnOfRow('1', 0)).toEqual({ version: 1, firstRow: 0 });
    for (const row of [1, 5, 11])
      expect(await events.turnOfRow('1', row)).toEqual({ version: 2, firstRow: 1 });
    expect(await events.turnOfRow('1', 12)).toEqual({ version: 3, firstRow: 12 });
    expect(await events.turnOfRow('1', 28)).toEqual({ version: 19, firstRow: 28 });
  });

  it('finds none beyond the end, before the start or in an execution that is not there', async () => {
    const { events } = stores();
    await events.append(turnOf('1', 1, startedEvent('1')));
    expect(await events.turnOfRow('1', 1)).toBeUndefined();
    expect(await events.turnOfRow('1', -1)).toBeUndefined();
    expect(await events.turnOfRow('2', 0)).toBeUndefined();
    expect(await events.turnOfRow('none', 0)).toBeUndefined();
  });

  it('knows which turns have events of a name or a step, and how many', async () => {
    const { events } = stores();
    await events.append(turnOf('1', 1, startedEvent('1')));
    await events.append(turnOf('1', 2, windowEvent(10), dataEvent({})));
    await events.append(turnOf('1', 3, dataEvent({})));
    await events.append(turnOf('1', 4, windowEvent(3), windowEvent(2)));
    const find = (filter: EventFilter, from = 1, to = 99, span = 1) =>
      events.tally('1', filter, { from, to, span });
    const windows = [
      { from: 2, to: 2, rows: 10 },
      { from: 4, to: 4, rows: 5 },
    ];
    expect(await find({ type: { is: 'command.issued' } })).toEqual(windows);
    expect(await find({ type: { startsWith: 'command.' } })).toEqual(windows);
    expect(await find({ step: 'each' })).toEqual(windows);
    expect(await find({ type: { is: 'command.issued' }, step: 'other' })).toEqual([]);
    expect(await find({ type: { is: 'command.iss' } })).toEqual([]);
    expect(await find({ type: { is: 'command.issued' } }, 3)).toEqual(windows.slice(1));
    expect(await find({ type: { is: 'command.issued' } }, 1, 3)).toEqual(windows.slice(0, 1));
    expect((await find({})).map(({ from }) => from)).toEqual([1, 2, 3, 4]);
    expect(await events.tally('none', {}, { from: 1, to: 9, span: 1 })).toEqual([]);
    expect(await events.tally('7', {}, { from: 1, to: 9, span: 1 })).toEqual([]);
  });

  it('counts them in several turns together', async () => {
    const { events } = stores();
    for (let version = 1; version <= 10; version++)
      await events.append(turnOf('1', version, version % 5 === 0 ? windowEvent(version) : dataEvent({})));
    const find = (from: number, to: number, span: number) =>
      events.tally('1', { step: 'each' }, { from, to, span });
    expect(await find(1, 10, 10)).toEqual([{ from: 1, to: 10, rows: 15 }]);
    expect(await find(1, 10, 3)).toEqual([
      { from: 4, to: 6, rows: 5 },
      { from: 10, to: 10, rows: 10 },
    ]);
    expect(await find(4, 99, 4)).toEqual([
      { from: 4, to: 7, rows: 5 },
      { from: 8, to: 10, rows: 10 },
    ]);
    expect(await find(6, 9, 2)).toEqual([]);
  });

  it('takes any text for the name of a step', async () => {
    const { events } = stores();
    for (const [index, step] of HOSTILE_TEXTS.entries())
      await events.append(turnOf('1', index + 1, { ...windowEvent(1), step } as Event));
    for (const step of HOSTILE_TEXTS) {
      const found = await events.tally('1', { step }, { from: 1, to: 1_000, span: 1 });
      const places = HOSTILE_TEXTS.flatMap((each, index) => (each === step ? [index + 1] : []));
      expect(found.map(({ from }) => from)).toEqual(places);
    }
  });
});
