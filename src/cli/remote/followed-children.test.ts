import { describe, expect, it } from 'vitest';
import { deferred } from '../../common/deferred.ts';
import type { Event } from '../../core/event.ts';
import { FollowedChildren } from './followed-children.ts';

const parked = (n: number): Event =>
  ({
    type: 'command.parked',
    commandId: `c${n}`,
    waitsFor: { kind: 'child', executionId: `${n}`, path: 'p' },
  }) as Event;
const completed = (n: number): Event => ({ type: 'command.completed', commandId: `c${n}` }) as Event;

describe('the children of an execution', () => {
  it('are listened to a few at a time, the others as those end, and not at all once they have ended', async () => {
    const heard: string[] = [];
    const ends = new Map<string, () => void>();
    const children = new FollowedChildren(executionId => {
      heard.push(executionId);
      const { promise, resolve } = deferred<void>();
      ends.set(executionId, () => resolve());
      return promise;
    });
    for (let n = 1; n <= 12; n++) children.take(parked(n));
    expect(heard).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    children.take(completed(9));
    ends.get('3')?.();
    await Promise.resolve();
    await Promise.resolve();
    expect(heard.at(-1)).toBe('10');
    const ended = children.ended();
    for (const end of ends.values()) end();
    await ended;
    expect(heard).toHaveLength(9);
  });

  it('are waited for to the last of them, also those that a child tells of at its end', async () => {
    const ends = new Map<string, () => void>();
    const children = new FollowedChildren(executionId => {
      const { promise, resolve } = deferred<void>();
      ends.set(executionId, () => resolve());
      return promise;
    });
    children.take(parked(1));
    let isOver = false;
    const ended = children.ended().then(() => {
      isOver = true;
    });
    children.take(parked(2));
    ends.get('1')?.();
    await new Promise(resolve => setImmediate(resolve));
    expect(isOver).toBe(false);
    ends.get('2')?.();
    await ended;
  });

  it('are only those that are waited for', () => {
    const children = new FollowedChildren(() => expect.fail('nothing is to be heard'));
    children.take({ type: 'command.parked', commandId: 'c', waitsFor: { kind: 'time', until: 1 } } as Event);
    children.take(completed(1));
  });
});
