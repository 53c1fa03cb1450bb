import { describe, expect, it } from 'vitest';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { deferred } from '../../src/common/deferred.ts';
import { mappingOf, type PlainValue } from '../../src/common/plain-value.ts';
import type { LoopRun, State } from '../../src/core/state.ts';
import { TestEngine, type ToolRun } from '../support/test-engine.ts';

/** A table of rows that are claimed by whoever asks first, and again by the same claim. */
class Table {
  readonly claims = new Map<string, readonly PlainValue[]>();
  readonly #rows: PlainValue[];

  constructor(count: number, row: (id: number) => PlainValue = id => mappingOf([['id', id]])) {
    this.#rows = Array.from({ length: count }, (_, id) => row(id));
  }

  readonly claim: ToolRun = ({ config, input }) => {
    const id = String(input.claim_id);
    const rows = this.claims.get(id) ?? this.#rows.splice(0, Number(input.max_rows));
    this.claims.set(id, rows);
    return ok(mappingOf([['rows', rows], ...Object.entries(config)]));
  };
}

const ok = (data: PlainValue) => ({ status: 'ok', data }) as const;

const double: ToolRun = ({ input }) => ok(Number(input.id) * 2);

const workOff = (spec: string) => `
  workflow:
    - step: jobs
      loop: { cursor: { kind: table, claim: next }, iterator: row, spec: { ${spec} } }
      tool: { kind: double, input: { id: "{{ row.id }}" } }
      next: after
    - step: after
      tool: { kind: echo, input: { count: "{{ jobs | length }}", last: "{{ jobs[-1] }}", done: "{{ jobs.stats.success }}" } }
`;

const dataOf = ({ phase }: State) =>
  phase.kind === 'completed' && phase.result.kind === 'inline' ? phase.result.data : phase;

describe('a loop over a cursor', () => {
  it('works off a table, however many rows it has', async () => {
    const table = new Table(1234);
    const test = new TestEngine({ tools: { table: table.claim, double }, concurrency: 16 });
    const state = await test.run(workOff('max_in_flight: 3, frame: { max_rows: 50, row_concurrency: 5 }'));
    expect(dataOf(state)).toEqual({ count: 1234, last: 2466, done: 1234 });
    // 24 full frames, one of 34, and those that found nothing.
    expect(table.claims.size).toBeLessThanOrEqual(28);
  });

  it('hands over a frame as a list where it is processed as a whole', async () => {
    const table = new Table(5);
    const sizes: number[] = [];
    const count: ToolRun = ({ input }) => ok(sizes.push((input.rows as readonly PlainValue[]).length));
    const test = new TestEngine({ tools: { table: table.claim, count } });
    await test.run(`
      workflow:
        - step: jobs
          loop: { cursor: { kind: table, claim: next }, iterator: rows, spec: { frame: { max_rows: 2, process: frame } } }
          tool: { kind: count, input: { rows: "{{ rows }}" } }
    `);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('keeps large frames in the result store', async () => {
    const table = new Table(40, id =>
      mappingOf([
        ['id', id],
        ['text', 'x'.repeat(5000)],
      ]),
    );
    const test = new TestEngine({ tools: { table: table.claim, double }, concurrency: 4 });
    const id = await test.start(workOff('frame: { max_rows: 20, row_concurrency: 4 }'));
    expect(dataOf(await test.engine.ended(id))).toEqual({ count: 40, last: 78, done: 40 });
    const claims = (await test.events(id)).flatMap(event =>
      event.type === 'call.done' && event.frame !== undefined ? [event.result.kind] : [],
    );
    expect(claims).toEqual(['stored', 'stored', 'inline']);
  });

  it('goes on after a restart with the rows that were claimed, and loses none', async () => {
    const stores = openMemory();
    const table = new Table(30);
    const seen: number[] = [];
    const stuck = new Promise<never>(() => {});
    const first = new TestEngine({
      stores,
      tools: {
        table: table.claim,
        double: (call, io) => (Number(call.input.id) < 12 ? double(call, io) : stuck),
      },
      concurrency: 4,
    });
    const id = await first.start(workOff('frame: { max_rows: 10, row_concurrency: 4 }'));
    await reached(first, state => loopOf(state)?.watermark === 12);
    const second = new TestEngine({
      stores,
      tools: {
        table: table.claim,
        double: (call, io) => {
          seen.push(Number(call.input.id));
          return double(call, io);
        },
      },
      concurrency: 4,
    });
    expect(await second.engine.recover()).toEqual([id]);
    expect(dataOf(await second.engine.ended(id))).toEqual({ count: 30, last: 58, done: 30 });
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 18 }, (_, i) => i + 12));
  });

  it('gives a claim that is delivered again the id it had, so that it finds its rows', async () => {
    const stores = openMemory();
    const table = new Table(3);
    const claimed = deferred<void>();
    const first = new TestEngine({
      stores,
      tools: {
        // The rows are claimed, and then the process is gone.
        table: (call, io) => {
          table.claim(call, io);
          claimed.resolve();
          return new Promise(() => {});
        },
        double,
      },
    });
    const id = await first.start(workOff('frame: { max_rows: 2 }'));
    await claimed.promise;
    const second = new TestEngine({ stores, tools: { table: table.claim, double } });
    await second.engine.recover();
    expect(dataOf(await second.engine.ended(id))).toEqual({ count: 3, last: 4, done: 3 });
  });

  it('takes the rows that a shell prints as JSON, until it prints nothing', async () => {
    const printed = ['[{"id": 1}, {"id": 2}]', '{"rows": [{"id": 3}]}', ''];
    const shell: ToolRun = () => {
      const stdout = printed.shift() ?? '';
      const json: [string, PlainValue][] = stdout === '' ? [] : [['json', JSON.parse(stdout)]];
      return ok(mappingOf([['exit_code', 0], ['stdout', stdout], ...json]));
    };
    const test = new TestEngine({ tools: { table: shell, double } });
    const state = await test.run(workOff('frame: { max_rows: 2 }'));
    expect(dataOf(state)).toEqual({ count: 3, last: 6, done: 3 });
  });

  it('fails with a message that says what a claim must give', async () => {
    const test = new TestEngine({ tools: { table: () => ok('seven rows'), double } });
    const { phase } = await test.run(workOff('frame: { max_rows: 2 }'));
    expect(phase).toMatchObject({
      kind: 'failed',
      error: { message: "step 'jobs': claiming rows: a claim gives a list of rows, or a record with `rows`" },
    });
  });
});

const loopOf = (state: State): LoopRun | undefined => {
  const active = state.steps.get('jobs')?.active;
  return active?.kind === 'loop' ? active : undefined;
};

/** Until the execution has come so far. */
const reached = ({ engine }: TestEngine, isThere: (state: State) => boolean): Promise<void> =>
  new Promise(resolve => {
    engine.watch(({ state }) => {
      if (isThere(state)) resolve();
    });
  });
