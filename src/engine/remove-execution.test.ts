import { describe, expect, it } from 'vitest';
import { completedEvent, startedEvent, turnOf } from '../../test/conformance/turns.ts';
import { openMemory } from '../adapters/memory/index.ts';
import type { ParentLink } from '../core/event.ts';
import { removeExecution } from './remove-execution.ts';

describe('removing one execution', () => {
  it('removes it, or says what it is kept for', async () => {
    const { events, retention } = openMemory();
    const parent = { executionId: '1' } as ParentLink;
    await events.append(turnOf('1', 1, startedEvent('1'), completedEvent));
    await events.append(turnOf('2', 1, startedEvent('2', { parent })));
    const kept = (why: object) => ({ kind: 'kept', why });
    expect(await removeExecution(retention, '9')).toEqual(kept({ reason: 'unknown' }));
    expect(await removeExecution(retention, '2')).toEqual(kept({ reason: 'child', of: '1' }));
    expect(await removeExecution(retention, '1')).toEqual(kept({ reason: 'running', executions: ['2'] }));
    await events.append(turnOf('2', 2, completedEvent));
    expect(await removeExecution(retention, '1')).toEqual({ kind: 'removed', executions: 2 });
    expect(await removeExecution(retention, '1')).toEqual(kept({ reason: 'unknown' }));
  });
});
