import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mappingOf, type PlainMapping, type PlainValue } from '../../src/common/plain-value.ts';
import type { ReadRange } from '../../src/ports/event-store.ts';
import { HOSTILE_KEYS, HOSTILE_TEXTS, plainValue } from './hostile.ts';
import { describeStores } from './subjects.ts';
import { completedEvent, dataEvent, startedEvent, turnOf } from './turns.ts';

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

const texts = (count: number, length: number): [string, string][] =>
  numbers(1, count).map(n => [`key${n}`, `${n} `.padEnd(length, 'x')]);

describeStores('the event log', stores => {
  const valuesOf = async (executionId: string): Promise<PlainMapping> => {
    const [turn] = await stores().events.read(executionId);
    const [event] = turn?.events ?? [];
    return event?.type === 'ctx.updated' ? event.values : expect.fail('no data event');
  };

  it('gives back the turns of an execution in order of version', async () => {
    const { events } = stores();
    const first = turnOf('1', 1, startedEvent('1'));
    const second = turnOf('1', 2, dataEvent({ a: 1 }), dataEvent({ b: [true, null, 'x'] }, '78'));
    expect(await events.append(first)).toBe('appended');
    expect(await events.append(second)).toBe('appended');
    expect(await events.read('1')).toEqual([first, second]);
  });

  it('reads from a version on', async () => {
    const { events } = stores();
    for (const version of numbers(1, 5)) await events.append(turnOf('1', version, dataEvent({ version })));
    expect((await events.read('1', 4)).map(({ version }) => version)).toEqual([4, 5]);
    expect(await events.read('1', 6)).toEqual([]);
    expect(await events.read('1', 0)).toHaveLength(5);
  });

  it('reads up to a version, and no more turns than asked for', async () => {
    const { events } = stores();
    for (const version of numbers(1, 9)) await events.append(turnOf('1', version, dataEvent({ version })));
    const versions = async (...range: [from?: number, range?: ReadRange]) =>
      (await events.read('1', ...range)).map(({ version }) => version);
    expect(await versions(1, { upTo: 3 })).toEqual([1, 2, 3]);
    expect(await versions(4, { limit: 2 })).toEqual([4, 5]);
    expect(await versions(4, { upTo: 8, limit: 3 })).toEqual([4, 5, 6]);
    expect(await versions(7, { upTo: 8, limit: 30 })).toEqual([7, 8]);
    expect(await versions(5, { upTo: 4 })).toEqual([]);
    expect(await versions(1, { upTo: 0 })).toEqual([]);
    expect(await versions(1, { limit: 0 })).toEqual([]);
    expect(await versions(8, { upTo: 100 })).toEqual([8, 9]);
  });

  it('gives no turns of an execution it does not know', async () => {
    const { events } = stores();
    for (const id of ['404', '', '-1', '1.5', '01', 'abc', "' OR 1=1", '9'.repeat(40), '\0']) {
      expect(await events.read(id)).toEqual([]);
      expect(await events.summary(id)).toBeUndefined();
    }
  });

  it.each(['', 'abc', '-1', '01', '1e3', '9'.repeat(20)])('refuses to write under the id %j', async id => {
    await expect(stores().events.append(turnOf(id, 1, dataEvent({})))).rejects.toMatchObject({
      code: 'store_invalid_id',
    });
  });

  it('keeps the largest id it can be given', async () => {
    const { events } = stores();
    const id = String(2n ** 63n - 1n);
    expect(await events.append(turnOf(id, 1, startedEvent('1')))).toBe('appended');
    expect((await events.read(id))[0]?.executionId).toBe(id);
    expect((await events.list()).map(({ executionId }) => executionId)).toEqual([id]);
    expect(await events.open()).toEqual([id]);
  });

  it('tells apart ids that JavaScript numbers would confuse', async () => {
    const { events } = stores();
    const [one, other] = ['9007199254740992', '9007199254740993'] as const;
    await events.append(turnOf(one, 1, dataEvent({ of: 'one' })));
    await events.append(turnOf(other, 1, dataEvent({ of: 'other' })));
    expect(await valuesOf(one)).toEqual({ of: 'one' });
    expect(await valuesOf(other)).toEqual({ of: 'other' });
    expect((await events.list()).map(({ executionId }) => executionId)).toEqual([other, one]);
  });

  it('answers conflict, and writes nothing, for a version that is taken', async () => {
    const { events } = stores();
    await events.append(turnOf('1', 1, dataEvent({ by: 'first' })));
    expect(await events.append(turnOf('1', 1, dataEvent({ by: 'second' })))).toBe('conflict');
    expect(await events.read('1')).toHaveLength(1);
    expect(await valuesOf('1')).toEqual({ by: 'first' });
  });

  it('answers conflict for a version that leaves a gap', async () => {
    const { events } = stores();
    expect(await events.append(turnOf('1', 2, dataEvent({})))).toBe('conflict');
    await events.append(turnOf('1', 1, dataEvent({})));
    expect(await events.append(turnOf('1', 3, dataEvent({})))).toBe('conflict');
    expect(await events.append(turnOf('1', 0, dataEvent({})))).toBe('conflict');
    expect(await events.read('1')).toHaveLength(1);
  });

  it('lets exactly one of many win who append the same version at once', async () => {
    const { events } = stores();
    for (const version of numbers(1, 10)) {
      const answers = await Promise.all(
        numbers(1, 20).map(writer => events.append(turnOf('1', version, dataEvent({ writer })))),
      );
      expect(answers.filter(answer => answer === 'appended')).toHaveLength(1);
    }
    expect((await events.read('1')).map(({ version }) => version)).toEqual(numbers(1, 10));
  });

  it('does not let a conflict spoil the turns of others that are written with it', async () => {
    const { events } = stores();
    await events.append(turnOf('5', 1, dataEvent({})));
    const answers = await Promise.all(
      numbers(1, 9).map(id => events.append(turnOf(String(id), 1, dataEvent({ id })))),
    );
    expect(answers.map(answer => answer === 'conflict')).toEqual(numbers(1, 9).map(id => id === 5));
    expect(await valuesOf('9')).toEqual({ id: 9 });
  });

  it('does not let a turn that is refused spoil the turns of others', async () => {
    const { events } = stores();
    const bad = events.append(turnOf('1', 1, dataEvent({ code: (() => 1) as unknown as PlainValue })));
    const good = events.append(turnOf('2', 1, dataEvent({})));
    await expect(bad).rejects.toThrow('function is not data');
    expect(await good).toBe('appended');
    expect(await events.read('1')).toEqual([]);
  });

  it.each([
    ['one large text', { text: 'x'.repeat(3 * 2 ** 20), small: 1 }],
    ['many texts that are large together', Object.fromEntries(texts(64, 60_000))],
    ['very many small texts', Object.fromEntries(texts(20_000, 100))],
    ['a large list of rows', { rows: texts(5_000, 300).map(([key, text]) => mappingOf([[key, text]])) }],
    ['large data that looks like a reference', { x: [mappingOf([['$stored', 'y'.repeat(70_000)]])] }],
    [
      'characters of several bytes, bigints, odd numbers',
      { a: '\u{1f600}'.repeat(300_000), b: [10n ** 30n, -0] },
    ],
  ])('keeps a turn of more than a row can hold: %s', async (_, values: Record<string, PlainValue>) => {
    const { events } = stores();
    const data = mappingOf(Object.entries(values));
    const turn = turnOf('1', 1, dataEvent(data), dataEvent({ after: true }, '78'));
    expect(await events.append(turn)).toBe('appended');
    expect(await events.read('1')).toEqual([turn]);
  });

  it('keeps a turn of very many events', async () => {
    const { events } = stores();
    const many = numbers(1, 20_000).map(n => dataEvent({ n }, String(n)));
    expect(await events.append(turnOf('1', 1, ...many))).toBe('appended');
    expect((await events.read('1'))[0]?.events).toEqual(many);
  });

  it('keeps 200 executions apart that are written at once', async () => {
    const { events } = stores();
    const ids = numbers(1, 200).map(String);
    const run = async (id: string) => {
      for (const version of numbers(1, 5)) {
        expect(await events.append(turnOf(id, version, dataEvent({ id, version })))).toBe('appended');
      }
    };
    await Promise.all(ids.map(run));
    for (const id of ids) {
      const turns = await events.read(id);
      expect(turns).toEqual(numbers(1, 5).map(version => turnOf(id, version, dataEvent({ id, version }))));
    }
  });

  it('shows a turn to whoever asks after it was acknowledged', async () => {
    const { events } = stores();
    const seen = numbers(1, 50).map(async id => {
      await events.append(turnOf(String(id), 1, startedEvent(String(id))));
      const [turns, summary] = [await events.read(String(id)), await events.summary(String(id))];
      return [turns.length, summary?.version];
    });
    expect(await Promise.all(seen)).toEqual(seen.map(() => [1, 1]));
  });

  it('keeps a turn without events, and one with ten thousand', async () => {
    const { events } = stores();
    await events.append(turnOf('1', 1));
    await events.append(turnOf('1', 2, ...numbers(1, 10_000).map(() => completedEvent)));
    expect((await events.read('1')).map(turn => turn.events.length)).toEqual([0, 10_000]);
  });

  it('keeps hostile texts and keys as they are', async () => {
    const { events } = stores();
    const values = mappingOf(HOSTILE_KEYS.map(key => [key, HOSTILE_TEXTS]));
    await events.append(turnOf('1', 1, dataEvent(values)));
    const found = await valuesOf('1');
    expect(Object.keys(found).sort()).toEqual([...new Set(HOSTILE_KEYS)].sort());
    for (const key of HOSTILE_KEYS) expect(found[key]).toEqual(HOSTILE_TEXTS);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('gives mappings back without prototypes', async () => {
    await stores().events.append(turnOf('1', 1, dataEvent({ outer: { inner: [{}] } })));
    const { outer } = (await valuesOf('1')) as { outer: { inner: [object] } };
    expect(Object.getPrototypeOf(outer)).toBeNull();
    expect(Object.getPrototypeOf(outer.inner[0])).toBeNull();
  });

  it('keeps integers of any size, and numbers that JSON does not know', async () => {
    const values = { big: [2n ** 53n + 1n, -(2n ** 64n), 10n ** 30n, 0n], odd: [-0, Number.NaN, -Infinity] };
    await stores().events.append(turnOf('1', 1, dataEvent(values)));
    expect(await valuesOf('1')).toEqual(values);
  });

  it('keeps any data', async () => {
    let id = 0;
    await fc.assert(
      fc.asyncProperty(plainValue, async (data: PlainValue) => {
        id += 1;
        await stores().events.append(turnOf(String(id), 1, dataEvent({ data })));
        expect(await valuesOf(String(id))).toEqual({ data });
      }),
      { numRuns: 200 },
    );
  });

  it('does not change what was written when the writer changes its own copy', async () => {
    const mine = { list: [1, 2] };
    await stores().events.append(turnOf('1', 1, dataEvent(mine)));
    mine.list.push(3);
    expect(await valuesOf('1')).toEqual({ list: [1, 2] });
  });

  it('may be closed twice, and says so when it is used afterwards', async () => {
    const { events } = stores();
    await stores().close();
    await stores().close();
    const closed = { code: 'store_closed' };
    await expect(events.append(turnOf('1', 1, dataEvent({})))).rejects.toMatchObject(closed);
    await expect(events.read('1')).rejects.toMatchObject(closed);
    await expect(events.summary('1')).rejects.toMatchObject(closed);
    await expect(events.list()).rejects.toMatchObject(closed);
    await expect(events.open()).rejects.toMatchObject(closed);
  });

  it('writes what was accepted before it is closed', async () => {
    const { events } = stores();
    const answer = events.append(turnOf('1', 1, dataEvent({})));
    await stores().close();
    expect(await answer).toBe('appended');
  });
});
