import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
`;

let remote: RemoteCli;
let folder: string;
beforeEach(async () => {
  remote = await RemoteCli.open();
  folder = await mkdtemp(join(tmpdir(), 'noetl-playbooks-'));
});
afterEach(() => remote.close());

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe('the catalog of a server', () => {
  it('is filled and read from the command line', async () => {
    const path = await file('greet.yaml', GREET);
    expect(await remote.run('register', path)).toMatchObject({ code: 0, err: '1 playbook registered\n' });
    expect(await remote.run('register', path)).toMatchObject({
      err: '0 playbooks registered, 1 unchanged\n',
    });
    expect((await remote.run('catalog', 'list')).out).toContain('demo/greet  1');
    expect((await remote.run('catalog', 'get', 'demo/greet@1')).out).toBe(GREET);
    expect(await remote.run('catalog', 'delete', 'demo/greet')).toMatchObject({ code: 0 });
    expect(await remote.run('catalog', 'get', 'demo/greet')).toMatchObject({ code: 2, out: '' });
  });

  it('is not asked where a data directory is named', async () => {
    await remote.run('register', await file('greet.yaml', GREET), '--data-dir', join(folder, 'data'));
    expect((await remote.run('catalog', 'list')).err).toContain('no playbooks like that');
    expect((await remote.run('catalog', 'list', '--data-dir', join(folder, 'data'))).out).toContain(
      'demo/greet',
    );
  });

  it('cannot be read where nobody listens: that is told, with what to do', async () => {
    await remote.close();
    const { code, err } = await remote.run('catalog', 'list');
    expect(code).toBe(1);
    expect(err).toMatch(/^error: there is no answer from http:.*ECONNREFUSED.*`noetl server start`\n$/);
  });
});
