import { describe, expect, it } from 'vitest';
import type { Event } from '../event.ts';
import { encodeEvent } from './encode-event.ts';
import { EventFormatError } from './format-error.ts';
import { readLog } from './read-log.ts';
import { upcast } from './version.ts';

const at = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
const of = { step: 's', run: 2, commandId: '1:s:9', iteration: undefined };

describe('the row of an event', () => {
  it('has the columns that the API and older readers know', () => {
    const completed: Event = {
      id: '12',
      at,
      type: 'command.completed',
      ...of,
      attempt: 1,
      result: { kind: 'inline', data: { n: 1 } },
    };
    expect(encodeEvent(completed, '1')).toEqual([
      {
        event_id: '12',
        execution_id: '1',
        event_type: 'command.completed',
        node_id: 's',
        node_name: 's',
        node_type: 'command',
        status: 'COMPLETED',
        result: { status: 'COMPLETED', context: { data: { n: 1 } } },
        meta: { command_id: '1:s:9', run: 2 },
        attempt: 1,
        created_at: '2026-01-02T03:04:05.006Z',
        v: 1,
      },
    ]);
  });

  it('of a retry tells the delay in seconds and when it is over', () => {
    const error = { kind: 'timeout', message: 'slow', retryable: true };
    const retry: Event = {
      id: '12',
      at,
      type: 'action_retry',
      ...of,
      task: undefined,
      attempt: 1,
      maxAttempts: 3,
      delay: 1500,
      availableAt: at + 1500,
      error,
    };
    expect(encodeEvent(retry, '1')[0]).toMatchObject({
      status: 'PENDING',
      attempt: 1,
      error,
      context: {
        max_attempts: 3,
        retry_delay_seconds: 1.5,
        available_at: '2026-01-02T03:04:06.506Z',
        will_retry: true,
      },
    });
  });

  it('of a large result carries the reference and what was extracted', () => {
    const ref = { uri: 'noetl://x', sha256: 'abc', bytes: 70_000, extracted: { total: 3 } };
    const done: Event = { id: '12', at, type: 'call.done', ...of, result: { kind: 'stored', ref } };
    expect(encodeEvent(done, '1')[0]?.result).toEqual({
      status: 'COMPLETED',
      reference: ref,
      context: { data: { _ref: 'noetl://x', total: 3 } },
    });
  });
});

describe('an event that speaks of several iterations', () => {
  const issued: Event = {
    id: '12',
    at,
    type: 'command.issued',
    step: 's',
    run: 1,
    commandId: '1:s:9',
    window: { from: 3, to: 6 },
    maxAttempts: 1,
    owner: undefined,
  };

  it('has a row for each, with an id and a command of its own', () => {
    const rows = encodeEvent(issued, '1');
    expect(rows.map(row => [row.event_id, row.meta?.iteration_index, row.meta?.command_id])).toEqual([
      ['12.0', 3, '1:s:9:i3'],
      ['12.1', 4, '1:s:9:i4'],
      ['12.2', 5, '1:s:9:i5'],
    ]);
  });

  it('is read back only if all its rows are there', () => {
    const rows = encodeEvent(issued, '1');
    expect(readLog(rows).events).toEqual([issued]);
    expect(() => readLog(rows.slice(1))).toThrow(EventFormatError);
    expect(() => readLog(rows.slice(0, 2))).toThrow(/names 3 rows of event 12/);
    expect(() => readLog(rows.toReversed())).toThrow(EventFormatError);
  });

  it('names a single iteration as well', () => {
    const [row] = encodeEvent({ ...issued, window: { from: 3, to: 4 } }, '1');
    expect(row).toMatchObject({ event_id: '12', meta: { iteration_index: 3, command_id: '1:s:9:i3' } });
  });
});

describe('the version of a row', () => {
  it('is lifted step by step', () => {
    const lifts = [
      (row: object) => ({ ...row, first: true }),
      (row: object) => ({ ...row, second: true }),
    ] as const;
    expect(upcast({ v: 1 }, lifts)).toEqual({ v: 1, first: true, second: true });
    expect(upcast({ v: 2 }, lifts)).toEqual({ v: 2, second: true });
    expect(upcast({ v: 3 }, lifts)).toEqual({ v: 3 });
  });

  it('must be one that this reader knows', () => {
    expect(() => readLog([{ v: 99, event_type: 'loop.done' }])).toThrow(
      'event 0 (loop.done): v is 99: it was written by a newer version of noetl',
    );
    expect(() => readLog([{ v: 'x' }])).toThrow('event 0: v is no version');
  });

  it('does not hide what is missing', () => {
    expect(() =>
      readLog([{ v: 1, event_type: 'step.enter', event_id: '1', created_at: '2026-01-02T03:04:05Z' }]),
    ).toThrow('event 0 (step.enter): node_name is missing');
  });

  it('lets types of later versions pass aside', () => {
    const { events, aside } = readLog([{ v: 1, event_type: 'step.rewound', event_id: '1' }]);
    expect(events).toEqual([]);
    expect(aside).toEqual([{ index: 0, eventType: 'step.rewound', why: 'its type is unknown' }]);
  });
});
