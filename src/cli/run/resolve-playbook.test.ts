import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolvePlaybook } from './resolve-playbook.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noetl-resolve-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function resolve(files: readonly string[], reference?: string, target?: string) {
  for (const file of files) {
    await mkdir(join(folder, file, '..'), { recursive: true });
    if (file.endsWith('/')) await mkdir(join(folder, file), { recursive: true });
    else await writeFile(join(folder, file), '');
  }
  return resolvePlaybook(reference, target, folder);
}

describe('what `noetl run` runs', () => {
  it('is noetl.yaml, else main.yaml, where nothing is named', async () => {
    expect(await resolve(['main.yaml'])).toEqual({ kind: 'file', file: 'main.yaml', target: undefined });
    expect(await resolve(['noetl.yaml', 'main.yaml'])).toEqual({
      kind: 'file',
      file: 'noetl.yaml',
      target: undefined,
    });
  });

  it('is nothing where there is neither, and it says so', async () => {
    expect(await resolve([])).toMatchObject({
      why: expect.stringContaining('neither noetl.yaml nor main.yaml'),
    });
  });

  it('is the file of a name that can only be one, whether or not it exists', async () => {
    const file = (name: string, target?: string) => ({ kind: 'file', file: name, target });
    expect(await resolve(['noetl.yaml'], './lib/x', 'go')).toEqual(file('./lib/x', 'go'));
    expect(await resolve(['noetl.yaml'], 'lib/x.yml')).toEqual(file('lib/x.yml'));
    expect(await resolve(['lib/x'], 'lib/x')).toEqual(file('lib/x'));
    expect(await resolve([], '-')).toEqual(file('-'));
  });

  it('is a file of that name, with an ending, or in automation/', async () => {
    expect(await resolve(['a'], 'a')).toMatchObject({ file: 'a' });
    expect(await resolve(['b.yml'], 'b', 'go')).toEqual({ kind: 'file', file: 'b.yml', target: 'go' });
    expect(await resolve(['automation/c.yaml', 'noetl.yaml'], 'c')).toEqual({
      kind: 'file',
      file: 'automation/c.yaml',
      target: undefined,
    });
  });

  it('is a step of noetl.yaml if no file has that name; a folder is none', async () => {
    expect(await resolve(['noetl.yaml', 'build/'], 'build')).toEqual({
      kind: 'file',
      file: 'noetl.yaml',
      target: 'build',
    });
  });

  it('is a playbook of the catalog if neither exists, and it remembers where it looked', async () => {
    const why = expect.stringContaining('build.yaml and build.yml');
    const reference = { path: 'build', version: undefined };
    expect(await resolve([], 'build')).toEqual(
      expect.objectContaining({ kind: 'catalog', reference, noFile: expect.objectContaining({ why }) }),
    );
    expect(await resolve(['noetl.yaml'], 'build', 'go')).toMatchObject({ kind: 'catalog', target: 'go' });
    expect(await resolve(['noetl.yaml'], 'shop/order@2')).toMatchObject({
      reference: { path: 'shop/order', version: 2 },
    });
  });

  it('says that a folder is no playbook, if the catalog has none of that name either', async () => {
    expect(await resolve(['shop/'], 'shop')).toMatchObject({
      kind: 'catalog',
      noFile: { why: 'it is a folder', fix: 'name a playbook in it: noetl run shop/FILE.yaml' },
    });
  });

  it('is a playbook of the catalog alone where that is said, whatever files there are', async () => {
    expect(await resolve(['order.yaml', 'noetl.yaml'], 'catalog://order@3', 'go')).toEqual({
      kind: 'catalog',
      reference: { path: 'order', version: 3 },
      target: 'go',
      noFile: undefined,
    });
  });
});
