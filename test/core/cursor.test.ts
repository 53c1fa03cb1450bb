import { describe, expect, it } from 'vitest';
import type { PlainMapping, PlainValue } from '../../src/common/plain-value.ts';
import { CoreRun } from '../support/core-run.ts';
import { playbookFrom } from '../support/load-playbook.ts';

const start = (spec: PlainMapping = {}) =>
  new CoreRun(
    playbookFrom(`
      workflow:
        - step: jobs
          loop:
            cursor: { kind: python, claim: return rows }
            iterator: job
            spec: ${JSON.stringify(spec)}
          tool: { kind: noop }
    `),
  ).start();

/** Answers the claim that waits. */
const claimed = (run: CoreRun, ...rows: PlainValue[]) => run.done('jobs', rows);

const waiting = (run: CoreRun) =>
  run.queue.map(({ claim, iteration }) => (claim ? `claim ${claim.frame}` : `row ${iteration?.index}`));

describe('a cursor (L7)', () => {
  it('claims rows, runs one iteration for each, and claims again until there are none', () => {
    const run = start({ frame: { max_rows: 2 } });
    expect(waiting(run)).toEqual(['claim 0']);
    claimed(run, { id: 1 }, { id: 2 });
    expect(waiting(run)).toEqual(['row 0']);
    expect(run.queue[0]?.iteration?.item).toEqual({ id: 1 });
    run.done('jobs', 'a');
    run.done('jobs', 'b');
    expect(waiting(run)).toEqual(['claim 1']);
    claimed(run, { id: 3 });
    run.done('jobs', 'c');
    claimed(run);
    expect(run.state.phase).toMatchObject({ kind: 'completed', result: { data: ['a', 'b', 'c'] } });
    expect(run.state.steps.get('jobs')?.last?.stats).toEqual({ total: 3, success: 3, failed: 0, skipped: 0 });
  });

  it('is done at once if there is nothing to claim', () => {
    const run = claimed(start());
    expect(run.state.phase).toMatchObject({ kind: 'completed', result: { data: [] } });
  });

  it('runs several rows of a frame at a time, and several frames', () => {
    const run = start({ max_in_flight: 2, frame: { max_rows: 3, row_concurrency: 2 } });
    expect(waiting(run)).toEqual(['claim 0', 'claim 1']);
    claimed(run, 'a', 'b', 'c');
    expect(waiting(run)).toEqual(['claim 1', 'row 0', 'row 1', 'row 2']);
    claimed(run, 'd', 'e');
    expect(waiting(run)).toEqual(['row 0', 'row 1', 'row 2', 'row 3']);
    run.done('jobs', 1, 3);
    run.done('jobs', 1, 0);
    expect(waiting(run)).toEqual(['row 1', 'row 2', 'row 4']);
    run.done('jobs', 1, 4);
    expect(waiting(run)).toEqual(['row 1', 'row 2', 'claim 2']);
  });

  it('asks for no more rows than the loop may take', () => {
    const run = start({ limit: 3, frame: { max_rows: 2 } });
    expect(run.queue[0]?.claim).toEqual({ frame: 0, left: 3 });
    claimed(run, 1, 2).done('jobs').done('jobs');
    expect(run.queue[0]?.claim).toEqual({ frame: 1, left: 1 });
    claimed(run, 3).done('jobs');
    expect(run.state.phase.kind).toBe('completed');
  });

  it('claims nothing more after a failure that counts, and fails when the rest has drained', () => {
    const run = start({ max_in_flight: 1, frame: { max_rows: 2, row_concurrency: 2 } });
    claimed(run, 1, 2).fail('jobs', { message: 'bad row' }, 1).done('jobs', 'ok', 0);
    expect(run.state.phase).toMatchObject({
      kind: 'failed',
      error: { message: "step 'jobs': iteration 1: bad row" },
    });
  });

  it('goes on to the end where failures are tolerated', () => {
    const run = start({ on_error: 'continue', frame: { max_rows: 2 } });
    claimed(run, 1, 2).fail('jobs').done('jobs', 'ok');
    claimed(run);
    expect(run.state.phase).toMatchObject({ kind: 'completed', result: { data: [null, 'ok'] } });
  });

  it('gives iterations ids of their own, and claims too, the same over attempts', () => {
    const run = start();
    const [claim] = run.queue;
    expect(claim?.commandId).toMatch(/^1:jobs:\d+:f0$/);
    run.fail('jobs', { kind: 'connection', retryable: true });
    expect(run.queue[0]).toMatchObject({ commandId: claim?.commandId, attempt: 2 });
    claimed(run, 'x');
    expect(run.queue[0]?.commandId).toBe(claim?.commandId.replace(':f0', ':i0'));
  });
});

describe('a claim that fails (C8)', () => {
  it('is tried as often as its frame says, and then the loop fails', () => {
    const run = start({ frame: { max_attempts: 2 } });
    run.fail('jobs', { message: 'no connection', kind: 'connection' });
    expect(run.events('action_retry')).toMatchObject([{ frame: 0, delay: 1000, maxAttempts: 2 }]);
    run.fail('jobs', { message: 'no connection', kind: 'connection' });
    expect(run.state.phase).toMatchObject({
      kind: 'failed',
      error: { kind: 'connection', message: "step 'jobs': claiming rows: no connection" },
    });
  });

  it('is not tried again if the playbook itself is wrong', () => {
    const run = start().fail('jobs', { kind: 'template', message: 'unknown name' });
    expect(run.state.phase.kind).toBe('failed');
  });

  it('lets the rows that are under way finish', () => {
    const run = start({ max_in_flight: 2 });
    claimed(run, 'x').fail('jobs', { kind: 'template', message: 'no' });
    expect(run.state.phase.kind).toBe('in_progress');
    expect(waiting(run)).toEqual(['row 0']);
    run.done('jobs');
    expect(run.state.phase).toMatchObject({
      kind: 'failed',
      error: { message: "step 'jobs': claiming rows: no" },
    });
  });
});

describe('a claim whose worker is lost (C4)', () => {
  it('is delivered again under the same id', () => {
    const run = start();
    const [{ commandId } = { commandId: '' }] = run.queue.splice(0);
    run.send({ kind: 'lease_lost', commandId });
    expect(run.queue[0]).toMatchObject({ commandId, redeliveries: 1, claim: { frame: 0 } });
    expect(claimed(run).state.phase.kind).toBe('completed');
  });

  it('does not count twice when both deliveries report', () => {
    const run = start();
    const { commandId, attempt } = run.queue[0]!;
    claimed(run, 'x');
    const outcome = { result: { kind: 'inline', data: ['x', 'y'] }, ctx: {} } as const;
    run.send({ kind: 'done', commandId, attempt, outcome });
    expect(run.events('command.late')).toHaveLength(1);
    expect(waiting(run)).toEqual(['row 0']);
  });
});
