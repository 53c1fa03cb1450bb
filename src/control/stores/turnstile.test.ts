import { expect, it } from 'vitest';
import { deferred } from '../../common/deferred.ts';
import { Turnstile } from './turnstile.ts';

it('a turnstile lets so many through at a time, in their order, also after one of them failed', async () => {
  const turnstile = new Turnstile(2);
  const begun: number[] = [];
  const ends = [0, 1, 2, 3].map(() => deferred<void>());
  const all = ends.map(({ promise }, index) =>
    turnstile.pass(() => {
      begun.push(index);
      return promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('broken'));
  await expect(all[1]).rejects.toThrow('broken');
  expect(begun).toEqual([0, 1, 2]);
  for (const index of [0, 2, 3]) ends[index]?.resolve();
  await Promise.all([all[0], all[2], all[3]]);
  expect(begun).toEqual([0, 1, 2, 3]);
});
