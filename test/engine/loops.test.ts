import { describe, expect, it } from 'vitest';
import type { Stores } from '../../src/adapters/common/stores.ts';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { mappingOf, type PlainValue } from '../../src/common/plain-value.ts';
import type { Event } from '../../src/core/event.ts';
import type { State } from '../../src/core/state.ts';
import { TestEngine, type ToolRun } from '../support/test-engine.ts';

describe('a large loop', () => {
  it('stores its items in chunks, and its start refers to them', async () => {
    const test = new TestEngine({ tools: { square } });
    const id = await test.start(loopOver('2500'));
    expect(dataOf(await test.engine.ended(id))).toEqual({ count: 2500, last: 2499 ** 2 });
    const items = itemsOf(await test.events(id));
    expect(items.extracted).toEqual({ chunks: 3 });
    const table = (await test.stores.results.get(items.uri)) as { starts: number[]; uris: string[] };
    expect(table.starts).toEqual([0, 1000, 2000]);
    expect(await test.stores.results.get(table.uris[2] ?? '')).toHaveLength(500);
  });

  it('ends a chunk earlier if its items are large', async () => {
    const test = new TestEngine({ tools: { size: ({ input }) => ok(String(input.i).length) } });
    const id = await test.start(`
      workflow:
        - step: each
          loop: { in: "{{ range(10) | map('string') | map('center', 100000) | list }}", iterator: i }
          tool: { kind: size, input: { i: "{{ iter.i }}" } }
    `);
    expect(dataOf(await test.engine.ended(id))).toEqual(Array.from({ length: 10 }, () => 100_000));
    expect(itemsOf(await test.events(id)).extracted).toEqual({ chunks: 5 });
  });

  it('goes on after a restart in the middle, each item once more at most', async () => {
    const stores = openMemory();
    const seen = new Map<number, number>();
    const first = new TestEngine({
      stores,
      tools: {
        // From 1,500 on nothing comes back: the process is as good as gone.
        square: (call, io) =>
          Number(call.input.i) < 1500 ? counting(seen)(call, io) : new Promise(() => {}),
      },
    });
    const id = await first.start(loopOver('2500'));
    await quiet(first, 1500);
    const second = new TestEngine({ stores, tools: { square: counting(seen) } });
    expect(await second.engine.recover()).toEqual([id]);
    expect(dataOf(await second.engine.ended(id))).toEqual({ count: 2500, last: 2499 ** 2 });
    expect(seen.size).toBe(2500);
    expect(Math.max(...seen.values())).toBeLessThanOrEqual(2);
  });

  it('is taken up from a log that refers to one list of all items', async () => {
    const stores = withListsStoredWhole(openMemory());
    const test = new TestEngine({ stores, tools: { square } });
    const id = await test.start(loopOver('2500'));
    expect(dataOf(await test.engine.ended(id))).toEqual({ count: 2500, last: 2499 ** 2 });
    expect(itemsOf(await test.events(id)).extracted).toEqual({});
  });

  it('fails, and does not hang, if its items cannot be read any more', async () => {
    const stores = openMemory();
    const get = async (uri: string) => (uri.includes('items.1') ? undefined : stores.results.get(uri));
    const test = new TestEngine({
      stores: {
        ...stores,
        results: {
          put: (...args) => stores.results.put(...args),
          putUntil: (...args) => stores.results.putUntil(...args),
          write: (...args) => stores.results.write(...args),
          read: (...args) => stores.results.read(...args),
          list: (...args) => stores.results.list(...args),
          get,
        },
      },
      tools: { square },
    });
    const { phase } = await test.run(loopOver('2500'));
    expect(phase).toMatchObject({
      kind: 'failed',
      error: { message: expect.stringMatching(/iteration 1000: its item cannot be read: .* not available/) },
    });
  });

  it('keeps one turn for each thousand reports at most', async () => {
    const test = new TestEngine({ tools: { square }, concurrency: 5000 });
    const id = await test.start(loopOver('5000', 5000));
    await test.engine.ended(id);
    const settled = (await test.events(id)).map(event =>
      event.type === 'iteration_completed' ? event.settled.length : 0,
    );
    expect(Math.max(...settled)).toBeLessThanOrEqual(1000);
  });
});

