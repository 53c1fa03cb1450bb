import { expect, it } from 'vitest';
import { type Runner, WarmPool } from './warm-pool.ts';

class FakeRunner implements Runner {
  readonly key: string;
  readonly name: string;
  ended = false;
  readonly log: string[];

  constructor(key: string, log: string[]) {
    this.key = key;
    this.name = `${key}${log.length}`;
    this.log = log;
    log.push(`start ${this.name}`);
  }

  kill = () => this.#over('kill');
  end = () => this.#over('end');

  async #over(how: string) {
    if (!this.ended) this.log.push(`${how} ${this.name}`);
    this.ended = true;
  }
}

function poolOf(max: number, warm: number) {
  const log: string[] = [];
  const later = new HandDriven();
  const pool = new WarmPool({ max, warm }, key => new FakeRunner(key, log), later.wait);
  const { signal } = new AbortController();
  return { pool, log, later, acquire: (key: string, fresh = false) => pool.acquire(key, fresh, signal) };
}

/** A timer that rings when the test says so. */
class HandDriven {
  #rings: (() => void) | undefined;

  readonly wait = (rings: () => void) => {
    this.#rings = rings;
    return () => {
      this.#rings = undefined;
    };
  };

  get isSet(): boolean {
    return this.#rings !== undefined;
  }

  ring(): void {
    const rings = this.#rings;
    this.#rings = undefined;
    rings?.();
  }
}

it('uses an idle runner of the same key again, the latest first', async () => {
  const { pool, log, acquire } = poolOf(3, 3);
  const [a, b] = [await acquire('x'), await acquire('x')];
  pool.release(a, false);
  pool.release(b, false);
  expect(await acquire('x')).toBe(b);
  expect(await acquire('x')).toBe(a);
  expect(log).toEqual(['start x0', 'start x1']);
});

it('starts a new one for a fresh call and for another key, in the place of an idle one if need be', async () => {
  const { pool, log, acquire } = poolOf(2, 2);
  const [a, b] = [await acquire('x'), await acquire('x')];
  pool.release(a, false);
  pool.release(b, false);
  await acquire('x', true);
  await acquire('y');
  expect(log).toEqual(['start x0', 'start x1', 'end x0', 'start x3', 'end x1', 'start y5']);
});

it('lets calls wait in order when it is full', async () => {
  const { pool, acquire } = poolOf(1, 1);
  const first = await acquire('x');
  const got: string[] = [];
  const second = acquire('x').then(runner => {
    got.push('second');
    pool.release(runner, false);
  });
  const third = acquire('y').then(runner => {
    got.push('third');
    pool.release(runner, false);
  });
  await Promise.resolve();
  expect(got).toEqual([]);
  pool.release(first, false);
  await Promise.all([second, third]);
  expect(got).toEqual(['second', 'third']);
});

it('keeps no more than the warm ones for long, and none that is worn or has ended', async () => {
  const { pool, log, later, acquire } = poolOf(4, 1);
  const [a, b, c, d] = await Promise.all(['x', 'x', 'x', 'x'].map(key => acquire(key)));
  pool.release(a!, true);
  b!.ended = true;
  pool.release(b!, false);
  pool.release(c!, false);
  pool.release(d!, false);
  expect(log.slice(4)).toEqual(['kill x0']);
  later.ring();
  later.ring();
  expect(log.slice(4)).toEqual(['kill x0', 'end x2']);
  expect(later.isSet).toBe(false);
  expect(await acquire('x')).toBe(d);
});

it('keeps those that are used again soon: a loop in waves starts none anew', async () => {
  const { pool, log, later, acquire } = poolOf(4, 1);
  for (let wave = 0; wave < 10; wave++) {
    const runners = await Promise.all(['x', 'x', 'x', 'x'].map(key => acquire(key)));
    for (const runner of runners) pool.release(runner, false);
    later.ring();
  }
  expect(log).toEqual(['start x0', 'start x1', 'start x2', 'start x3']);
});

it('gives up a waiting call whose signal is aborted, and serves the next', async () => {
  const { pool, acquire } = poolOf(1, 1);
  const first = await acquire('x');
  const controller = new AbortController();
  const waiting = pool.acquire('x', false, controller.signal);
  const next = acquire('x');
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  pool.release(first, false);
  expect(await next).toBe(first);
  await expect(pool.acquire('x', false, AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
});

it('ends everything when it is closed, and takes no more calls', async () => {
  const { pool, log, later, acquire } = poolOf(2, 2);
  const [idle, busy] = [await acquire('x'), await acquire('y')];
  const waiting = acquire('z');
  pool.release(idle, false);
  const alsoWaiting = await waiting;
  const last = acquire('z');
  const refused = expect(last).rejects.toThrow('closed');
  await pool.close();
  await refused;
  await expect(acquire('x')).rejects.toThrow('closed');
  expect([busy.ended, alsoWaiting.ended, idle.ended]).toEqual([true, true, true]);
  expect(log.filter(line => line.startsWith('kill'))).toHaveLength(2);
  expect(later.isSet).toBe(false);
});
