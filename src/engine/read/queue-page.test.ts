import { describe, expect, it } from 'vitest';
import { TestEngine, type ToolRun } from '../../../test/support/test-engine.ts';
import { openMemory } from '../../adapters/memory/index.ts';
import { fold } from '../../core/fold/fold.ts';
import type { QueueCursor } from '../../core/view/queue-cursor.ts';
import { type QueueRow, queueView } from '../../core/view/queue-view.ts';
import type { EventStore, Turn } from '../../ports/event-store.ts';
import { type QueuedCommand, type QueueStatus, queuePage } from './queue-page.ts';

const failing: ToolRun = () => ({
  status: 'error',
  error: { kind: 'exception', message: 'no luck', retryable: true },
});

const PLAYBOOKS = {
  'steps in a row': `
workflow:
  - { step: a, tool: { kind: echo }, next: { arcs: [{ step: b }] } }
  - { step: b, tool: { kind: echo } }
`,
  'a loop beside a step': `
workflow:
  - { step: start, tool: { kind: echo }, next: { spec: { mode: inclusive }, arcs: [{ step: each }, { step: other }] } }
  - step: each
    loop: { in: "{{ range(9) | list }}", iterator: item, max_in_flight: 4 }
    tool: { kind: echo }
  - { step: other, tool: { kind: echo } }
`,
  'attempts that fail': `
workflow:
  - { step: a, tool: { kind: failing }, retry: { max_attempts: 2, initial_delay: 1 } }
`,
};

const STATUSES: readonly QueueStatus[] = ['queued', 'leased', 'retry', 'done', 'dead'];

/** The turns of an execution that has ended. */
async function logOf(yaml: string): Promise<readonly Turn[]> {
  const test = new TestEngine({ tools: { failing } });
  const id = await test.start(yaml);
  const ended = test.engine.ended(id);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise(resolve => setImmediate(resolve));
    (test.clock as unknown as { advance(): void }).advance();
  }
  return test.stores.events.read(id);
}

/** The log as it was after so many turns. */
async function cutAfter(turns: readonly Turn[], count: number): Promise<EventStore> {
  const { events } = openMemory();
  for (const turn of turns.slice(0, count)) await events.append(turn);
  return events;
}

async function allPages(
  events: EventStore,
  { limit, status }: { readonly limit: number; readonly status: QueueStatus | undefined },
): Promise<readonly QueuedCommand[]> {
  const state = async (id: string) => fold((await events.read(id)).flatMap(turn => turn.events));
  const found: QueuedCommand[] = [];
  let from: QueueCursor | undefined;
  do {
    const page = await queuePage({ events, state }, { status, executionId: undefined, limit, from });
    expect(page.commands.length).toBeLessThanOrEqual(limit);
    found.push(...page.commands);
    from = page.next;
  } while (from);
  return found;
}

/** Why an earlier attempt of a command that runs again failed is told while it waits alone. */
const comparable = (row: QueueRow) => ({
  command_id: row.command_id,
  node_name: row.node_name,
  status: row.status,
  attempts: row.attempts,
  max_attempts: row.max_attempts,
  available_at: row.available_at,
  worker_id: row.status === 'leased' ? row.worker_id : undefined,
  last_error: row.status === 'leased' || row.status === 'queued' ? undefined : row.last_error,
});

const byId = <Row extends { readonly command_id: string }>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => (a.command_id < b.command_id ? -1 : 1));

describe('pages of the queue', () => {
  it.each(Object.entries(PLAYBOOKS))(
    'are together what the whole log tells, after every turn: %s',
    async (_, yaml) => {
      const turns = await logOf(yaml);
      for (let count = 1; count <= turns.length; count++) {
        const events = await cutAfter(turns, count);
        const whole = queueView(turns.slice(0, count).flatMap(turn => turn.events)).map(comparable);
        for (const limit of [1, 2, 5, 100]) {
          const pages = await allPages(events, { limit, status: undefined });
          expect(pages.map(comparable)).toEqual(whole);
          for (const status of STATUSES) {
            const rows = (await allPages(events, { limit, status })).map(comparable);
            // Those that are open come in the order in which their steps were entered.
            expect(byId(rows)).toEqual(byId(whole.filter(row => row.status === status)));
          }
        }
      }
    },
  );

  it('read a part of a long log', async () => {
    const turns = await logOf(PLAYBOOKS['a loop beside a step'].replace('range(9)', 'range(900)'));
    const events = await cutAfter(turns, turns.length);
    const read: number[] = [];
    const counting: EventStore = {
      append: turn => events.append(turn),
      turnOfRow: (...row) => events.turnOfRow(...row),
      tally: (...wanted) => events.tally(...wanted),
      summary: id => events.summary(id),
      list: filter => events.list(filter),
      count: filter => events.count(filter),
      open: () => events.open(),
      close: () => events.close(),
      read: async (...range) => {
        const found = await events.read(...range);
        read.push(found.length);
        return found;
      },
    };
    const [{ executionId } = { executionId: '' }] = await events.list();
    const state = async () => fold(turns.flatMap(turn => turn.events));
    const from = { executionId, from: { row: 700 } };
    const { commands } = await queuePage(
      { events: counting, state },
      { status: undefined, executionId, limit: 10, from },
    );
    expect(commands).toHaveLength(10);
    expect(turns.length).toBeGreaterThan(200);
    expect(read.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(110);
  });
});
