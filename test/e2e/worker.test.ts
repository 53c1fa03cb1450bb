import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../support/services/start.ts';
import { isAlive, WithWorkers } from '../support/with-workers.ts';

beforeAll(ensureBuilt);

/** Notes who runs it, and ends when a file appears. */
const BUSY = `workflow:
  - step: start
    spec: { pool: gpu }
    tool: { kind: shell, cmds: 'echo "$$ $PPID" >> begun; until [ -e go ]; do sleep 0.02; done; echo done' }
    next: last
  - { step: last, tool: { kind: noop, input: { said: "{{ start.stdout | trim }}" } } }
`;
const WHO = `workflow:
  - { step: start, spec: { pool: gpu }, tool: { kind: shell, cmds: 'echo $PPID' }, next: last }
  - { step: last, tool: { kind: noop, input: { pid: "{{ start.stdout | trim | int }}" } } }
`;
/** Long enough for a worker that lives to be heard of, also on a machine that has a lot to do. */
const SHORT_LEASE = { NOETL_COMMAND_CLAIM_LEASE_SECONDS: '3' };

const resultOf = ({ out }: { readonly out: string }) => JSON.parse(out).result;
const pidsIn = (line = '') => line.split(' ').map(Number);

describe('a worker that hangs for longer than its lease', () => {
  it('loses what it has to another one, stops it, and goes on with new work', async () => {
    const place = await WithWorkers.open({ busy: BUSY, who: WHO }, SHORT_LEASE);
    const first = await place.worker();
    const running = place.run('busy');
    await place.hasLines('begun', 1);
    first.signal('SIGSTOP');
    const second = await place.worker();
    await place.hasLines('begun', 2);
    const [shell = 0] = pidsIn(place.lines('begun')[0]);
    expect(isAlive(shell)).toBe(true);

    first.signal('SIGCONT');
    await expect.poll(() => isAlive(shell), { timeout: 30_000 }).toBe(false);
    const id = await place.lastId();
    await expect.poll(() => place.types(id, 'late'), { timeout: 30_000 }).toEqual(['command.late']);
    await writeFile(place.file('go'), '');
    expect(resultOf(await running)).toEqual({ said: 'done' });
    expect(place.lines('begun').map(line => pidsIn(line)[1])).toEqual([first.pid, second.pid]);
    expect(await place.types(id, 'lease')).toEqual(['command.lease_expired']);

    second.signal('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(resultOf(await place.run('who'))).toEqual({ pid: first.pid });
  });

  it('runs it again itself if there is no other, once what it ran before is over', async () => {
    const place = await WithWorkers.open({ busy: BUSY }, SHORT_LEASE);
    const worker = await place.worker();
    const running = place.run('busy');
    await place.hasLines('begun', 1);
    const id = await place.lastId();
    worker.signal('SIGSTOP');
    await expect.poll(() => place.types(id, 'lease'), { timeout: 30_000 }).toEqual(['command.lease_expired']);
    worker.signal('SIGCONT');
    await place.hasLines('begun', 2);
    await writeFile(place.file('go'), '');
    expect(resultOf(await running)).toEqual({ said: 'done' });
    expect(place.lines('begun').map(line => pidsIn(line)[1])).toEqual([worker.pid, worker.pid]);
    expect(await place.types(id, 'command.completed')).toHaveLength(2);
  });
});

describe('an execution that is cancelled', () => {
  it('ends its tool in the worker, with all that it has started, and the worker goes on', async () => {
    const group = `workflow:
  - step: start
    spec: { pool: gpu }
    tool: { kind: shell, cmds: 'sleep 600 & echo "$! $$" >> begun; wait' }
`;
    const place = await WithWorkers.open({ group, who: WHO });
    const worker = await place.worker('--slots', '1');
    const running = place.run('group');
    await place.hasLines('begun', 1);
    await place.served.here('cancel', await place.lastId());
    expect((await running).code).toBe(130);
    const pids = pidsIn(place.lines('begun')[0]);
    await expect.poll(() => pids.some(isAlive), { timeout: 30_000 }).toBe(false);
    expect(resultOf(await place.run('who'))).toEqual({ pid: worker.pid });
  });
});

describe.each(['SIGINT', 'SIGTERM'] as const)('%s in a worker', signal => {
  it('lets what runs end, and takes nothing more', async () => {
    const place = await WithWorkers.open({ busy: BUSY, who: WHO });
    const worker = await place.worker('--slots', '4');
    const running = place.run('busy');
    await place.hasLines('begun', 1);
    const id = await place.lastId();
    worker.signal(signal);
    await worker.says(/stopping: what runs may end/);
    const other = place.run('who');
    const next = await place.worker();
    expect(resultOf(await other)).toEqual({ pid: next.pid });
    await writeFile(place.file('go'), '');
    expect(resultOf(await running)).toEqual({ said: 'done' });
    expect(await worker.ended).toBe(0);
    expect(place.lines('begun')).toHaveLength(1);
    expect(await place.types(id, 'lease')).toEqual([]);
  });

  it('and once more gives back what runs at once', async () => {
    const place = await WithWorkers.open({ busy: BUSY });
    const worker = await place.worker();
    const running = place.run('busy');
    await place.hasLines('begun', 1);
    worker.signal(signal);
    await worker.says(/stopping: what runs may end/);
    worker.signal(signal);
    expect(await worker.ended).toBe(0);
    expect(isAlive(pidsIn(place.lines('begun')[0])[0] ?? 0)).toBe(false);
    const next = await place.worker();
    await place.hasLines('begun', 2);
    await writeFile(place.file('go'), '');
    expect(resultOf(await running)).toEqual({ said: 'done' });
    expect(pidsIn(place.lines('begun')[1])[1]).toBe(next.pid);
  });
});
