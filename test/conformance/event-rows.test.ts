import { expect, it } from 'vitest';
import type { Event } from '../../src/core/event.ts';
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
});
