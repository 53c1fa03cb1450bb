import { describe, expect, it } from 'vitest';
import { readTold } from './read-told.ts';

const to = { executionId: '7', at: 5, key: { text: 'k', once: false } };
const read = (event: unknown) => readTold(event, to).told;

describe('an event from outside', () => {
  it('may be written in any spelling of its fields', () => {
    const spellings = [
      { name: 'customer.created', step: 's', payload: { a: 1 } },
      { event_type: 'customer.created', node_name: 's', context: { a: 1 }, execution_id: 7 },
      { type: 'customer.created', step: 's', data: { a: 1 }, execution_id: '7' },
    ];
    for (const event of spellings) {
      expect(read(event).event).toMatchObject({
        type: 'event.received',
        name: 'customer.created',
        step: 's',
        key: 'k',
        once: false,
        status: 'RUNNING',
        result: { kind: 'inline', data: { a: 1 } },
      });
    }
  });

  it('keeps what its sender says of it, and its id as the key', () => {
    const { event } = read({
      name: 'order.failed',
      event_id: 12,
      worker_id: 'shop',
      meta: { tenant: 'x' },
      timestamp: '2026-01-01T00:00:00Z',
      error: 'no stock',
      payload: { a: 1 },
      result: { b: 2 },
    });
    expect(event).toMatchObject({
      key: '12',
      once: true,
      worker: 'shop',
      status: 'FAILED',
      meta: { tenant: 'x', created_at: '2026-01-01T00:00:00Z', error: 'no stock' },
      result: { data: { context: { a: 1 }, result: { b: 2 } } },
    });
  });

  it('may name its command in several places, also beside its other fields', () => {
    for (const event of [
      { command_id: '7:a:1' },
      { meta: { command_id: '7:a:1' } },
      { payload: { command_id: '7:a:1' } },
    ])
      expect(read({ name: 'call.done', ...event }).event.commandId).toBe('7:a:1');
  });

  it('has secrets masked that stand under their names, and says where', () => {
    const { told, masked } = readTold(
      { name: 'x', payload: { user: 'u', 'Api-Key': 'abc', list: [{ password: 'p', token: 3 }] } },
      to,
    );
    expect(told.event.result).toEqual({
      kind: 'inline',
      data: { user: 'u', 'Api-Key': '***', list: [{ password: '***', token: 3 }] },
    });
    expect(masked).toEqual(['/payload/Api-Key', '/payload/list/0/password']);
  });

  it.each([
    [[], 'is not a mapping'],
    [{}, 'event_type is missing'],
    [{ name: 3 }, 'name is not a string'],
    [{ name: 'x\ny' }, 'name is no name of at most 200 characters'],
    [{ name: 'x', event_id: 'y'.repeat(201) }, 'event_id is no name'],
    [{ name: 'x', event_id: 1.5 }, 'event_id is neither a string nor a whole number'],
    [{ name: 'x', execution_id: '8' }, 'execution_id is 8, but the log is that of execution 7'],
    [{ name: 'x', timestamp: 'yesterday' }, 'timestamp is no time'],
    [{ name: 'x', meta: 3 }, 'meta is not a mapping'],
    [{ name: 'command.claimed', step: 's' }, 'worker_id is missing'],
    [{ name: 'call.done' }, 'step is missing: say which step it speaks of'],
    [{ name: 'execution_complete' }, 'name is execution_complete, which only the engine can say'],
    [{ name: 'playbook.cancelled' }, 'POST /api/executions/{id}/cancel'],
    [{ name: 'variables.updated' }, 'POST /api/vars'],
  ])('is refused if it is %j', (event, message) => {
    expect(() => read(event)).toThrow(message);
  });
});
