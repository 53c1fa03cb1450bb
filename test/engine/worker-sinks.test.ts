import { describe, expect, it } from 'vitest';
import { mappingOf, type PlainMapping } from '../../src/common/plain-value.ts';
import { TestEngine, type ToolRun } from '../support/test-engine.ts';

/** A store that notes what it is asked to write. */
function noting() {
  const notes: { config: PlainMapping; input: PlainMapping; auth: unknown }[] = [];
  const postgres: ToolRun = ({ config, input, auth }) => {
    notes.push({ config, input, auth });
    return { status: 'ok', data: mappingOf([['row_count', 1]]) };
  };
  return { notes, postgres };
}

const fetch: ToolRun = () => ({
  status: 'ok',
  data: mappingOf([
    ['id', 7],
    ['name', 'Ada'],
  ]),
});

describe('the sink of a task', () => {
  it.each([
    ['sink: { kind, input }', 'sink: { kind: postgres, table: t, input: { id: "{{ result.id }}" } }'],
    ['sink: { tool: text, args }', 'sink: { tool: postgres, table: t, args: { id: "{{ data.id }}" } }'],
    [
      'sink: { tool: mapping }',
      'sink: { tool: { kind: postgres, table: t, input: { id: "{{ this.data.id }}" } } }',
    ],
    [
      'save: { storage: text, data }',
      'save: { storage: postgres, table: t, data: { id: "{{ result.data.id }}" } }',
    ],
    [
      'save: { storage: mapping }',
      'save: { storage: { type: postgres, table: t }, args: { id: "{{ this.id }}" } }',
    ],
    ['save: { type }', 'save: { type: postgres, table: t, args: { id: "{{ result.id }}" } }'],
  ])('stores the result: %s', async (_, sink) => {
    const { notes, postgres } = noting();
    const state = await new TestEngine({ tools: { fetch, postgres } }).run(`
      workflow:
        - step: a
          tool: { kind: fetch }
          ${sink}`);
    expect(state.phase).toMatchObject({ kind: 'completed', result: { data: { id: 7, name: 'Ada' } } });
    expect(notes).toMatchObject([{ config: { table: 't' }, input: { id: 7 } }]);
  });

  it('stores every iteration, with its own item', async () => {
    const { notes, postgres } = noting();
    await new TestEngine({ tools: { fetch, postgres } }).run(`
      workflow:
        - step: a
          loop: { in: [x, y], iterator: key }
          tool:
            kind: fetch
            sink: { kind: postgres, input: { key: "{{ iter.key }}", bare: "{{ key }}", n: "{{ _index }}" } }`);
    expect(notes.map(({ input }) => input)).toEqual([
      { key: 'x', bare: 'x', n: 0 },
      { key: 'y', bare: 'y', n: 1 },
    ]);
  });

  it('stores what an older iterator collected once, after it', async () => {
    const { notes, postgres } = noting();
    await new TestEngine({ tools: { fetch, postgres } }).run(`
      workflow:
        - step: a
          type: iterator
          collection: [1, 2]
          element: n
          task: { tool: fetch }
          save: { storage: postgres, args: { n: "{{ result | length }}", all: "{{ results }}" } }`);
    expect(notes.map(({ input }) => input)).toMatchObject([{ n: 2, all: [{ id: 7 }, { id: 7 }] }]);
  });

  it('writes a statement with its credential', async () => {
    const { notes, postgres } = noting();
    const test = new TestEngine({ tools: { fetch, postgres }, env: { PW: 'very secret' } });
    await test.run(`
      keychain: [{ name: db, kind: postgres, password: "{{ env('PW') }}" }]
      workflow:
        - step: a
          tool: { kind: fetch }
          save: { storage: postgres, auth: db, statement: "insert into t values ({{ result.id }})" }`);
    expect(notes).toMatchObject([
      { config: { query: 'insert into t values (7)' }, auth: { type: 'postgres', password: 'very secret' } },
    ]);
  });

  it('without a place to write to, the log holds the result anyway', async () => {
    const state = await new TestEngine({ tools: { fetch } }).run(`
      workflow:
        - { step: a, tool: { kind: fetch }, save: { storage: event } }`);
    expect(state.phase).toMatchObject({ kind: 'completed', result: { data: { id: 7 } } });
  });

  it('fails the task if it fails, and is not called for a failure', async () => {
    const full: ToolRun = () => ({
      status: 'error',
      error: { kind: 'database', message: 'the table is full', retryable: false },
    });
    const test = new TestEngine({ tools: { fetch, full } });
    const state = await test.run(`
      workflow:
        - { step: a, tool: { kind: fetch, sink: { kind: full } }, next: b }
        - { step: b, tool: { kind: echo } }`);
    expect(state.phase).toMatchObject({
      kind: 'failed',
      error: { kind: 'database', message: expect.stringContaining('saving the result: the table is full') },
    });
    const { notes, postgres } = noting();
    await new TestEngine({ tools: { full, postgres } }).run(`
      workflow:
        - { step: a, tool: { kind: full, sink: { kind: postgres } } }`);
    expect(notes).toEqual([]);
  });
});

describe('a workbook', () => {
  const WORKBOOK = `
      workbook:
        - name: greet
          tool: { kind: echo, input: { greeting: hello, name: nobody } }
        - name: keep
          tool: { kind: echo, input: { n: 1 } }
          sink: { kind: postgres, input: { n: "{{ result.n }}" } }`;

  it.each([
    ['kind and name', 'tool: { kind: workbook, name: greet, input: { name: Ada } }'],
    ['kind and task, with', 'tool: { kind: workbook, task: greet, with: { name: Ada } }'],
    ['tool as text', 'tool: workbook\n          name: greet\n          args: { name: Ada }'],
    ['type', 'type: workbook\n          task: greet\n          with: { name: Ada }'],
  ])('lends its tasks to steps, whose values win: %s', async (_, reference) => {
    const state = await new TestEngine().run(`${WORKBOOK.split('\n        - name: keep')[0]}
      workflow:
        - step: a
          ${reference}`);
    expect(state.phase).toMatchObject({
      kind: 'completed',
      result: { data: { greeting: 'hello', name: 'Ada' } },
    });
  });

  it('lends them to pipelines, too, and to several steps', async () => {
    const { notes, postgres } = noting();
    const state = await new TestEngine({ tools: { postgres } }).run(`${WORKBOOK}
      workflow:
        - step: a
          tool:
            - { name: one, kind: workbook, task: greet, input: { name: Ada } }
            - { name: two, kind: workbook, task: keep, input: { n: 2 } }
          next: b
        - { step: b, tool: { kind: workbook, name: keep } }`);
    expect(state.steps.get('a')?.result).toMatchObject({
      data: { one: { greeting: 'hello', name: 'Ada' }, two: { n: 2 } },
    });
    expect(notes.map(({ input }) => input.n)).toEqual([2, 1]);
  });
});
