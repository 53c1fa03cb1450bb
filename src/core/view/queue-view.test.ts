import { describe, expect, it } from 'vitest';
import type { Event, Unstamped } from '../event.ts';
import { type QueueRow, queueView } from './queue-view.ts';

const of = { step: 's', run: 1, commandId: '1:s:2', iteration: undefined };
const failure = { kind: 'exception', message: 'no', retryable: false };

const START: Unstamped[] = [
  {
    type: 'playbook_started',
    executionId: '1',
    catalogId: '',
    path: '',
    version: '',
    hash: '',
    workload: {},
    entry: 's',
    parent: undefined,
    concurrency: undefined,
    rerunOf: undefined,
    skip: undefined,
  },
  { type: 'step.enter', step: 's', run: 1, arrivals: [], loop: undefined },
];

const issued = (owner?: string): Unstamped => ({
  type: 'command.issued',
  step: 's',
  run: 1,
  commandId: '1:s:2',
  window: undefined,
  maxAttempts: 2,
  owner,
});

const rows = (...events: readonly Unstamped[]): QueueRow[] =>
  queueView(
    [...START, ...events].map((event, index) => ({ id: String(index + 1), at: 0, ...event }) as Event),
  );

const brief = (...events: readonly Unstamped[]) =>
  rows(...events).map(row => `${row.status} ${row.attempts}/${row.max_attempts} ${row.worker_id ?? '-'}`);

describe('the queue, as the log tells it', () => {
  it('counts an attempt when a worker takes the command', () => {
    expect(brief(issued())).toEqual(['queued 0/2 -']);
    expect(brief(issued('me'))).toEqual(['leased 1/2 me']);
    const claimed: Unstamped = { type: 'command.claimed', ...of, worker: 'w' };
    expect(brief(issued(), claimed)).toEqual(['leased 1/2 w']);
    expect(
      brief(issued(), claimed, { type: 'command.started', ...of, attempt: 1, worker: undefined }),
    ).toEqual(['leased 1/2 w']);
  });

  it('gives an attempt back when the worker is lost', () => {
    const lost: Unstamped = { type: 'command.lease_expired', ...of, redeliveries: 1, worker: 'w' };
    expect(brief(issued('w'), lost)).toEqual(['queued 0/2 -']);
  });

  it('shows a command that was cancelled as dead, with the reason', () => {
    const [row] = rows(issued(), { type: 'command.cancelled', ...of, reason: 'enough' });
    expect(row).toMatchObject({ status: 'dead', last_error: 'enough' });
    const [open] = rows(issued(), { type: 'playbook.cancelled', reason: undefined });
    expect(open).toMatchObject({ status: 'dead', last_error: 'the execution was cancelled' });
  });

  it('keeps what is done or dead as it is', () => {
    const failed: Unstamped = { type: 'command.failed', ...of, attempt: 2, error: failure };
    const late: Unstamped = { type: 'command.completed', ...of, attempt: 2, result: { kind: 'none' } };
    expect(brief(issued(), failed, late)).toEqual(['dead 2/2 -']);
  });

  it('names the commands of a window by iteration, and tells which died', () => {
    const window: Unstamped = { ...issued(), window: { from: 0, to: 3 } } as Unstamped;
    const settled = { index: 1, attempt: 2, result: { kind: 'none' as const }, error: failure, ctx: {} };
    const found = rows(window, { type: 'iteration_failed', step: 's', run: 1, settled: [settled] });
    expect(found.map(row => [row.command_id, row.node_name, row.status])).toEqual([
      ['1:s:2:i0', 's_iter_0', 'queued'],
      ['1:s:2:i1', 's_iter_1', 'dead'],
      ['1:s:2:i2', 's_iter_2', 'queued'],
    ]);
  });
});
