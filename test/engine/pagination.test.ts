import { describe, expect, it } from 'vitest';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { mappingOf, type PlainMapping, type PlainValue } from '../../src/common/plain-value.ts';
import type { ToolCall, ToolOutcome } from '../../src/ports/tool.ts';
import { HandClock } from '../support/hand-clock.ts';
import { TestEngine, type ToolRun } from '../support/test-engine.ts';

const PAGES = 5;

const paged = (strategy: string, more = '') => `
  workflow:
    - step: fetch
      tool:
        kind: api
        params: { page: 1 }
        paginate:
          while: "{{ response.page < ${PAGES} }}"
          next: { params: { page: "{{ response.page + 1 }}" } }
          collect: { path: rows, strategy: ${strategy} }
        ${more}
`;

const pageOf = ({ config }: ToolCall): number => (config.params as PlainMapping).page as number;

const respond = (page: number, rows: PlainValue): ToolOutcome => ({
  status: 'ok',
  data: mappingOf([
    ['status_code', 200],
    [
      'data',
      mappingOf([
        ['page', page],
        ['rows', rows],
      ]),
    ],
  ]),
});

const rowsOf = (page: number): PlainValue => [page * 10, page * 10 + 1];

describe('pagination after a crash', () => {
  /** Runs until page 4 is asked for, which never comes; then another engine takes the execution up. */
  async function crashAtPage4(strategy: string, rows: (page: number) => PlainValue) {
    const stores = openMemory();
    const clock = new HandClock();
    let stuck!: () => void;
    const isStuck = new Promise<void>(resolve => {
      stuck = resolve;
    });
    const before: number[] = [];
    const hang: ToolRun = call => {
      const page = pageOf(call);
      before.push(page);
      if (page < 4) return respond(page, rows(page));
      stuck();
      return new Promise<ToolOutcome>(() => {});
    };
    const id = await new TestEngine({ stores, clock, tools: { api: hang } }).start(paged(strategy));
    await isStuck;
    const after: number[] = [];
    const second = new TestEngine({
      stores,
      clock,
      tools: {
        api: call => {
          after.push(pageOf(call));
          return respond(pageOf(call), rows(pageOf(call)));
        },
      },
    });
    await second.engine.recover();
    const state = await second.engine.ended(id);
    return { before, after, phase: state.phase };
  }

  it('goes on at the page it had reached, with what was collected before', async () => {
    const { before, after, phase } = await crashAtPage4('append', rowsOf);
    expect({ before, after }).toEqual({ before: [1, 2, 3, 4], after: [4, 5] });
    expect(phase).toMatchObject({
      result: { data: { data: [10, 11, 20, 21, 30, 31, 40, 41, 50, 51], meta: { pages: 5 } } },
    });
  });

  it('merges with what was merged before', async () => {
    const { phase } = await crashAtPage4('merge', page => mappingOf([[`p${page}`, page]]));
    expect(phase).toMatchObject({ result: { data: { data: { p1: 1, p2: 2, p3: 3, p4: 4, p5: 5 } } } });
  });

  it('keeps only the last page where pages replace each other', async () => {
    const { phase } = await crashAtPage4('replace', page => page);
    expect(phase).toMatchObject({ result: { data: { data: 5 } } });
  });
});

describe('pagination that is tried again', () => {
  it('repeats the page that failed, not those before it', async () => {
    const asked: number[] = [];
    const api: ToolRun = call => {
      const page = pageOf(call);
      asked.push(page);
      const fails = page === 3 && asked.filter(each => each === 3).length === 1;
      return fails
        ? { status: 'error', error: { kind: 'server_error', message: 'busy', retryable: true } }
        : respond(page, rowsOf(page));
    };
    const clock = new HandClock();
    const test = new TestEngine({ clock, tools: { api } });
    const id = await test.start(paged('append', 'retry: { max_attempts: 2, initial_delay: 1s }'));
    const retried = new Promise<void>(resolve => {
      const stop = test.engine.watch(({ events }) => {
        if (!events.some(event => event.type === 'action_retry')) return;
        stop();
        resolve();
      });
    });
    await retried;
    while (clock.advance());
    const { phase } = await test.engine.ended(id);
    expect(asked).toEqual([1, 2, 3, 3, 4, 5]);
    expect(phase).toMatchObject({ result: { data: { data: [10, 11, 20, 21, 30, 31, 40, 41, 50, 51] } } });
  });

  it('writes nothing down for a single page', async () => {
    const test = new TestEngine({ tools: { api: () => respond(PAGES, []) } });
    const id = await test.start(paged('append'));
    await test.engine.ended(id);
    const types = (await test.events(id)).map(event => event.type);
    expect(types).not.toContain('command.heartbeat');
  });
});

it('gives each page the input that the page before it says, to the tool and to its fields', async () => {
  const seen: unknown[] = [];
  const count: ToolRun = ({ input, config }) => {
    seen.push([input.page, input.size, config.path]);
    return { status: 'ok', data: mappingOf([['page', input.page ?? null]]) };
  };
  const state = await new TestEngine({ tools: { count } }).run(`
    workflow:
      - step: fetch
        tool:
          kind: count
          input: { page: 1, size: 5 }
          path: "/{{ input.page }}"
          paginate: { while: "{{ response.page < 3 }}", next: { input: { page: "{{ response.page + 1 }}" } } }
  `);
  expect(state.phase.kind).toBe('completed');
  expect(seen).toEqual([
    [1, 5, '/1'],
    [2, 5, '/2'],
    [3, 5, '/3'],
  ]);
});
