import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { capturedConsole } from '../../../test/support/captured-console.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { runCli } from '../run-cli.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noetl-catalog-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, text);
  return file;
}

async function noetl(...args: readonly string[]) {
  const console = capturedConsole();
  const code = await runCli([...args, '--data-dir', join(folder, 'data')], testCli(console));
  return { code, ...console.written };
}

const playbook = (path: string, step = 'start') => `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: x, path: ${path}, description: Does ${path} }
workflow:
  - step: ${step}
    tool: { kind: noop }
`;
const BROKEN = playbook('broken').replace('kind: noop }', 'kind: noop }\n    next: nowhere');

describe('noetl register', () => {
  it('registers every playbook of a folder, and leaves what has not changed', async () => {
    await put('playbooks/a.yaml', playbook('shop/a'));
    await put('playbooks/deep/b.yml', playbook('shop/b'));
    await put('playbooks/other.yaml', 'kind: Other\n');
    const first = await noetl('register', join(folder, 'playbooks'));
    expect(first).toMatchObject({ code: 0, err: '2 playbooks registered\n' });
    expect(first.out).toMatch(/^PATH +VERSION +STATUS +FILE\nshop\/a +1 +registered +.*a\.yaml\nshop\/b +1 /);
    await put('playbooks/a.yaml', playbook('shop/a', 'begin'));
    const second = await noetl('register', join(folder, 'playbooks'), '-o', 'json');
    expect(second.err).toBe('1 playbook registered, 1 unchanged\n');
    expect(JSON.parse(second.out)).toMatchObject([
      { path: 'shop/a', version: 2, status: 'registered' },
      { path: 'shop/b', version: 1, status: 'unchanged' },
    ]);
  });

  it('takes the word `playbook` before what it registers, as older command lines have it', async () => {
    const file = await put('a.yaml', playbook('shop/a'));
    expect(await noetl('register', 'playbook', file)).toMatchObject({
      code: 0,
      err: '1 playbook registered\n',
    });
    expect(await noetl('register', 'playbook')).toMatchObject({ code: 2 });
  });

  it('registers nothing if one is invalid, and shows every problem', async () => {
    await put('playbooks/a.yaml', playbook('a'));
    const broken = await put('playbooks/b.yaml', BROKEN);
    await put('playbooks/c.yaml', playbook('c//d'));
    const { code, out, err } = await noetl('register', join(folder, 'playbooks'));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`${broken}:7:11: error: no step is called \`nowhere\``);
    expect(err).toContain('`c//d` cannot be a path in the catalog');
    expect(err).toMatch(/nothing was registered: 2 problems .*; --keep-going registers the others\n$/);
    expect((await noetl('catalog', 'list')).code).toBe(2);
  });

  it('registers the others when told to keep going, and says that some failed', async () => {
    await put('playbooks/a.yaml', playbook('a'));
    await put('playbooks/b.yaml', BROKEN);
    const { code, out, err } = await noetl('register', join(folder, 'playbooks'), '--keep-going');
    expect(code).toBe(1);
    expect(out).toContain('registered');
    expect(err).toMatch(/1 playbook registered, 1 failed\n$/);
  });

  it('refuses two files with one path', async () => {
    await put('playbooks/a.yaml', playbook('same'));
    await put('playbooks/b.yaml', playbook('same', 'other'));
    const { code, err } = await noetl('register', join(folder, 'playbooks'));
    expect(code).toBe(2);
    expect(err).toMatch(/b\.yaml: error: the playbook has the path `same`, which .*a\.yaml has too/);
  });

  it('says which file cannot be read', async () => {
    const { code, err } = await noetl('register', join(folder, 'none.yaml'));
    expect(code).toBe(2);
    expect(err).toContain('there is no such file');
  });
});

describe('noetl catalog', () => {
  beforeEach(async () => {
    for (const [path, step] of [
      ['shop/a', 'one'],
      ['shop/b', 'one'],
      ['shop/a', 'two'],
    ] as const)
      await noetl('register', await put('x.yaml', playbook(path, step)));
  });

  it('lists the newest versions, or all of them', async () => {
    const { out } = await noetl('catalog', 'list');
    expect(out).toMatch(
      /^PATH +VERSION +REGISTERED +DESCRIPTION +ID\nshop\/a +2 .* Does shop\/a +\d+\nshop\/b +1 /,
    );
    const all = await noetl('catalog', 'list', '--all', '-o', 'json');
    expect(JSON.parse(all.out)).toMatchObject([{ version: 2 }, { path: 'shop/b' }, { version: 1 }]);
    expect((await noetl('catalog', 'list', '--search', 'SHOP/b', '-o', 'yaml')).out).toMatch(/path: shop\/b/);
    expect(await noetl('catalog', 'list', '--directory', 'lib')).toMatchObject({ code: 0, out: '' });
    const paged = await noetl('catalog', 'list', '--limit', '1');
    expect(paged.err).toMatch(/^2 in all; go on with --before \d+\n$/);
  });

  it('prints the text of a version', async () => {
    expect(await noetl('catalog', 'get', 'shop/a@1')).toEqual({
      code: 0,
      out: playbook('shop/a', 'one'),
      err: '',
    });
    expect(JSON.parse((await noetl('catalog', 'get', 'shop/a', '-o', 'json')).out)).toMatchObject({
      version: 2,
      payload: { kind: 'Playbook' },
    });
    expect(await noetl('catalog', 'get', 'shop/c')).toMatchObject({
      code: 2,
      err: expect.stringContaining("there is no playbook 'shop/c' in the catalog"),
    });
  });

  it('lists the versions of a path', async () => {
    const { out } = await noetl('catalog', 'versions', 'shop/a', '-o', 'json');
    expect(JSON.parse(out)).toMatchObject([{ version: 2 }, { version: 1 }]);
  });

  it('shows what differs between versions', async () => {
    const { out, err } = await noetl('catalog', 'diff', 'shop/a');
    expect(out).toContain('-  - step: one\n+  - step: two\n');
    expect(err).toBe('+ step two\n- step one\n~ entry\n');
    expect((await noetl('catalog', 'diff', 'shop/a', '2', '2')).err).toBe('both texts are the same\n');
    expect((await noetl('catalog', 'diff', 'shop/a', 'x')).code).toBe(2);
  });

  it('deletes what nothing ran, archives what was run, and restores that', async () => {
    await noetl('run', await put('x.yaml', playbook('shop/a', 'two')), '--quiet');
    const deleted = await noetl('catalog', 'delete', 'shop/a');
    expect(deleted).toMatchObject({ code: 0, out: expect.stringContaining('1 deleted, 1 archived') });
    expect((await noetl('catalog', 'list')).out).not.toContain('shop/a');
    expect((await noetl('catalog', 'list', '--archived')).out).toMatch(/shop\/a +2 .*archived/);
    expect((await noetl('catalog', 'restore', 'shop/a')).out).toContain('1 restored');
    expect((await noetl('catalog', 'get', 'shop/a')).code).toBe(0);
  });

  it('is called by playbooks that run from files, where no file is beside them', async () => {
    const caller = playbook('caller').replace('kind: noop', 'kind: playbook, path: shop/a@1');
    const { code, out, err } = await noetl('run', await put('caller.yaml', caller), '-o', 'json');
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toBeDefined();
    const { out: listed } = await noetl('executions', '--children', '-o', 'json');
    const paths = (JSON.parse(listed) as { path: string }[]).map(({ path }) => path).sort();
    expect(paths).toEqual(['caller', 'shop/a']);
  });
});