describe('the results of a large loop', () => {
  it('are complete in the turn in which it ends: in its own `set` and in its arcs', async () => {
    const test = new TestEngine({ tools: { square }, concurrency: 64 });
    const state = await test.run(`
      workflow:
        - step: each
          loop: { in: 300, iterator: i, spec: { mode: parallel, max_in_flight: 64 } }
          tool: { kind: square, input: { i: "{{ iter.i }}" } }
          set: { ctx.last: "{{ each[-1] }}", ctx.missing: "{{ output.data | select('none') | list | length }}" }
          next: { arcs: [{ step: yes, when: "{{ each[299] == 89401 and (each | sum) == 8955050 }}" }, { step: no }] }
        - { step: yes, tool: { kind: echo, input: { last: "{{ ctx.last }}", missing: "{{ ctx.missing }}" } } }
        - { step: no, tool: { kind: echo } }
    `);
    expect(dataOf(state)).toEqual({ last: 299 ** 2, missing: 0 });
  });

  it('are read by index from another loop without reading all of them each time', async () => {
    const stores = openMemory();
    let reads = 0;
    const read: Stores['events']['read'] = (...args) => {
      reads++;
      return stores.events.read(...args);
    };
    const test = new TestEngine({
      tools: { square },
      concurrency: 32,
      stores: { ...stores, events: replacing(stores.events, { read }) },
    });
    const state = await test.run(`
      workflow:
        - step: each
          loop: { in: 2500, iterator: i, spec: { mode: parallel, max_in_flight: 100 } }
          tool: { kind: square, input: { i: "{{ iter.i }}" } }
          next: again
        - step: again
          loop: { in: "{{ range(0, 2500, 5) | list }}", iterator: i, spec: { mode: parallel, max_in_flight: 100 } }
          tool: { kind: echo, input: { n: "{{ each[iter.i] }}" } }
          next: after
        - { step: after, tool: { kind: echo, input: { sum: "{{ again | sum(attribute='n') }}" } } }
    `);
    const expected = Array.from({ length: 500 }, (_, i) => (i * 5) ** 2).reduce((a, b) => a + b);
    expect(dataOf(state)).toEqual({ sum: expected });
    expect(reads).toBeLessThan(20);
  });

  it('are null where an iteration failed, and can be looped over', async () => {
    const odd: ToolRun = ({ input }) =>
      Number(input.i) % 2 === 1
        ? { status: 'error', error: { kind: 'exception', message: 'odd', retryable: false } }
        : ok(Number(input.i));
    const state = await new TestEngine({ tools: { odd }, concurrency: 32 }).run(`
      workflow:
        - step: each
          loop: { in: 1200, iterator: i, on_error: continue, spec: { mode: parallel, max_in_flight: 100 } }
          tool: { kind: odd, input: { i: "{{ iter.i }}" } }
          next: again
        - step: again
          loop: { in: "{{ each }}", iterator: r, spec: { mode: parallel, max_in_flight: 100 } }
          tool: { kind: echo, input: { isNull: "{{ iter.r is none }}" } }
          next: after
        - step: after
          tool:
            kind: echo
            input:
              nulls: "{{ again | selectattr('isNull') | list | length }}"
              failed: "{{ each.stats.failed }}"
              first: "{{ each.failed_items[0].index }}"
              item: "{{ each[1198] }}"
    `);
    expect(dataOf(state)).toEqual({ nulls: 600, failed: 600, first: 1, item: 1198 });
  });
});

