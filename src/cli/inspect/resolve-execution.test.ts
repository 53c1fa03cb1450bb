import { describe, expect, it } from 'vitest';
import type { ExecutionFilter, ExecutionSummary } from '../../ports/event-store.ts';
import { ExecutionNotFound, resolveExecution } from './resolve-execution.ts';

/** A list of executions as a store keeps it, newest first. */
function storeOf(...all: readonly (string | readonly [id: string, parent: string])[]) {
  const list = all
    .map(each => (typeof each === 'string' ? ([each, undefined] as const) : each))
    .map(
      ([executionId, parentExecutionId]): ExecutionSummary => ({
        executionId,
        path: 'shop/orders',
        hash: '',
        status: 'COMPLETED',
        startedAt: 0,
        endedAt: 1,
        parentExecutionId,
        rerunOf: undefined,
        version: 1,
        events: 1,
      }),
    )
    .sort((a, b) => (BigInt(a.executionId) < BigInt(b.executionId) ? 1 : -1));
  return {
    events: {
      summary: async (id: string) => list.find(({ executionId }) => executionId === id),
      list: async ({ before, limit = 100 }: ExecutionFilter = {}) =>
        list
          .filter(({ executionId }) => before === undefined || BigInt(executionId) < BigInt(before))
          .slice(0, limit),
    },
  };
}

const idOf = async (stores: ReturnType<typeof storeOf>, text: string) =>
  (await resolveExecution(stores, text)).executionId;
const refusal = async (stores: ReturnType<typeof storeOf>, text: string) =>
  (await resolveExecution(stores, text).catch((error: unknown) => error)) as Error;

const stores = storeOf('380488959915995136', '380488959915995140', [
  '380499999915995777',
  '380488959915995140',
]);

describe('the execution that people mean', () => {
  it('is the one with this id', async () => {
    expect(await idOf(stores, '380488959915995136')).toBe('380488959915995136');
  });

  it('is the only one whose id ends or begins with these digits', async () => {
    expect(await idOf(stores, '5136')).toBe('380488959915995136');
    expect(await idOf(stores, '38049')).toBe('380499999915995777');
  });

  it('is the newest that no other execution started, or one before it', async () => {
    expect(await idOf(stores, 'last')).toBe('380488959915995140');
    expect(await idOf(stores, 'last~0')).toBe('380488959915995140');
    expect(await idOf(stores, 'last~1')).toBe('380488959915995136');
  });

  it('is found beyond the first page', async () => {
    const many = storeOf('12345', ...Array.from({ length: 450 }, (_, i) => String(7_000_000_000 + i)));
    expect(await idOf(many, '2345')).toBe('12345');
    expect(await idOf(many, 'last~450')).toBe('12345');
  });

  it('is an id shorter than four digits only as a whole', async () => {
    expect(await idOf(storeOf('7', '1007'), '7')).toBe('7');
    expect((await refusal(stores, '136')).message).toContain('too short');
  });

  it('is not guessed: several candidates are listed', async () => {
    const error = await refusal(stores, '3804');
    expect(error).toBeInstanceOf(ExecutionNotFound);
    expect(error.message).toContain("'3804' names several executions, write more digits:");
    expect(error.message).toContain('  380488959915995136  completed  shop/orders');
  });

  it('lists a few of many candidates', async () => {
    const many = storeOf(...Array.from({ length: 30 }, (_, i) => String(7_000_000_000 + i)));
    expect((await refusal(many, '7000')).message.split('\n')).toHaveLength(7);
  });

  it('is missed with a word on how to find it', async () => {
    expect((await refusal(stores, '999999')).message).toContain('`noetl executions`');
    expect((await refusal(stores, 'shop')).message).toContain('`last`');
    expect((await refusal(stores, 'last~2')).message).toContain('the oldest of them is last~1');
    expect((await refusal(storeOf(), 'last')).message).toContain('`noetl run FILE`');
  });
});
