import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeEvent } from '../../../src/core/codec/encode-event.ts';
import { ALIASES, CANONICAL_NAMES } from '../../../src/core/codec/event-names.ts';
import { EventFormatError } from '../../../src/core/codec/format-error.ts';
import { readLog } from '../../../src/core/codec/read-log.ts';
import { fold } from '../../../src/core/fold/fold.ts';
import { show } from '../../support/core-run.ts';
import { event, plainValue } from './arbitrary-event.ts';

const RUNS = { numRuns: 500 };

describe('rows of events', () => {
  it('are read back as the events they were written from, each row unique', () => {
    fc.assert(
      fc.property(fc.uniqueArray(event, { maxLength: 6, selector: each => each.id }), events => {
        const rows = events.flatMap(each => encodeEvent(each, '1'));
        expect(new Set(rows.map(row => row.event_id)).size).toBe(rows.length);
        expect(readLog(rows)).toEqual({ events, aside: [] });
      }),
      RUNS,
    );
  });

  it('survive JSON', () => {
    fc.assert(
      fc.property(event, each => {
        const rows: unknown[] = JSON.parse(JSON.stringify(encodeEvent(each, '1')));
        expect(readLog(rows).events).toEqual([each]);
      }),
      RUNS,
    );
  });
});

const names = CANONICAL_NAMES.flatMap(name => [name, ...(ALIASES.get(name) ?? [])]);
const word = fc.constantFrom(
  'a',
  'b',
  'a_iter_0',
  'a_iter_1',
  'e:a:1',
  'e:a:1:i0',
  'e:a:1:i1',
  'COMPLETED',
  'error',
);
const anything = fc.oneof(word, fc.integer({ min: 0, max: 3 }), plainValue);

const payload = fc.dictionary(
  fc.constantFrom(
    ...'command_id iteration_index iterations_expected total_count context result data error values step gen attempt'.split(
      ' ',
    ),
    ...'max_attempts retry_delay_seconds available_at pending_callback workload mode reference part window run'.split(
      ' ',
    ),
  ),
  fc.oneof(anything, fc.dictionary(word, anything)),
);

/** Events of older engines, from plausible to broken. */
const raw = fc.record(
  {
    event_type: fc.oneof(fc.constantFrom(...names), fc.constantFrom('action_progress', 'customer.created')),
    node_name: fc.constantFrom('a', 'b', 'a_iter_0', 'a_iter_1', '__orchestrate__', 'iterator'),
    node_id: fc.constantFrom('a', 'b'),
    context: payload,
    result: fc.oneof(payload, anything),
    meta: payload,
    error: anything,
    status: fc.constantFrom('', 'COMPLETED', 'failed', 'RUNNING'),
    attempt: fc.constantFrom(1, 2, 3),
    created_at: fc.constantFrom('2026-01-02T03:04:05Z', 1767323045000),
  },
  { requiredKeys: ['event_type'] },
);

describe('reading logs', () => {
  it('fails with a clear error or not at all, whatever it is given', () => {
    const broken = fc.oneof(
      fc.array(fc.anything({ withBigInt: true, withMap: true, withSet: true, withNullPrototype: true })),
      fc.array(raw.map(each => ({ ...each, v: 1, event_id: '1' }))),
      fc.array(
        fc.oneof(
          raw,
          fc.dictionary(fc.constantFrom('event_type', 'name', 'node_name', 'meta', 'v'), plainValue),
        ),
      ),
    );
    fc.assert(
      fc.property(broken, log => {
        try {
          fold(readLog(log).events);
        } catch (error) {
          if (!(error instanceof EventFormatError)) throw error;
          expect(error.message).toMatch(/^event \d+/);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('is deterministic and leaves what it reads as it was', () => {
    fc.assert(
      fc.property(fc.array(raw, { maxLength: 12 }), log => {
        const before = JSON.stringify(log);
        const read = () => {
          try {
            return readLog(log);
          } catch (error) {
            return String(error);
          }
        };
        expect(read()).toEqual(read());
        expect(JSON.stringify(log)).toBe(before);
      }),
      RUNS,
    );
  });
});

/** A log of older engines that keeps their rules: commands have ids, and one worker reports each. */
const lawful = fc
  .array(
    fc.record({
      loop: fc.option(fc.nat(4), { nil: undefined }),
      fails: fc.boolean(),
      step: fc.constantFrom('a', 'b', 'c'),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map(steps => steps.flatMap(({ loop, fails, step }, nth) => reportsOf(step, nth, loop, fails)));

function reportsOf(step: string, nth: number, loop: number | undefined, fails: boolean) {
  const of = (event_type: string, more: object = {}) => ({ event_type, node_name: step, ...more });
  const end = (command_id: string, index: number) =>
    of(fails ? 'command.failed' : 'command.completed', {
      meta: { command_id },
      result: fails ? { error: 'no' } : { value: index },
    });
  const base = `1:${step}:${nth}`;
  if (loop === undefined)
    return [of('step.enter'), of('command.issued', { meta: { command_id: base } }), end(base, 0)];
  const ids = Array.from({ length: loop }, (_, index) => `${base}:i${index}`);
  return [
    of('step.enter', { context: { iterations_expected: loop } }),
    ...ids.map(command_id => of('command.issued', { meta: { command_id } })),
    ...ids.map(end),
    // An empty loop has no last iteration to end it.
    ...(loop === 0 ? [of('step.exit')] : []),
  ];
}

describe('repeated reports of completion', () => {
  it('change nothing, wherever they come in later', () => {
    fc.assert(
      fc.property(lawful, fc.nat(), fc.nat(), (log, which, where) => {
        const ends = log.filter(each => /completed|failed/.test(each.event_type));
        if (ends.length === 0) return;
        const copy = ends[which % ends.length]!;
        const after = log.indexOf(copy) + 1;
        const at = after + (where % (log.length - after + 1));
        const repeated = [...log.slice(0, at), copy, ...log.slice(at)];
        const withoutIds = (state: string) => state.replace(/"(enterId|exitId)": "\d+"/g, '');
        expect(withoutIds(show(fold(readLog(repeated).events)))).toBe(
          withoutIds(show(fold(readLog(log).events))),
        );
      }),
      RUNS,
    );
  });

  it('lead to the same results in any order of the iterations', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }).chain(n =>
          fc.shuffledSubarray(
            Array.from({ length: n }, (_, i) => i),
            { minLength: n },
          ),
        ),
        order => {
          const [enter] = reportsOf('a', 0, order.length, false);
          const ends = reportsOf('a', 0, order.length, false).slice(-order.length);
          const state = fold(readLog([enter, ...order.map(index => ends[index])]).events);
          const data = order.map((_, index) => ({ value: index }));
          expect(state.steps.get('a')?.result).toEqual({ kind: 'inline', data });
        },
      ),
      { numRuns: 300 },
    );
  });
});
