import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { completedEvent, startedEvent, turnOf } from '../../../test/conformance/turns.ts';
import { CoreRun } from '../../../test/support/core-run.ts';
import { playbookFrom } from '../../../test/support/load-playbook.ts';
import { EMPTY_MAPPING } from '../../common/plain-value.ts';
import { encodeEvent } from '../../core/codec/encode-event.ts';
import type { Event } from '../../core/event.ts';
import { readTold } from '../../core/ingest/read-told.ts';
import { legacyTrace } from '../../core/legacy-trace.ts';
import { queueView } from '../../core/view/queue-view.ts';
import { Connection } from './connection.ts';
import { type DataDirectory, openDataDirectory } from './index.ts';

const RUNS = 60;

const PLAYBOOK = playbookFrom(`
  workflow:
    - step: a
      tool: { kind: noop }
      retry: { max_attempts: 3, initial_delay: 1 }
      next: [{ step: b }, { step: c }]
    - step: b
      loop: { in: [1, 2, 3, 4, 5], iterator: x, mode: parallel, max_in_flight: 3 }
      retry: { max_attempts: 2 }
      tool: { kind: noop }
    - { step: c, tool: { kind: noop }, next: [{ step: d }] }
    - step: d
      loop: { cursor: { kind: python, claim: x }, iterator: y, spec: { max_in_flight: 2, frame: { max_rows: 2, max_attempts: 2 } } }
      tool: { kind: noop }
`);

