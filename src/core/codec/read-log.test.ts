import { describe, expect, it } from 'vitest';
import type { Event } from '../event.ts';
import { fold } from '../fold/fold.ts';
import { stateView } from '../state-view.ts';
import { encodeEvent } from './encode-event.ts';
import { ALIASES, CANONICAL_NAMES, canonicalName } from './event-names.ts';
import { EventFormatError } from './format-error.ts';
import { readLog } from './read-log.ts';

type Raw = Record<string, unknown>;

const only = (...raw: readonly Raw[]): Event => readLog(raw).events[0] as Event;
const viewOf = (...raw: readonly Raw[]) => stateView(fold(readLog(raw).events));
const whyAside = (...raw: readonly Raw[]) => readLog(raw).aside.map(({ why }) => why);

describe('names of events', () => {
  it('are each an alias of one canonical name', () => {
    const all = CANONICAL_NAMES.flatMap(name => [name, ...(ALIASES.get(name) ?? [])]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('of either generation mean the same', () => {
    expect(canonicalName('playbook.initialized')).toBe('playbook_started');
    expect(canonicalName('execution_complete')).toBe('playbook.completed');
    expect(canonicalName('step_started')).toBe('step.enter');
    expect(canonicalName('action_completed')).toBe('command.completed');
    expect(canonicalName('execution_canceled')).toBe('playbook.cancelled');
    expect(canonicalName('customer.created')).toBeUndefined();
  });
});

describe('the fields of an event', () => {
  it('are found under any of their names', () => {
    const expected = { type: 'ctx.updated', id: '5', at: Date.UTC(2026, 0, 2), values: { x: 1 } };
    for (const [type, context, time] of [
      ['event_type', 'context', 'created_at'],
      ['name', 'payload', 'timestamp'],
      ['type', 'data', 'created_at'],
    ] as const) {
      const raw = {
        [type]: 'ctx.updated',
        [context]: { values: { x: 1 } },
        [time]: '2026-01-02T00:00:00Z',
        event_id: 5,
      };
      expect(only(raw)).toMatchObject(expected);
    }
    for (const step of ['step', 'node_name']) {
      expect(only({ event_type: 'step.enter', [step]: 's' })).toMatchObject({
        type: 'step.enter',
        step: 's',
        run: 1,
      });
    }
  });

  it('take ids as texts and as numbers, but no number that was rounded', () => {
    const raw = { event_type: 'playbook_started', execution_id: 12n, catalog_id: '7', event_id: 3 };
    expect(only(raw)).toMatchObject({ id: '3', executionId: '12', catalogId: '7' });
    expect(() => readLog([{ ...raw, event_id: 2 ** 60 }])).toThrow(
      /event 0 \(playbook_started\): event_id .* send it as a string/,
    );
  });

  it('take times with and without a zone, and to the microsecond', () => {
    const timeOf = (created_at: unknown) => only({ event_type: 'workflow_initialized', created_at }).at;
    const expected = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
    expect(timeOf('2026-01-02T03:04:05.678Z')).toBe(expected);
    expect(timeOf('2026-01-02 03:04:05.678901')).toBe(expected);
    expect(timeOf('2026-01-02T05:04:05.678+02:00')).toBe(expected);
    expect(timeOf('2026-01-02 05:04:05.678+02')).toBe(expected);
    expect(timeOf(expected)).toBe(expected);
  });

  it('that are wrong are named, with the event they stand in', () => {
    const messageOf = (...raw: readonly unknown[]) => {
      try {
        readLog(raw);
      } catch (error) {
        expect(error).toBeInstanceOf(EventFormatError);
        return (error as EventFormatError).message;
      }
      return 'no error';
    };
    const ok = { event_type: 'step.enter', node_name: 's', execution_id: '1' };
    expect(messageOf('text')).toBe('event 0: is not a mapping');
    expect(messageOf(ok, { node_name: 's' })).toBe(
      'event 1: event_type is missing (also accepted: name, type)',
    );
    expect(messageOf({ ...ok, node_name: 7 })).toBe('event 0 (step.enter): node_name is not a string');
    expect(messageOf({ ...ok, meta: [] })).toBe('event 0 (step.enter): meta is not a mapping');
    expect(messageOf({ ...ok, attempt: -1 })).toBe('event 0 (step.enter): attempt is not a count');
    expect(messageOf({ ...ok, created_at: 'yesterday' })).toMatch(
      /^event 0 \(step.enter\): created_at is no time/,
    );
    expect(messageOf(ok, { ...ok, execution_id: '2' })).toBe(
      'event 1 (step.enter): execution_id is 2, but the log is that of execution 1',
    );
    expect(messageOf({ ...ok, result: { f: () => 1 } })).toMatch(/is a function, which is no data/);
  });

  it('hold data of any prototype, and `__proto__` is a key like any other', () => {
    const raw = JSON.parse(
      '{"event_type":"command.completed","step":"s","result":{"__proto__":{"x":1}}}',
    ) as Raw;
    const result = viewOf(raw).get_step_result('s') as object;
    expect(Object.getPrototypeOf(result)).toBeNull();
    expect(Object.keys(result)).toEqual(['__proto__']);
  });

  it('are refused where they are nested without end', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level++) deep = [deep];
    expect(() => readLog([{ event_type: 'step.exit', node_name: 's', result: deep }])).toThrow(
      /nested deeper than 200/,
    );
  });
});

describe('the data of a report', () => {
  const resultOf = (fields: Raw) =>
    viewOf({ event_type: 'command.completed', node_name: 's', ...fields }).get_step_result('s');

  it('is found in every envelope', () => {
    const data = { n: 1 };
    expect(resultOf({ result: data })).toEqual(data);
    expect(resultOf({ result: { status: 'ok', context: { data } } })).toEqual(data);
    expect(
      resultOf({ result: { status: 'ok', context: { result: { status: 'ok', context: { data } } } } }),
    ).toEqual(data);
    expect(resultOf({ payload: { data } })).toEqual(data);
    expect(resultOf({ payload: { result: { status: 'ok', context: { data } } } })).toEqual(data);
    expect(resultOf({ data })).toEqual(data);
  });

  it('is not lost where it is a scalar or a list', () => {
    expect(resultOf({ payload: [1, 2] })).toEqual([1, 2]);
    expect(resultOf({ payload: 'text' })).toBe('text');
    expect(resultOf({ result: { status: 'ok', context: { data: null } } })).toBeNull();
  });

  it('is none where a report speaks only of itself', () => {
    expect(resultOf({})).toBeUndefined();
    expect(resultOf({ result: { status: 'COMPLETED' } })).toBeUndefined();
    expect(
      resultOf({ result: { status: 'COMPLETED', context: { command_id: 'c', worker_id: 'w' } } }),
    ).toBeUndefined();
  });

  it('may be a reference', () => {
    const ref = (result: Raw) =>
      readLog([{ event_type: 'call.done', node_name: 's', ...result }]).events.at(-1);
    expect(ref({ result_kind: 'ref', result_uri: 'gs://b/x' })).toMatchObject({
      result: { kind: 'stored', ref: { uri: 'gs://b/x' } },
    });
    const reference = { kind: 'result_ref', ref: 'noetl://r', meta: { bytes: 9, sha256: 'a' } };
    expect(ref({ result: { status: 'ok', reference, context: { data: { total: 3 } } } })).toMatchObject({
      result: { kind: 'stored', ref: { uri: 'noetl://r', bytes: 9, sha256: 'a', extracted: { total: 3 } } },
    });
  });

  it('that follows its completion is attached to it', () => {
    const view = viewOf(
      { event_type: 'action_started', node_name: 's' },
      { event_type: 'action_completed', node_name: 's' },
      { event_type: 'step_result', node_name: 's', result: { n: 1 } },
      { event_type: 'step_completed', node_name: 's' },
    );
    expect(view.get_step_result('s')).toEqual({ n: 1 });
  });

  it('that says it is an error is a failure, whatever the event is called', () => {
    const failed = {
      event_type: 'command.completed',
      node_name: 's',
      result: { status: 'error', context: { error: 'no' } },
    };
    expect(viewOf(failed)).toMatchObject({ steps: { s: { state: 'failed', error: 'no' } } });
    expect(
      viewOf({ event_type: 'step.exit', node_name: 's', status: 'FAILED', error: 'no' }).is_step_failed('s'),
    ).toBe(true);
    const data = { event_type: 'command.completed', node_name: 's', result: { status: 'error', rows: [] } };
    expect(viewOf(data).is_step_completed('s')).toBe(true);
  });
});

describe('a log', () => {
  it('keeps aside what it does not know, and what belongs to engines', () => {
    const log = [
      { event_type: 'customer.created' },
      { event_type: 'step.enter', node_name: '__orchestrate__' },
      { event_type: 'step.enter' },
    ];
    expect(readLog(log).events).toEqual([]);
    expect(whyAside(...log)).toEqual([
      'its type is unknown',
      'its step belongs to the engine',
      'it names no step',
    ]);
  });

  it('starts and ends once, in whatever words it says so', () => {
    const log = [
      { event_type: 'playbook.initialized', context: { workload: { a: 1 } } },
      { event_type: 'playbook_started', context: {} },
      { event_type: 'execution_complete' },
      { event_type: 'playbook.failed', error: 'too late' },
    ];
    expect(viewOf(...log)).toMatchObject({ state: 'completed', workload: { a: 1 } });
  });

  it('may skip events whose id it has read, where ids are unique', () => {
    const raw = { event_type: 'step.skipped', node_name: 's', event_id: '5' };
    expect(readLog([raw, raw]).events).toHaveLength(2);
    expect(readLog([raw, raw], { skipRepeatedIds: true })).toMatchObject({
      events: [{ id: '5' }],
      aside: [{ index: 1, why: 'its id was read before' }],
    });
  });

  it('may be of both generations', () => {
    const enter: Event = {
      id: '1',
      at: 0,
      type: 'step.enter',
      step: 's',
      run: 4,
      arrivals: [],
      loop: undefined,
    };
    const log = [
      ...encodeEvent(enter, '1'),
      { event_type: 'action_completed', node_name: 's', result: { n: 1 } },
    ];
    expect(readLog(log).events.at(-1)).toMatchObject({
      type: 'step.exit',
      run: 4,
      outcome: { status: 'COMPLETED' },
    });
  });
});
