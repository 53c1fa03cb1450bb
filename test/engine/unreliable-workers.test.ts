import { describe, expect, it } from 'vitest';
import type { Stores } from '../../src/adapters/common/stores.ts';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { HandClock } from '../support/hand-clock.ts';
import { TestEngine } from '../support/test-engine.ts';
import { type Ground, UnreliableWorker } from './unreliable-worker.ts';

/** `NOETL_SEEDS=400 npx vitest run test/engine/unreliable-workers.test.ts` for a longer run. */
const SEEDS = Number(process.env.NOETL_SEEDS ?? 20);
const WORKERS = 3;
const TROUBLED_STEPS = 250;
/** Far more than it takes where nothing goes wrong any more. */
const CALM_STEPS = 2_500;

const FLOW = `
workflow:
  - { step: a, spec: { pool: gpu }, tool: { kind: echo }, retry: { max_attempts: 4, initial_delay: 0 }, next: [each, once] }
  - step: each
    spec: { pool: gpu }
    loop: { in: 5, iterator: i, spec: { mode: parallel, max_in_flight: 3 } }
    tool: { kind: echo }
    retry: { max_attempts: 4, initial_delay: 0 }
    on_error: continue
    next: last
  - { step: once, spec: { pool: gpu }, tool: { kind: echo }, redeliver: never, on_error: continue, next: last }
  - { step: last, spec: { pool: gpu }, tool: { kind: echo } }`;

/** The same numbers on every run, between 0 and 1. */
function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Executions, who holds them, and the workers they need. */
class World implements Ground {
  readonly clock = new HandClock();
  readonly stores: Stores = openMemory(() => this.clock.now());
  readonly chance: () => number;
  readonly begun: string[] = [];
  readonly troubles: string[] = [];
  readonly executions: string[] = [];
  readonly workers: UnreliableWorker[] = [];
  holder: TestEngine | undefined;
  #names = 0;

  constructor(seed: number) {
    this.chance = chances(seed);
  }

  async open(): Promise<void> {
    await this.#newHolder();
    while (this.workers.length < WORKERS) this.#newWorker();
    for (let count = 0; count < 4; count++) await this.#start();
  }

  async step(isCalm: boolean): Promise<void> {
    const chance = this.chance();
    if (chance < 0.4) this.#one(this.workers)?.endOne();
    else if (chance < 0.6) for (const worker of this.workers) void worker.join();
    else if (chance < 0.65) this.clock.advance();
    else if (!isCalm) await this.#trouble(chance);
    if (this.chance() < 0.6) await new Promise(resolve => setImmediate(resolve));
  }

  async running(): Promise<readonly string[]> {
    const states = await Promise.all(
      this.executions.map(async id => [id, await this.holder?.engine.state(id)] as const),
    );
    return states.filter(([, state]) => state?.phase.kind === 'in_progress').map(([id]) => id);
  }

  async #trouble(chance: number): Promise<void> {
    const worker = this.#one(this.workers);
    if (!worker || chance < 0.75) return;
    if (chance < 0.79) return worker.breakOff();
    if (chance < 0.83) worker.isHanging = true;
    else if (chance < 0.88) worker.goOn();
    else if (chance < 0.91) await this.#replace(worker);
    else if (chance < 0.915) await this.#replaceHolder();
    else if (chance < 0.935) this.clock.sleep(100_000);
    else if (chance < 0.945) await this.#start();
    else if (chance < 0.95)
      await this.holder?.engine.send(this.#one(this.executions) ?? '', { kind: 'cancel' });
  }

  async #replace(worker: UnreliableWorker): Promise<void> {
    this.workers.splice(this.workers.indexOf(worker), 1);
    this.#newWorker();
    if (this.chance() < 0.5) worker.die();
    else await worker.leave();
  }

  async #replaceHolder(): Promise<void> {
    const old = this.holder;
    this.holder = undefined;
    for (const worker of this.workers) worker.breakOff();
    await old?.engine.close();
    await this.#newHolder();
  }

  async #newHolder(): Promise<void> {
    this.holder = new TestEngine({ stores: this.stores, clock: this.clock, ownPools: ['shared'] });
    await this.holder.engine.recover();
  }

  #newWorker(): void {
    this.#names += 1;
    this.workers.push(new UnreliableWorker(String(this.#names), this));
  }

  async #start(): Promise<void> {
    if (this.holder) this.executions.push(await this.holder.start(FLOW));
  }

  #one<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.chance() * all.length)];
  }
}

const repeated = (all: readonly string[]): readonly string[] =>
  all.filter((each, at) => all.indexOf(each) !== at);

describe('workers that break off, hang, die and leave, under holders that sleep and are replaced', () => {
  it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
    'end every execution, and begin nothing twice: seed %i',
    async seed => {
      const world = new World(seed);
      await world.open();
      for (let step = 0; step < TROUBLED_STEPS; step++) await world.step(false);
      for (const worker of world.workers) worker.goOn();
      for (let step = 0; step < CALM_STEPS && (await world.running()).length > 0; step++)
        await world.step(true);
      expect(await world.running()).toEqual([]);
      expect(repeated(world.begun)).toEqual([]);
      const guarded = world.begun
        .filter(line => line.includes(':once:'))
        .map(line => line.split(' ')[0] ?? '');
      expect(repeated(guarded)).toEqual([]);
      expect(world.troubles).toEqual([]);
    },
  );
});