describe('the views of the database', () => {
  let folder: string;
  let directory: DataDirectory;
  let connection: Connection;
  let executions = 0;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'noetl-views-'));
    directory = await openDataDirectory(folder);
    connection = new Connection(join(folder, 'noetl.db'), { readOnly: true });
  });
  afterEach(() => {
    executions += 1;
  });
  afterAll(async () => {
    connection.close();
    await directory.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The rows of a query as JSON would show them. */
  const query = (columns: string, rest: string) =>
    connection
      .prepare(`SELECT CAST(json_array(${columns}) AS BLOB) ${rest}`)
      .all()
      .map(([row]) => JSON.parse(Buffer.from(row as Uint8Array).toString()) as unknown[]);

  /** Appends a log in turns of three events and gives the id of its execution. */
  const append = async (log: readonly Event[]): Promise<string> => {
    executions += 1;
    const executionId = String(executions);
    for (let start = 0, version = 1; start < log.length; start += 3, version++) {
      await directory.events.append(turnOf(executionId, version, ...log.slice(start, start + 3)));
    }
    return executionId;
  };

  it('show one row per event, and one per iteration of those that speak of several', async () => {
    const r = new CoreRun(PLAYBOOK).start().done('a').done('b', 1, 0).fail('b', {}, 1).done('c');
    const id = await append(r.log);
    const columns = 'event_id, event_type, node_name, status, attempt, iteration, created_at';
    const shown = query(columns, `FROM event WHERE execution_id = ${id} ORDER BY seq, place, part`);
    const expected = r.log
      .flatMap(event => encodeEvent(event, id))
      .map(row => [
        row.event_id,
        row.event_type,
        row.node_name ?? null,
        row.status,
        row.attempt ?? null,
        row.meta?.iteration_index ?? null,
        row.created_at,
      ]);
    expect(shown).toEqual(expected);
  });

  it('show what was told from outside under the name its sender gave', async () => {
    const told = (event: object, text: string) =>
      readTold(event, { executionId: '1', at: 0, key: { text, once: false } }).told;
    const r = new CoreRun(PLAYBOOK).start();
    r.send(told({ name: 'customer.failed', step: 'a', payload: { n: 1 }, worker_id: 'shop' }, 'x'));
    r.send(told({ name: 'command.heartbeat', step: 'a' }, 'y'));
    const id = await append(r.log);
    const columns = 'event_type, node_name, status, worker_id';
    const where = `FROM event WHERE execution_id = ${id} AND event_type IN ('customer.failed', 'report.received')`;
    expect(query(columns, where)).toEqual([
      ['customer.failed', 'a', 'FAILED', 'shop'],
      ['report.received', 'a', 'RUNNING', null],
    ]);
  });

  it('find the events of one execution by the index', () => {
    // On a connection of its own: a plan that is not run keeps the driver's view of the data from moving on.
    const planner = new Connection(join(folder, 'noetl.db'), { readOnly: true });
    const [plan] = planner
      .prepare('EXPLAIN QUERY PLAN SELECT event_id FROM event WHERE execution_id = 1')
      .all();
    planner.close();
    expect(plan).toContain('SEARCH turn USING INDEX turn_of_execution (execution_id=?)');
  });

  it('show executions with their times and sizes', async () => {
    const id = await append([startedEvent('1', { path: 'a/b', at: 1500 }), completedEvent]);
    const columns = 'path, status, started_at, ended_at, duration_ms, version, events';
    expect(query(columns, `FROM execution WHERE execution_id = ${id}`)).toEqual([
      ['a/b', 'COMPLETED', '1970-01-01T00:00:01.500Z', '1970-01-01T00:00:05.000Z', 3500, 1, 2],
    ]);
  });

  /** Logs of executions whose workers do whatever comes to mind. */
  const log = fc
    .array(
      fc.tuple(fc.constantFrom('claim', 'start', 'done', 'done', 'fail', 'lose', 'cancel'), fc.nat(10)),
      { maxLength: 25 },
    )
    .map(actions => {
      const r = new CoreRun(PLAYBOOK, { checks: false }).start();
      for (const [what, which] of actions) act(r, what, which);
      return r.log;
    });

  it('show the queue as the core does, whatever workers do', async () => {
    await fc.assert(
      fc.asyncProperty(log, async events => {
        const id = await append(events);
        const columns = 'command_id, node_name, status, attempts, max_attempts, available_at, worker_id';
        const shown = query(columns, `FROM queue WHERE execution_id = ${id}`);
        const expected = queueView(events).map(row => [
          row.command_id,
          row.node_name,
          row.status,
          row.attempts,
          row.max_attempts,
          row.status === 'retry' ? row.available_at : null,
          row.status === 'leased' ? (row.worker_id ?? null) : null,
        ]);
        expect(shown.toSorted(byText)).toEqual(expected.toSorted(byText));
      }),
      { numRuns: RUNS },
    );
  });

  it('show the log in the words of the first engines as the core does', async () => {
    await fc.assert(
      fc.asyncProperty(log, async events => {
        const id = await append(events);
        const columns = 'event_id, event_type, node_id, node_name, status, attempt, error, created_at';
        const shown = query(
          columns,
          `FROM event_legacy WHERE execution_id = ${id} ORDER BY seq, place, part, word`,
        );
        const expected = legacyTrace(events).map(row => [
          row.event_id,
          row.event_type,
          row.node_id ?? null,
          row.node_name ?? null,
          row.status,
          row.attempt ?? null,
          row.error ?? null,
          row.created_at,
        ]);
        expect(shown).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  });
});

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** What a worker does with one of the commands that wait. */
function act(r: CoreRun, what: string, which: number): void {
  if (what === 'cancel') {
    if (which === 0) r.send({ kind: 'cancel' });
    return;
  }
  const command = r.queue[which % Math.max(r.queue.length, 1)];
  if (!command) return;
  const { commandId, attempt } = command;
  if (what === 'claim') r.send({ kind: 'claimed', commandId, worker: `w${which}` });
  if (what === 'start') r.send({ kind: 'started', commandId, attempt, worker: `w${which}` });
  if (what === 'lose') r.send({ kind: 'lease_lost', commandId });
  if (what !== 'done' && what !== 'fail') return;
  r.queue.splice(r.queue.indexOf(command), 1);
  if (what === 'done')
    r.send({
      kind: 'done',
      commandId,
      attempt,
      outcome: { result: { kind: 'inline', data: which % 3 === 0 ? [] : [which] }, ctx: EMPTY_MAPPING },
    });
  else
    r.send({
      kind: 'failed',
      commandId,
      attempt,
      error: { kind: 'exception', message: 'no', retryable: true },
    });
}
