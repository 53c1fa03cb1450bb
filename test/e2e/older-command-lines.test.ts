import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RemoteCli } from '../support/remote-cli.ts';

const GREET = `
apiVersion: noetl.io/v2
kind: Playbook
metadata: {name: greet, path: demo/greet}
workload: {name: you}
workflow:
  - step: start
    tool: {kind: echo, input: {text: 'Hello, {{ workload.name }}!'}}
  - step: again
    tool: {kind: echo, input: {text: 'Again'}}
`;

let remote: RemoteCli;
beforeEach(async () => {
  remote = await RemoteCli.open();
});
afterEach(() => remote.close());

describe('what the older command line took', () => {
  it('registers playbooks in all its spellings', async () => {
    const path = await remote.file('greet.yaml', GREET);
    expect(await remote.run('catalog', 'register', path)).toMatchObject({
      code: 0,
      err: '1 playbook registered\n',
    });
    const unchanged = { code: 0, err: '0 playbooks registered, 1 unchanged\n' };
    expect(await remote.run('register', '-f', path)).toMatchObject(unchanged);
    expect(await remote.run('register', 'playbook', '--file', path)).toMatchObject(unchanged);
    expect(await remote.run('register', 'playbook', '-d', remote.folder)).toMatchObject(unchanged);
    expect(await remote.run('register')).toMatchObject({
      code: 2,
      err: expect.stringContaining("missing required argument 'paths'"),
    });
  });

  it('stores credentials from a file', async () => {
    const path = await remote.file('pg.json', '{"name": "pg", "type": "postgres", "data": {"host": "h"}}');
    expect(await remote.run('register', 'credential', '-f', path)).toMatchObject({ code: 0 });
    expect((await remote.run('get', 'credential', 'pg', '-j')).out).toContain('"type": "postgres"');
    expect((await remote.run('list', 'Credential')).out).toContain('pg');
  });

  it('executes playbooks, and says how they are, as JSON with -j', async () => {
    await remote.run('register', '-f', await remote.file('greet.yaml', GREET));
    const input = await remote.file('in.json', '{"name": "Ada"}');
    const started = await remote.run('execute', 'playbook', 'demo/greet', '-i', input, '-j', '--wait');
    const { execution_id: id, result } = JSON.parse(started.out);
    expect([started.code, result]).toMatchObject([0, { text: 'Hello, Ada!' }]);
    expect(JSON.parse((await remote.run('status', id, '-j')).out)).toMatchObject({ execution_id: id });
    expect(JSON.parse((await remote.run('execute', 'status', id, '--json')).out)).toMatchObject({
      status: 'COMPLETED',
    });
    expect((await remote.run('execute', 'rerun', id, '-i', input)).code).toBe(0);
    expect(await remote.run('cancel', id, '-r', 'no reason', '--cascade')).toMatchObject({ code: 0 });
  });

  it('starts runs at a step with -t', async () => {
    const path = await remote.file('greet.yaml', GREET);
    const run = await remote.run('exec', path, '-t', 'again', '--workload', '{"name": "Ada"}', '-j');
    expect(run.code).toBe(0);
    expect(JSON.parse(run.out)).toMatchObject({ result: { text: 'Again' } });
  });

  it('cleans up by minutes', async () => {
    const { code, err } = await remote.run('cleanup', '--older-than-minutes', '5', '--dry-run');
    expect({ code, err }).toEqual({ code: 0, err: 'no execution has stood still for 5m\n' });
    expect((await remote.run('cleanup', '--older-than-minutes', 'x')).code).toBe(2);
  });
});

describe('a playbook that a server does not have', () => {
  it('is told with the commands that bring it there, and which server they go to', async () => {
    expect((await remote.run('execute', 't/nope')).err).toBe(
      "error: the catalog has no playbook 't/nope': register it there first (`noetl register FILE --remote`), " +
        'or let `noetl run FILE --remote` do both\n',
    );
    expect((await remote.run('execute', 't/nope', '--server-url', remote.url)).err).toContain(
      `\`noetl register FILE --server-url ${remote.url}\``,
    );
  });
});
