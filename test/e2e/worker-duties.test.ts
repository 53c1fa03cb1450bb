import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { BackgroundCommand } from '../support/background-command.ts';
import { useServer } from '../support/http-server.ts';
import { ensureBuilt } from '../support/services/start.ts';
import { WithWorkers } from '../support/with-workers.ts';

beforeAll(ensureBuilt);
const remote = useServer();

const BUSY = `workflow:
  - step: start
    spec: { pool: gpu }
    tool: { kind: shell, cmds: 'echo "$$ $PPID" >> begun; until [ -e go ]; do sleep 0.02; done; echo done' }
    next: last
  - { step: last, tool: { kind: noop, input: { said: "{{ start.stdout | trim }}" } } }
`;

const resultOf = ({ out }: { readonly out: string }) => JSON.parse(out).result;

describe('a step whose pool nobody serves', () => {
  it('waits, and says which worker to start', async () => {
    const place = await WithWorkers.open({ busy: BUSY });
    const running = place.run('busy');
    await expect
      .poll(async () => (await place.served.here('explain', 'last')).out, { timeout: 30_000 })
      .toContain('a worker of the pool gpu to take step start (`noetl worker --pool gpu` is one)');
    await writeFile(place.file('go'), '');
    await place.worker();
    expect(resultOf(await running)).toEqual({ said: 'done' });
  });
});

describe('a holder that is replaced while a worker is in the middle of a step', () => {
  it('is found again, and the step is not repeated', async () => {
    const place = await WithWorkers.open({ busy: BUSY });
    await place.worker();
    await place.served.here('register', place.file('busy.yaml'));
    const id = await place.start('busy');
    await place.hasLines('begun', 1);
    await place.restartServer();
    await writeFile(place.file('go'), '');
    await expect
      .poll(() => place.types(id, 'playbook.'), { timeout: 30_000 })
      .toContain('playbook.completed');
    expect(place.lines('begun')).toHaveLength(1);
    expect(await place.types(id, 'lease')).toEqual([]);
    expect(await place.types(id, 'late')).toEqual([]);
  });

  it('may be a `noetl resume` that runs everything itself: what the worker has is left to it', async () => {
    const place = await WithWorkers.open({ busy: BUSY });
    const worker = await place.worker();
    await place.served.here('register', place.file('busy.yaml'));
    const id = await place.start('busy');
    await place.hasLines('begun', 1);
    await place.served.close();
    const resumed = place.background('resume', id, '-o', 'json');
    await expect.poll(() => worker.err.match(/runs steps for process/g)?.length, { timeout: 30_000 }).toBe(2);
    await writeFile(place.file('go'), '');
    expect(await resumed.ended).toBe(0);
    expect(resultOf(resumed)).toEqual({ said: 'done' });
    expect(place.lines('begun')).toHaveLength(1);
    await place.restartServer();
  });
});

