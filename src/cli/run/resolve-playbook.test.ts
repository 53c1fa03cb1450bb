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
    expect(await resolve(['main.yaml'])).toEqual({ file: 'main.yaml', target: undefined });
    expect(await resolve(['noetl.yaml', 'main.yaml'])).toEqual({ file: 'noetl.yaml', target: undefined });
  });

  it('is nothing where there is neither, and it says so', async () => {
    expect(await resolve([])).toMatchObject({
      why: expect.stringContaining('neither noetl.yaml nor main.yaml'),
    });
  });

  it('is the file of a path or of a name with its ending, whether or not it exists', async () => {
    expect(await resolve(['noetl.yaml'], 'lib/x', 'go')).toEqual({ file: 'lib/x', target: 'go' });
    expect(await resolve(['noetl.yaml'], 'x.yml')).toEqual({ file: 'x.yml', target: undefined });
    expect(await resolve([], '-')).toEqual({ file: '-', target: undefined });
  });

  it('is a file of that name, with an ending, or in automation/', async () => {
    expect(await resolve(['a'], 'a')).toMatchObject({ file: 'a' });
    expect(await resolve(['b.yml'], 'b', 'go')).toEqual({ file: 'b.yml', target: 'go' });
    expect(await resolve(['automation/c.yaml', 'noetl.yaml'], 'c')).toEqual({
      file: 'automation/c.yaml',
      target: undefined,
    });
  });

  it('is a step of noetl.yaml if no file has that name; a folder is none', async () => {
    expect(await resolve(['noetl.yaml', 'build/'], 'build')).toEqual({ file: 'noetl.yaml', target: 'build' });
  });

  it('is nothing if neither exists, and it says where it looked', async () => {
    expect(await resolve([], 'build')).toMatchObject({
      why: expect.stringContaining('build.yaml and build.yml'),
    });
    expect(await resolve(['noetl.yaml'], 'build', 'go')).toMatchObject({ file: 'build' });
  });
});
