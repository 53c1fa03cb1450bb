import { describe, expect, it } from 'vitest';
import { TestEngine } from '../../../test/support/test-engine.ts';
import { encodeEvent } from '../../core/codec/encode-event.ts';
import { filterRows, type RowFilter } from './filter-rows.ts';

const YAML = `
workflow:
  - { step: start, tool: { kind: echo }, next: each }
  - { step: each, loop: { in: "{{ range(40) | list }}", iterator: item, max_in_flight: 7 }, tool: { kind: echo }, next: last }
  - { step: last, tool: { kind: echo } }
`;

const FILTERS: readonly RowFilter[] = [
  { type: 'command.issued' },
  { type: 'command.*' },
  { type: 'step_completed', step: 'last' },
  { step: 'each' },
  { type: 'iteration_completed', step: 'each' },
  { type: 'no such event' },
  { step: 'start', type: 'step.*' },
];

describe('a page of the wanted events', () => {
  it('is what a look through the whole log finds, wherever it begins', async () => {
    const test = new TestEngine();
    const id = await test.start(YAML);
    await test.engine.ended(id);
    const { events } = test.stores;
    const log = (await events.read(id)).flatMap(turn => turn.events);
    const rows = log.flatMap(event => encodeEvent(event, id));
    for (const filter of FILTERS) {
      const all = await filterRows(events, id, filter, { skip: 0, from: 0, count: 1000 });
      const isWanted = (row: (typeof rows)[number]) =>
        all.rows.some(({ event_id }) => event_id === row.event_id);
      expect(rows.filter(isWanted)).toEqual(all.rows);
      expect(all.total).toBe(all.rows.length);
      for (const skip of [0, 1, 10, 11, 30, rows.length]) {
        const wanted = rows.slice(skip).filter(isWanted);
        for (const from of [0, 1, 3, 20]) {
          const page = await filterRows(events, id, filter, { skip, from, count: 5 });
          expect(page.total).toBe(wanted.length);
          expect(page.rows).toEqual(wanted.slice(from, from + 5));
        }
      }
    }
    const [issued, ofEach] = await Promise.all(
      [{ type: 'command.issued' }, { step: 'each' }].map(filter =>
        filterRows(events, id, filter, { skip: 0, from: 0, count: 1000 }),
      ),
    );
    expect(issued?.total).toBe(42);
    expect(ofEach?.total).toBe(rows.filter(({ node_name }) => node_name === 'each').length);
  });
});
