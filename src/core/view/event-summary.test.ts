import { describe, expect, it } from 'vitest';
import type { Event, Unstamped } from '../event.ts';
import { eventSummary } from './event-summary.ts';

const said = (event: Unstamped): string => eventSummary({ id: '1', at: 0, ...event } as Event);
const settled = (...indexes: readonly number[]) =>
  indexes.map(index => ({
    index,
    attempt: 1,
    result: { kind: 'none' } as const,
    error: undefined,
    ctx: {},
  }));

describe('what an event says in one line', () => {
  it('names items one by one and in rows', () => {
    const loop = { type: 'iteration_completed', step: 's', run: 1 } as const;
    expect(said({ ...loop, settled: settled(3) })).toBe('item 3');
    expect(said({ ...loop, settled: settled(7, 0, 2, 1) })).toBe('items 0–2, 7');
  });

  it('says where a run leads, and why nowhere', () => {
    const route = {
      type: 'next.evaluated',
      step: 's',
      run: 1,
      mode: 'exclusive',
      arcs: [],
      tokens: [],
      failure: 'none',
      error: undefined,
      drained: false,
    } as const;
    expect(said(route)).toBe('nothing follows');
    expect(said({ ...route, drained: true })).toBe('nothing follows: the execution is failing');
    const token = { target: 'b', arc: 0, args: {}, back: false };
    expect(said({ ...route, tokens: [token], failure: 'handled' })).toBe('→ b (failure handled)');
    const arc = { arc: 0, target: 'b', matched: false, why: 'its condition is false' };
    expect(said({ ...route, arcs: [arc] })).toBe('no arc matched');
  });

  it('shows large integers with all their digits, and the first line of an error', () => {
    expect(said({ type: 'ctx.updated', step: undefined, gen: 'api', values: { n: 2n ** 60n } })).toBe(
      'n = "1152921504606846976"',
    );
    const error = { kind: 'timeout', message: 'too slow\nat line 1', retryable: true };
    expect(said({ type: 'playbook.failed', error, failedSteps: [] })).toBe('timeout: too slow');
  });

  it('says what a command waits for', () => {
    const of = { step: 's', run: 1, commandId: '1:s:2', iteration: 4 };
    expect(said({ type: 'command.parked', ...of, waitsFor: { kind: 'time', until: 0 } })).toBe(
      'item 4, waits for 1970-01-01T00:00:00.000Z',
    );
  });
});