describe('large data', () => {
  it('in results of iterations that settle together does not stop a loop', async () => {
    const test = new TestEngine({
      concurrency: 64,
      tools: { large: ({ input }) => ok(String(input.i).padEnd(60_000, 'x')) },
    });
    const state = await test.run(`
      workflow:
        - step: each
          loop: { in: 128, iterator: i, spec: { mode: parallel, max_in_flight: 64 } }
          tool: { kind: large, input: { i: "{{ iter.i }}" } }
          next: total
        - { step: total, tool: { kind: echo, input: { bytes: "{{ each | map('length') | sum }}" } } }
    `);
    expect(test.troubles).toEqual([]);
    expect(dataOf(state)).toEqual({ bytes: 128 * 60_000 });
  });

  it('in variables, arguments, payloads, signals and errors does not stop an execution', async () => {
    const big = 'x'.repeat(2 * 2 ** 20);
    const test = new TestEngine({
      tools: {
        fails: () => ({ status: 'error', error: { kind: 'exception', message: big, retryable: false } }),
      },
    });
    const id = await test.start(
      `
      workload: { text: "" }
      workflow:
        - step: a
          tool: { kind: echo, input: { n: 1 } }
          set: { ctx.text: "{{ workload.text }}" }
          next: { arcs: [{ step: b, args: { text: "{{ ctx.text }}{{ ctx.text }}" } }] }
        - step: b
          tool: { kind: echo, input: { bytes: "{{ text | length }}" } }
          next: c
        - step: c
          tool: { kind: fails }
          next: { arcs: [{ step: d, on: failure }] }
        - step: d
          tool: { kind: echo, input: { bytes: "{{ b.bytes }}", also: "{{ ctx.sent | length }}" } }
      `,
      mappingOf([['text', big]]),
    );
    await test.engine.send(id, { kind: 'set_ctx', values: mappingOf([['sent', big]]) });
    const state = await test.engine.ended(id);
    expect(test.troubles).toEqual([]);
    expect(dataOf(state)).toEqual({ bytes: 2 * big.length, also: big.length });
  });
});

const ok = (data: PlainValue) => ({ status: 'ok', data }) as const;

const square: ToolRun = ({ input }) => ok(Number(input.i) ** 2);

const count = (seen: Map<number, number>, n: number) => seen.set(n, (seen.get(n) ?? 0) + 1);

const counting =
  (seen: Map<number, number>): ToolRun =>
  (call, io) => {
    count(seen, Number(call.input.i));
    return square(call, io);
  };

/** Resolves when all iterations below `watermark` have settled, and so nothing can happen any more. */
const quiet = ({ engine }: TestEngine, watermark: number): Promise<void> =>
  new Promise(resolve => {
    engine.watch(({ state }) => {
      const run = state.steps.get('each')?.active;
      if (run?.kind === 'loop' && run.watermark === watermark) resolve();
    });
  });

const loopOver = (source: string, inFlight = 10) => `
  workflow:
    - step: each
      loop: { in: ${source}, iterator: i, spec: { mode: parallel, max_in_flight: ${inFlight} } }
      tool: { kind: square, input: { i: "{{ iter.i }}" } }
      next: after
    - { step: after, tool: { kind: echo, input: { count: "{{ each | length }}", last: "{{ each[-1] }}" } } }
`;

const dataOf = ({ phase }: State): PlainValue => {
  if (phase.kind === 'completed' && phase.result.kind === 'inline') return phase.result.data;
  return expect.fail(`ended ${JSON.stringify(phase).slice(0, 300)}`);
};

function itemsOf(events: readonly Event[]) {
  const enter = events.find(event => event.type === 'step.enter');
  const items = enter?.type === 'step.enter' ? enter.loop?.items : undefined;
  return items?.kind === 'stored' ? items.ref : expect.fail('its items are not stored');
}

/** The same store but for some of its methods. */
function replacing<T extends object>(store: T, methods: Partial<T>): T {
  return new Proxy(store, {
    get: (target, name) => {
      const own: unknown = Reflect.get(methods, name) ?? Reflect.get(target, name);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}

/** As versions before chunks wrote them. */
function withListsStoredWhole(stores: Stores): Stores {
  const append: Stores['events']['append'] = async turn => {
    const events = await Promise.all(turn.events.map(event => withWholeItems(stores, event)));
    return stores.events.append({ ...turn, events });
  };
  const events = replacing(stores.events, { append });
  return { ...stores, events };
}

async function withWholeItems(stores: Stores, event: Event): Promise<Event> {
  if (event.type !== 'step.enter' || event.loop?.items.kind !== 'stored') return event;
  const numbers = Array.from({ length: event.loop.total }, (_, i) => i);
  const ref = await stores.results.put('1', 'items', numbers);
  return { ...event, loop: { ...event.loop, items: { kind: 'stored', ref } } };
}
