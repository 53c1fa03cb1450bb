import { describe, expect, it } from 'vitest';
import { fold } from '../../src/core/fold/fold.ts';
import { freshDirectory, openAccess, seen, startOn } from './two-processes.ts';

const WAITING = `
  workflow:
    - { step: start, next: ask }
    - { step: ask, tool: { kind: signal, signal: approve }, next: report }
    - { step: report, tool: { kind: noop, input: { by: "{{ ask.by }}" } } }`;

const CALLING = (child: string) => `
  workflow:
    - { step: start, tool: { kind: playbook, path: ${child} } }`;

const parked = ({ type }: { readonly type: string }) => type === 'command.parked';

describe('two processes on one data directory', () => {
  it('the second one hands its work to the first, and is told what happens', async () => {
    const dataDir = await freshDirectory();
    const holder = await openAccess(dataDir);
    const client = await openAccess(dataDir);
    expect(holder.holder).toBeUndefined();
    expect(client.holder).toMatchObject({ pid: process.pid });

    const types: string[] = [];
    client.engine.watch(({ events }) => types.push(...events.map(({ type }) => type)));
    const waits = seen(client, parked);
    const executionId = await startOn(client, WAITING);
    await waits;
    expect((await holder.guests())?.open).toEqual([executionId]);

    await client.engine.send(executionId, { kind: 'signal', name: 'approve', data: { by: 'kim' } });
    const state = await client.engine.ended(executionId);
    expect(state.phase).toMatchObject({ kind: 'completed', result: { data: { by: 'kim' } } });
    expect(types[0]).toBe('playbook_started');
    expect(types.at(-1)).toBe('playbook.completed');
    expect((await holder.guests())?.open).toEqual([]);
  });

  it('tells the client every turn once and in order', async () => {
    const dataDir = await freshDirectory();
    await openAccess(dataDir);
    const client = await openAccess(dataDir);
    const versions: number[] = [];
    client.engine.watch(({ version }) => versions.push(version));
    const executionId = await startOn(
      client,
      `
      workflow:
        - step: start
          loop: { in: 200, iterator: i, spec: { mode: parallel, max_in_flight: 3 } }
          tool: { kind: noop, input: { i: "{{ iter.i }}" } }`,
    );
    await client.engine.ended(executionId);
    expect(versions).toEqual(versions.map((_, index) => index + 1));
    const turns = await client.stores.events.read(executionId);
    expect(versions).toHaveLength(turns.length);
  });

  it('the client takes over when the holder goes, and the execution completes', async () => {
    const dataDir = await freshDirectory();
    const holder = await openAccess(dataDir);
    const client = await openAccess(dataDir);
    const waits = seen(client, parked);
    const executionId = await startOn(client, WAITING);
    await waits;
    const ended = client.engine.ended(executionId);
    await holder.close();
    await client.engine.send(executionId, { kind: 'signal', name: 'approve', data: { by: 'lee' } });
    expect((await ended).phase).toMatchObject({ kind: 'completed', result: { data: { by: 'lee' } } });
    expect(client.holder).toBeUndefined();
  });

  it('of two clients one takes over and the other becomes its client; both executions complete', async () => {
    const dataDir = await freshDirectory();
    const holder = await openAccess(dataDir);
    const clients = [await openAccess(dataDir), await openAccess(dataDir)];
    const started = [];
    for (const client of clients) {
      const waits = seen(client, parked);
      started.push({ client, executionId: await startOn(client, WAITING) });
      await waits;
    }
    const ends = started.map(({ client, executionId }) => client.engine.ended(executionId));
    await holder.close();
    for (const { client, executionId } of started) {
      await client.engine.send(executionId, { kind: 'signal', name: 'approve', data: { by: executionId } });
    }
    for (const [index, { phase }] of (await Promise.all(ends)).entries()) {
      expect(phase).toMatchObject({
        kind: 'completed',
        result: { data: { by: started[index]!.executionId } },
      });
    }
    expect(clients.filter(({ holder: other }) => other === undefined)).toHaveLength(1);
  });

  it('a client that leaves leaves its execution running', async () => {
    const dataDir = await freshDirectory();
    const holder = await openAccess(dataDir);
    const client = await openAccess(dataDir);
    const waits = seen(client, parked);
    const executionId = await startOn(client, WAITING);
    await waits;
    await client.close();
    const gone = (await holder.guests())!.gone();
    await holder.engine.send(executionId, { kind: 'signal', name: 'approve', data: { by: 'kim' } });
    await gone;
    expect((await holder.engine.state(executionId)).phase.kind).toBe('completed');
  });

  it('an execution that runs there is out of time by the limit of the client', async () => {
    const dataDir = await freshDirectory();
    await openAccess(dataDir);
    const client = await openAccess(dataDir);
    const executionId = await startOn(client, WAITING);
    await client.engine.send(executionId, { kind: 'timeout', limit: '--timeout 5s' });
    expect((await client.engine.ended(executionId)).phase).toMatchObject({
      kind: 'failed',
      error: { kind: 'timeout', message: 'the execution exceeded its timeout (--timeout 5s)' },
    });
  });

  it('the client may have an execution run again there, from a step on', async () => {
    const dataDir = await freshDirectory();
    const holder = await openAccess(dataDir);
    const client = await openAccess(dataDir);
    const first = await startOn(client, WAITING);
    await client.engine.send(first, { kind: 'signal', name: 'approve', data: { by: 'kim' } });
    await client.engine.ended(first);
    const again = await client.engine.rerun({ executionId: first, from: 'report' });
    expect(again).not.toBe(first);
    const { phase } = await client.engine.ended(again);
    expect(phase).toMatchObject({ kind: 'completed', result: { data: { by: 'kim' } } });
    expect((await holder.guests())?.open).toEqual([]);
    const wrong = client.engine.rerun({ executionId: first, from: 'nowhere' });
    await expect(wrong).rejects.toMatchObject({ name: 'RerunProblem' });
  });

  it('an answer says what is wrong with a request, and names the execution', async () => {
    const dataDir = await freshDirectory();
    await openAccess(dataDir);
    const client = await openAccess(dataDir);
    await expect(client.engine.send('12345', { kind: 'pause' })).rejects.toThrow(
      'there is no execution 12345',
    );
    await expect(client.engine.rerun({ executionId: '12345' })).rejects.toThrow();
    await expect(client.engine.send('12345', { kind: 'deadline', commandId: '12345:a:1' })).rejects.toThrow(
      'an input must be callback, cancel, pause, resume, signal, set_ctx or timeout',
    );
  });
});

