import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileWatch, watchFiles } from './watch-files.ts';

describe('watching files', () => {
  let folder: string;
  let watch: FileWatch;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'noetl-watch-'));
    await writeFile(join(folder, 'a.yaml'), 'a');
    await writeFile(join(folder, 'b.yaml'), 'b');
    watch = watchFiles();
    watch.follow([join(folder, 'a.yaml')]);
  });
  afterEach(async () => {
    watch.close();
    await rm(folder, { recursive: true });
  });

  it('tells of a file that is written, and not of its neighbours', async () => {
    await writeFile(join(folder, 'b.yaml'), 'changed');
    await writeFile(join(folder, 'a.yaml'), 'changed');
    expect(await watch.changed()).toEqual([join(folder, 'a.yaml')]);
  });

  it('tells of a file that is replaced by another one', async () => {
    const told = watch.changed();
    await writeFile(join(folder, 'new'), 'new');
    await rename(join(folder, 'new'), join(folder, 'a.yaml'));
    expect(await told).toEqual([join(folder, 'a.yaml')]);
  });
});
