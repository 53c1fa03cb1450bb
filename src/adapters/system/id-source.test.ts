import { describe, expect, it } from 'vitest';
import { createIdSource } from './id-source.ts';

const NOON = Date.UTC(2026, 5, 1, 12);

describe('ids', () => {
  let time = NOON;
  const clock = { now: () => time };
  const create = (machine = 1, after?: string) => {
    time = NOON;
    return createIdSource({ clock, machine, after });
  };
  const take = (source: { next(): string }, count: number) =>
    Array.from({ length: count }, () => BigInt(source.next()));
  const isAscending = (ids: readonly bigint[]) =>
    ids.every((id, index) => index === 0 || id > (ids[index - 1] as bigint));

  it('are positive 64-bit integers', () => {
    for (const id of take(create(), 100)) expect(id > 0n && id < 2n ** 63n).toBe(true);
  });

  it('ascend, also when more are wanted than a millisecond has', () => {
    expect(isAscending(take(create(), 20_000))).toBe(true);
  });

  it('ascend when the clock is set back, and when it goes on', () => {
    const source = create();
    const ids = take(source, 10);
    for (const shown of [NOON - 3_600_000, NOON - 1, NOON, NOON + 5, 0]) {
      time = shown;
      ids.push(...take(source, 10));
    }
    expect(isAscending(ids)).toBe(true);
  });

  it('differ between machines at the same moment', () => {
    const ids = [1, 2, 3].flatMap(machine => take(create(machine), 5_000));
    expect(new Set(ids).size).toBe(15_000);
  });

  it('go on above an id that was given out before the clock was set back', () => {
    const source = create(1);
    time = NOON + 86_400_000;
    const last = source.next();
    const [next] = take(create(2, last), 1);
    expect(next).toBeGreaterThan(BigInt(last));
  });

  it('take machine ids of any size', () => {
    expect(take(create(1025), 1)).toEqual(take(create(1), 1));
  });
});
