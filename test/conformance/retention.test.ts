import { expect, it } from 'vitest';
import type { ParentLink } from '../../src/core/event.ts';
import { describeStores } from './subjects.ts';
import { completedEvent, dataEvent, failedEvent, startedEvent, turnOf } from './turns.ts';

interface About {
  readonly parent?: string;
  readonly rerunOf?: string;
  readonly path?: string;
  readonly at?: number;
  /** Not ended. */
  readonly isRunning?: boolean;
}

describeStores('removing executions', stores => {
  const log = (executionId: string) => ({ executionId, commandId: 'c', attempt: 1 });

  /** An execution with everything an execution may leave behind; gives the address of its result. */
  const leave = async (id: string, { parent, rerunOf, path, at, isRunning }: About = {}): Promise<string> => {
    const { events, results, snapshots, logs } = stores();
    const link = parent === undefined ? {} : { parent: { executionId: parent } as ParentLink };
    const about = { ...link, ...(path === undefined ? {} : { path }), ...(at === undefined ? {} : { at }) };
    const started = { ...startedEvent(id, about), rerunOf };
    await events.append(turnOf(id, 1, started as ReturnType<typeof startedEvent>));
    await events.append(turnOf(id, 2, isRunning ? dataEvent({}) : completedEvent));
    await snapshots.save(id, 2, { of: id });
    logs.write(log(id), [{ at: 1000, stream: 'stdout', text: `line of ${id}` }]);
    await logs.flush();
    return (await results.put(id, 'r', { of: id })).uri;
  };
  const traces = async (id: string, uri: string) => {
    const { events, results, snapshots, logs } = stores();
    const found = [
      (await events.read(id)).length,
      (await logs.read(log(id))).length,
      [await events.summary(id), await results.get(uri), await snapshots.latest(id)].filter(Boolean).length,
    ];
    return found.reduce((sum, count) => sum + count, 0);
  };
  const listed = async () => (await stores().events.list()).map(({ executionId }) => executionId);

  it('leaves nothing of it, and everything of the others', async () => {
    const [gone, stays] = [await leave('1'), await leave('2')];
    expect(await traces('1', gone)).toBe(6);
    expect(await stores().retention.remove('1')).toBe(1);
    expect(await traces('1', gone)).toBe(0);
    expect(await traces('2', stays)).toBe(6);
    expect(await listed()).toEqual(['2']);
  });

  it('removes nothing that is not there', async () => {
    await leave('1');
    for (const id of ['404', '', 'abc', "' OR 1=1", '9'.repeat(40)]) {
      expect(await stores().retention.remove(id)).toBe(0);
      expect(await stores().retention.family(id)).toBeUndefined();
    }
    expect(await listed()).toEqual(['1']);
  });

  it('keeps one that has not ended', async () => {
    await leave('1', { isRunning: true });
    expect(await stores().retention.remove('1')).toBe(0);
    expect(await stores().retention.family('1')).toEqual({
      parent: undefined,
      members: ['1'],
      running: ['1'],
      reruns: [],
    });
    expect(await listed()).toEqual(['1']);
  });

  it('removes children and their children with the top-level execution', async () => {
    await leave('1');
    const child = await leave('2', { parent: '1' });
    const grandchild = await leave('3', { parent: '2' });
    await leave('4');
    expect((await stores().retention.family('1'))?.members).toEqual(['1', '2', '3']);
    expect(await stores().retention.remove('1')).toBe(3);
    expect(await traces('2', child)).toBe(0);
    expect(await traces('3', grandchild)).toBe(0);
    expect(await listed()).toEqual(['4']);
  });

  it('never removes a child alone', async () => {
    await leave('1');
    const child = await leave('2', { parent: '1' });
    expect(await stores().retention.remove('2')).toBe(0);
    expect(await traces('2', child)).toBe(6);
    expect((await stores().retention.family('2'))?.parent).toBe('1');
  });

  it('keeps a family as long as one of it has not ended', async () => {
    await leave('1');
    await leave('2', { parent: '1' });
    await leave('3', { parent: '2', isRunning: true });
    expect(await stores().retention.remove('1')).toBe(0);
    expect((await stores().retention.family('1'))?.running).toEqual(['3']);
    await stores().events.append(turnOf('3', 3, failedEvent));
    expect(await stores().retention.remove('1')).toBe(3);
  });

  it('treats a child whose parent is not there as nobody’s child', async () => {
    await leave('2', { parent: '1' });
    expect((await stores().retention.family('2'))?.parent).toBeUndefined();
    expect(await stores().retention.remove('2')).toBe(1);
  });

  it('keeps an original as long as a rerun shares its results', async () => {
    const original = await leave('1');
    await leave('2', { rerunOf: '1' });
    await leave('3', { rerunOf: '2' });
    expect(await stores().retention.remove('1')).toBe(0);
    expect(await stores().retention.remove('2')).toBe(0);
    expect((await stores().retention.family('1'))?.reruns).toEqual(['2']);
    expect(await traces('1', original)).toBe(6);
    for (const id of ['3', '2', '1']) expect(await stores().retention.remove(id)).toBe(1);
    expect(await listed()).toEqual([]);
  });

  it('keeps the whole family of a child that was run again', async () => {
    await leave('1');
    await leave('2', { parent: '1' });
    await leave('3', { rerunOf: '2' });
    expect(await stores().retention.remove('1')).toBe(0);
    expect((await stores().retention.family('1'))?.reruns).toEqual(['3']);
  });

  it('removes a family that refers to itself only', async () => {
    await leave('1');
    await leave('2', { parent: '1', rerunOf: '1' });
    expect(await stores().retention.remove('1')).toBe(2);
  });

  it('removes in the order in which it was asked, also when asked at once', async () => {
    await leave('1');
    await leave('2', { rerunOf: '1' });
    const { retention } = stores();
    expect(await Promise.all([retention.remove('1'), retention.remove('2')])).toEqual([0, 1]);
    await leave('2', { rerunOf: '1' });
    expect(await Promise.all([retention.remove('2'), retention.remove('1')])).toEqual([1, 1]);
  });

  it('removes once what several ask for at once', async () => {
    await leave('1');
    const answers = await Promise.all([1, 2, 3].map(() => stores().retention.remove('1')));
    expect(answers).toEqual([1, 0, 0]);
  });

  it('answers conflict to whoever goes on with what was removed', async () => {
    await leave('1');
    await stores().retention.remove('1');
    expect(await stores().events.append(turnOf('1', 3, dataEvent({})))).toBe('conflict');
  });

  it('pages through what has ended and is nobody’s child, newest first', async () => {
    for (let id = 1; id <= 9; id++)
      await leave(String(id), {
        path: `p${id}`,
        isRunning: id % 4 === 0,
        ...(id === 5 ? { parent: '4' } : {}),
      });
    const { retention } = stores();
    const first = await retention.roots({ limit: 3 });
    expect(first.map(({ executionId }) => executionId)).toEqual(['9', '7', '6']);
    expect(first[0]).toMatchObject({ executionId: '9', path: 'p9', status: 'COMPLETED', endedAt: 5000 });
    await retention.remove('6');
    const rest = await retention.roots({ before: first[2]!, limit: 10 });
    expect(rest.map(({ executionId }) => executionId)).toEqual(['3', '2', '1']);
  });

  it('has those that started last first, whatever their ids', async () => {
    for (const [id, at] of Object.entries({ 1: 3000, 2: 1000, 3: 2000 })) await leave(id, { at });
    const { retention } = stores();
    const [first] = await retention.roots({ limit: 1 });
    expect(first).toMatchObject({ executionId: '1', startedAt: 3000 });
    const rest = await retention.roots({ before: first!, limit: 10 });
    expect(rest.map(({ executionId }) => executionId)).toEqual(['3', '2']);
  });

  it('removes printed lines by the age of the last one', async () => {
    const { logs, retention } = stores();
    await leave('1');
    await leave('2');
    logs.write(log('2'), [{ at: 9000, stream: 'stdout', text: 'later' }]);
    await logs.flush();
    expect(await retention.countLogs(1000)).toBe(0);
    expect(await retention.countLogs(1001)).toBe(1);
    expect(await retention.removeLogs(1001)).toBe(1);
    expect(await logs.read(log('1'))).toEqual([]);
    expect(await logs.read(log('2'))).toHaveLength(2);
    expect(await listed()).toEqual(['2', '1']);
  });

  it('removes hundreds of old logs, in whatever bits', async () => {
    const { logs, retention } = stores();
    for (let attempt = 1; attempt <= 105; attempt++)
      logs.write({ ...log('1'), attempt }, [{ at: attempt, stream: 'log', text: 'x' }]);
    await logs.flush();
    expect(await retention.removeLogs(101)).toBe(100);
    expect(await logs.read({ executionId: '1' })).toHaveLength(5);
  });

  it('goes on as before after it was made compact', async () => {
    const uri = await leave('1');
    await leave('2');
    await stores().retention.remove('2');
    await stores().retention.compact();
    expect(await traces('1', uri)).toBe(6);
    await leave('3');
    expect(await listed()).toEqual(['3', '1']);
  });

  it('removes values of one that has ended, and keeps the rest of it', async () => {
    const { retention, results, events } = stores();
    const [gone, other] = [await leave('1'), await leave('2')];
    const { uri: stays } = await results.put('1', 's', 'stays');
    expect(await retention.countResults()).toMatchObject({ values: 3, executions: 2 });
    expect(await retention.removeResults('1', [gone, other, 'noetl://nothing'])).toBe(1);
    expect(await results.get(gone)).toBeUndefined();
    expect(await results.get(stays)).toBe('stays');
    expect(await results.get(other)).toEqual({ of: '2' });
    expect((await events.read('1')).length).toBe(2);
    const { values, bytes, executions } = await retention.countResults();
    expect([values, executions]).toEqual([2, 2]);
    expect(bytes).toBeGreaterThan(5);
    expect(await retention.removeResults('1', [gone])).toBe(0);
  });

  it('keeps values that somebody may read', async () => {
    const { retention, results } = stores();
    const running = await leave('1', { isRunning: true });
    const shared = await leave('2');
    await leave('3', { rerunOf: '2' });
    await leave('4');
    const child = await leave('5', { parent: '4' });
    expect(await retention.removeResults('1', [running])).toBeUndefined();
    expect(await retention.removeResults('2', [shared])).toBeUndefined();
    expect(await retention.removeResults('5', [child])).toBeUndefined();
    expect(await retention.removeResults('404', [child])).toBeUndefined();
    for (const uri of [running, shared, child]) expect(await results.get(uri)).toBeDefined();
    expect(await retention.removeResults('4', [child])).toBe(1);
    expect(await results.get(child)).toBeUndefined();
  });

  it('keeps values without which the log cannot be read', async () => {
    const { retention, results, events } = stores();
    await events.append(turnOf('1', 1, startedEvent('1')));
    await events.append(turnOf('1', 2, dataEvent({ large: 'x'.repeat(200_000) }), completedEvent));
    // Whether they are kept among the results is up to the store.
    const uris = (await results.list('1', { limit: 100 })).map(({ uri }) => uri);
    expect(await retention.countResults()).toMatchObject({ values: 0, executions: 0 });
    expect(await retention.removeResults('1', uris)).toBe(0);
    expect(await events.read('1')).toHaveLength(2);
  });
});
