import { expect, it } from 'vitest';
import { deferred } from '../common/deferred.ts';
import type { EventStore, Turn } from '../ports/event-store.ts';
import { MeasuredEvents } from './measured-events.ts';

const turn = (version: number): Turn => ({ executionId: '1', version, at: 7, events: [] });

function slowStore() {
  const waiting: ReturnType<typeof deferred<'appended'>>[] = [];
  const append = () => {
    waiting.push(deferred<'appended'>());
    return waiting.at(-1)!.promise;
  };
  return { waiting, store: { append } as unknown as EventStore };
}

it('says how many turns wait, and for how long the oldest has', async () => {
  let now = 100;
  const { waiting, store } = slowStore();
  const events = new MeasuredEvents(store, () => now);
  const told: [number, boolean][] = [];
  events.onWrite = (...write) => void told.push(write);
  const first = events.append(turn(1));
  now = 130;
  const second = events.append(turn(2));
  expect(events.load).toEqual({ waiting: 2, behind: 30, trouble: undefined });
  waiting[0]!.resolve('appended');
  await first;
  expect(events.load).toMatchObject({ waiting: 1, behind: 0 });
  now = 140;
  waiting[1]!.resolve('appended');
  await second;
  expect(events.load).toMatchObject({ waiting: 0, behind: 0 });
  expect(told).toEqual([
    [30, true],
    [10, true],
  ]);
});

it('remembers why the last write failed until one succeeds', async () => {
  let error: Error | undefined = new Error('the disk is full');
  const append = async () => {
    if (error) throw error;
    return 'appended' as const;
  };
  const events = new MeasuredEvents({ append } as unknown as EventStore);
  await expect(events.append(turn(1))).rejects.toThrow('the disk is full');
  expect(events.load).toMatchObject({ waiting: 0, trouble: { message: 'the disk is full', at: 7 } });
  error = undefined;
  await events.append(turn(1));
  expect(events.load.trouble).toBeUndefined();
});