describe('an execution that no process drives', () => {
  const interrupted = async (yaml = WAITING) => {
    const dataDir = await freshDirectory();
    const first = await openAccess(dataDir);
    const waits = seen(first, parked);
    const executionId = await startOn(first, yaml);
    await waits;
    await first.close();
    return { dataDir, executionId };
  };

  it('records a signal and goes on when it is taken up', async () => {
    const { dataDir, executionId } = await interrupted();
    const second = await openAccess(dataDir);
    const signal = { kind: 'signal', name: 'approve', data: { by: 'kim' } } as const;
    expect(await second.engine.steer(executionId, signal)).toBe(false);
    const events = (await second.stores.events.read(executionId)).flatMap(turn => turn.events);
    expect(events.at(-1)).toMatchObject({ type: 'next.evaluated', step: 'ask' });
    expect(fold(events).phase.kind).toBe('in_progress');

    expect(await second.engine.takeUp(executionId)).toBe(true);
    expect(await second.engine.takeUp(executionId)).toBe(false);
    const { phase } = await second.engine.ended(executionId);
    expect(phase).toMatchObject({ kind: 'completed', result: { data: { by: 'kim' } } });
    const after = (await second.stores.events.read(executionId)).flatMap(turn => turn.events);
    expect(after.filter(({ type }) => type === 'command.lease_expired')).toEqual([]);
  });

  it('is taken up by the holder when a client asks for it, and waited for', async () => {
    const { dataDir, executionId } = await interrupted();
    const holder = await openAccess(dataDir);
    const client = await openAccess(dataDir);
    expect(await client.engine.takeUp(executionId)).toBe(true);
    expect((await holder.guests())?.open).toEqual([executionId]);
    await client.engine.send(executionId, { kind: 'signal', name: 'approve', data: { by: 'kim' } });
    expect((await client.engine.ended(executionId)).phase.kind).toBe('completed');
  });

  it('is cancelled together with the playbooks it called', async () => {
    const dataDir = await freshDirectory();
    const { writeFile } = await import('node:fs/promises');
    const { textOf } = await import('../support/load-playbook.ts');
    await writeFile(`${dataDir}/child.yaml`, textOf(WAITING));
    const first = await openAccess(dataDir);
    const waits = seen(first, event => parked(event) && event.step === 'ask');
    const executionId = await startOn(first, CALLING(`${dataDir}/child.yaml`));
    await waits;
    await first.close();

    const second = await openAccess(dataDir);
    await second.engine.send(executionId, { kind: 'cancel', reason: 'enough' });
    await second.close();
    const third = await openAccess(dataDir);
    const statuses = (await third.stores.events.list()).map(({ status }) => status);
    expect(statuses).toEqual(['CANCELLED', 'CANCELLED']);
  });
});