describe('workers', () => {
  it('share the items of a loop', async () => {
    const each = `workflow:
  - step: start
    loop: { in: 20, iterator: i, spec: { mode: parallel, max_in_flight: 8 } }
    spec: { pool: gpu }
    tool: { kind: shell, cmds: 'echo $PPID; echo $PPID >> begun; until [ $(sort -u begun | wc -l) -eq 2 ]; do sleep 0.02; done' }
    next: last
  - { step: last, tool: { kind: noop, input: { pids: "{{ start | map(attribute='stdout') | map('trim') | map('int') | list }}" } } }
`;
    const place = await WithWorkers.open({ each });
    const workers = [await place.worker('--slots', '3'), await place.worker('--slots', '3')];
    const { pids } = resultOf(await place.run('each'));
    expect(pids).toHaveLength(20);
    expect(new Set(pids)).toEqual(new Set(workers.map(({ pid }) => pid)));
  });

  it('serve several pools, and no others', async () => {
    const pools = `executor: { spec: { pool: big } }
workflow:
  - { step: start, tool: { kind: shell, cmds: 'echo $PPID' }, next: gpu }
  - { step: gpu, spec: { pool: gpu }, tool: { kind: shell, cmds: 'echo $PPID' }, next: here }
  - { step: here, spec: { pool: shared }, tool: { kind: shell, cmds: 'echo $PPID' }, next: last }
  - step: last
    spec: { pool: shared }
    tool: { kind: noop, input: { pids: "{{ [start, gpu, here] | map(attribute='stdout') | map('trim') | map('int') | list }}" } }
`;
    const place = await WithWorkers.open({ pools });
    const other = await place.worker('--pool', 'other');
    const worker = await place.worker('--pool', 'gpu,big');
    expect(resultOf(await place.run('pools'))).toEqual({ pids: [worker.pid, worker.pid, process.pid] });
    expect(other.err).not.toContain('runs step ');
  });

  it('resolve credentials and the keychain as the server does, and show no secret', async () => {
    const secret = `keychain:
  - { name: token, kind: credential_ref, ref: api }
workflow:
  - step: start
    spec: { pool: gpu }
    tool: { kind: http, url: "${remote.origin}/a", auth: api }
    next: second
  - step: second
    spec: { pool: gpu }
    tool: { kind: http, url: "${remote.origin}/b", headers: { x-token: "{{ keychain.token.token }}" } }
    next: third
  - { step: third, spec: { pool: gpu }, tool: { kind: shell, cmds: 'echo "{{ keychain.token.token }}"' } }
`;
    const seen: (string | undefined)[] = [];
    remote.answer = ({ headers }, response) => {
      seen.push(headers.authorization, headers['x-token'] as string | undefined);
      response.setHeader('content-type', 'application/json').end('{}');
    };
    const place = await WithWorkers.open({ secret });
    const data = '{"token": "s3cret-of-the-api"}';
    await place.served.here('credential', 'add', 'api', '--type', 'bearer', '--data', data);
    await place.worker();
    const run = await place.run('secret');
    expect(run).toMatchObject({ code: 0 });
    expect(seen).toEqual(['Bearer s3cret-of-the-api', undefined, undefined, 's3cret-of-the-api']);
    const logs = await place.served.here('logs', 'last');
    expect(run.out + run.err + logs.out).not.toContain('s3cret-of-the-api');
    expect(logs.out).toContain('***');
  });

  it('have what their commands print shown while it is printed, and kept', async () => {
    const talk = `workflow:
  - step: start
    spec: { pool: gpu }
    tool: { kind: shell, cmds: 'echo first line; until [ -e go ]; do sleep 0.02; done; echo last line' }
`;
    const place = await WithWorkers.open({ talk });
    await place.worker();
    const flags = ['-v', '--server-url', place.served.url];
    const running = new BackgroundCommand(['run', place.file('talk.yaml'), ...flags], place.folder);
    await running.says(/first line/);
    expect(running.err).not.toContain('last line');
    expect((await place.served.here('logs', 'last')).out).toContain('first line');
    await writeFile(place.file('go'), '');
    expect(await running.ended).toBe(0);
    expect(running.err).toContain('last line');
    expect((await place.served.here('logs', 'last')).out).toMatch(/first line[\s\S]*last line/);
  });

  it('are given arguments of any size, and set as much as can be handed over', async () => {
    const large = `workload: { size: 1 }
workflow:
  - { step: start, tool: { kind: noop }, next: { arcs: [{ step: sized, args: { text: "{{ 'x' * (workload.size * 1048576) }}" } }] } }
  - step: sized
    spec: { pool: gpu }
    tool: { kind: noop, input: { length: "{{ args.text | length }}" }, set: { ctx.text: "{{ args.text }}" } }
    next: last
  - { step: last, spec: { pool: gpu }, tool: { kind: noop, input: { length: "{{ ctx.text | length }}" } } }
`;
    const place = await WithWorkers.open({ large });
    await place.worker();
    expect(resultOf(await place.run('large', '--set', 'size=3'))).toEqual({ length: 3 << 20 });
    const refused = await place.run('large', '--set', 'size=9');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out).error.message).toContain(
      'cannot be handed to the process that records it',
    );
  });
});
