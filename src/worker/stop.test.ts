import { expect, test } from 'vitest';
import type { Clock } from '../ports/clock.ts';
import { Stop } from './stop.ts';

/** A clock of which the test fires the timers. */
class Timers implements Clock {
  readonly #due = new Set<() => void>();
  now = () => 0;
  at(_: number, callback: () => void) {
    this.#due.add(callback);
    return () => void this.#due.delete(callback);
  }
  after = (_: number, callback: () => void) => this.at(0, callback);
  get count() {
    return this.#due.size;
  }
  fire() {
    for (const callback of [...this.#due]) callback();
  }
}

const never = new Promise<string>(() => {});

test('a signal that is looked at before or after the stop says the same', () => {
  const [early, late] = [new Stop(new Timers()), new Stop(new Timers())];
  const { signal } = early;
  expect(signal.aborted).toBe(false);
  for (const stop of [early, late]) stop.stop('timeout');
  for (const { aborted, reason } of [signal, early.signal, late.signal])
    expect({ aborted, reason }).toEqual({ aborted: true, reason: 'timeout' });
});

test('the first reason counts, also one that is undefined', () => {
  const stop = new Stop(new Timers());
  stop.stop(undefined);
  stop.stop('timeout');
  expect(stop.isStopped).toBe(true);
  expect(stop.signal.reason).not.toBe('timeout');
});

test('an answer is passed on as it is, and no timer is left behind', async () => {
  const timers = new Timers();
  const stop = new Stop(timers);
  await expect(stop.answerOf(Promise.resolve('done'))).resolves.toBe('done');
  await expect(stop.answerOf(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  stop.stop('cancelled');
  stop.end();
  expect(timers.count).toBe(0);
});

test('a tool that was stopped is waited for until its time to clean up is over', async () => {
  const timers = new Timers();
  const stop = new Stop(timers);
  const answer = stop.answerOf(never);
  stop.stop('cancelled');
  expect(timers.count).toBe(1);
  timers.fire();
  await expect(answer).resolves.toBeUndefined();
});

test('a tool that is stopped while it is being called is given up as well', async () => {
  const timers = new Timers();
  const stop = new Stop(timers);
  stop.stop('cancelled');
  const answer = stop.answerOf(never);
  timers.fire();
  await expect(answer).resolves.toBeUndefined();
});
