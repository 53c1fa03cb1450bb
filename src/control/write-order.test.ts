import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMapping, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import { readRequest } from './protocol.ts';
import { isWriteOrder, readWriteOrder, WRITE_VERBS, type WriteOrder } from './write-order.ts';

/** One of each kind, with everything it may have. */
const ORDERS: readonly WriteOrder[] = [
  { do: 'put_result', executionId: '1', name: 'a', value: '[1]' },
  { do: 'put_result', executionId: '1', name: 'a', value: { sent: 'h' } },
  { do: 'begin_body', executionId: '1', name: 'a' },
  { do: 'body_piece', body: 'h', bytes: 'AAAA' },
  { do: 'end_body', body: 'h', format: 'json' },
  { do: 'drop_body', body: 'h' },
  { do: 'begin_value' },
  { do: 'value_piece', sent: 'h', text: 't' },
  {
    do: 'write_log',
    executionId: '1',
    commandId: 'c',
    attempt: 1,
    lines: [{ at: 1, stream: 'stderr', text: 't' }],
  },
  { do: 'flush_logs' },
  { do: 'keep_cached', key: 'k', value: '1', keptAt: 1, expiresAt: 2 },
  {
    do: 'put_secret',
    playbook: 'h',
    name: 'n',
    scope: 'local',
    executionId: '1',
    asked: 'x',
    kind: 'oauth2',
    holds: 'token',
    fields: '{}',
    expiresAt: 2,
    autoRenew: true,
    renewConfig: '{}',
    now: 1,
  },
  { do: 'remove_secrets', playbook: 'h', name: 'n', scope: 'local', executionId: '1' },
  { do: 'end_secrets', executionId: '1' },
  { do: 'remove_expired_secrets', time: 1 },
];

const messageOf = (order: WriteOrder): PlainMapping => order as unknown as PlainMapping;
const MAY_BE_MISSING = ['expiresAt', 'executionId', 'renewConfig', 'scope'];

describe('orders to write', () => {
  it('are read as they were sent, all kinds of them', () => {
    for (const order of ORDERS) expect(readRequest(messageOf(order))).toEqual(order);
    expect(new Set(ORDERS.map(order => order.do))).toEqual(new Set(WRITE_VERBS));
    expect(ORDERS.every(isWriteOrder)).toBe(true);
    expect(isWriteOrder({ do: 'start' })).toBe(false);
    expect(readWriteOrder({ do: 'constructor' })).toBeUndefined();
  });

  it('are refused if something in them is of another kind, with its name', () => {
    for (const order of ORDERS) {
      for (const key of Object.keys(order).filter(name => name !== 'do')) {
        const wrong = { ...messageOf(order), [key]: [] as PlainValue };
        if (key === 'lines') continue;
        expect(() => readRequest(wrong)).toThrow(`\`${key}\``);
      }
    }
  });

  it('are refused if something in them is missing that must be there', () => {
    for (const order of ORDERS) {
      for (const key of Object.keys(order).filter(name => name !== 'do' && !MAY_BE_MISSING.includes(name))) {
        const { [key]: _, ...rest } = messageOf(order);
        expect(() => readRequest(rest)).toThrow(`\`${key}\``);
      }
    }
  });

  it.each([
    [{ do: 'write_log', executionId: '1', commandId: 'c', attempt: 1, lines: {} }, '`lines`'],
    [{ do: 'write_log', executionId: '1', commandId: 'c', attempt: 1, lines: ['x'] }, 'a line'],
    [{ do: 'write_log', executionId: '1', commandId: 'c', attempt: 1.5, lines: [] }, '`attempt`'],
    [{ do: 'keep_cached', key: 'k', value: '1', keptAt: Number.POSITIVE_INFINITY }, '`keptAt`'],
    [{ do: 'keep_cached', key: 'k', value: {}, keptAt: 1 }, '`sent`'],
    [{ do: 'end_body', body: 'h', format: 'yaml' }, 'json, text, binary'],
  ])('are refused, such as %j', (message, what) => {
    expect(() => readRequest(message as PlainMapping)).toThrow(what);
  });

  it('are read or refused, whatever is in them', () => {
    const keys = [...new Set(ORDERS.flatMap(order => Object.keys(order)))];
    const message = fc.tuple(
      fc.constantFrom(...WRITE_VERBS),
      fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()),
    );
    fc.assert(
      fc.property(message, ([verb, fields]) => {
        try {
          expect(isMapping(readRequest({ ...(fields as PlainMapping), do: verb }))).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ code: 'control_bad_request' });
        }
      }),
    );
  });
});
