import { describe, expect, it } from 'vitest';
import type { ExecutionStatus, ExecutionSummary } from '../../ports/event-store.ts';
import { findInterrupted } from './interrupted.ts';

const execution = (executionId: string, status: ExecutionStatus): ExecutionSummary => ({
  executionId,
  status,
  path: 'p',
  hash: 'h',
  startedAt: 0,
  endedAt: undefined,
  parentExecutionId: undefined,
  rerunOf: undefined,
  version: 1,
  events: 1,
});

const all = [
  execution('1', 'RUNNING'),
  execution('2', 'PAUSED'),
  execution('3', 'PENDING'),
  execution('4', 'FAILED'),
];

describe('an execution that has not ended', () => {
  it('was interrupted if no process works in its directory and nobody paused it', async () => {
    expect([...(await findInterrupted({ isHeld: async () => false }, all))]).toEqual(['1', '3']);
  });

  it('runs while a process works there', async () => {
    expect((await findInterrupted({ isHeld: async () => true }, all)).size).toBe(0);
  });

  it('is the only reason to look at the lock', async () => {
    const isHeld = () => Promise.reject(new Error('looked'));
    expect((await findInterrupted({ isHeld }, [execution('4', 'FAILED')])).size).toBe(0);
  });
});
