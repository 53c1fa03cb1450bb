import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../src/common/version.ts';
import { ROOT, runCommand } from '../support/run-command.ts';
import { ensureBuilt } from '../support/services/start.ts';

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const entries: readonly string[] = Object.keys(manifest.exports).filter(entry => !entry.endsWith('.json'));

describe('the package in its own repository', () => {
  beforeAll(ensureBuilt);

  it.each(entries.map(entry => entry.replace('.', 'noetl')))('answers to %s', async specifier => {
    const program = `await import('${specifier}')`;
    const ended = await runCommand(process.execPath, ['--input-type=module', '-e', program]);
    expect(ended).toEqual({ code: 0, out: '', err: '' });
  });
});

/** Packed as for publishing, unpacked in an empty folder; the dependencies are linked instead of downloaded. */
describe('the published package', () => {
  let folder: string;
  let files: readonly string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'noetl-pack-'));
    await ensureBuilt();
    const packed = await runCommand('npm', [
      'pack',
      '--ignore-scripts',
      '--json',
      '--pack-destination',
      folder,
    ]);
    const [{ filename, files: entries }] = JSON.parse(packed.out);
    files = entries.map((entry: { path: string }) => entry.path);
    await mkdir(join(folder, 'node_modules/noetl'), { recursive: true });
    const target = ['-C', join(folder, 'node_modules/noetl'), '--strip-components=1'];
    await runCommand('tar', ['-xzf', join(folder, filename), ...target]);
    for (const name of Object.keys(manifest.dependencies)) {
      await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true });
      await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('contains what runs, its types and the reading matter, but no sources and no tests', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'dist/cli.js',
        'dist/index.js',
        'dist/rules.md',
        'dist/types/index.d.ts',
        'README.md',
        'LICENSE',
      ]),
    );
    expect(files.filter(path => /^(src|test|scripts|bench|\.ci)\//.test(path))).toEqual([]);
  });

  it('runs as a command', async () => {
    const cli = join(folder, 'node_modules/noetl/dist/cli.js');
    expect(await runCommand(cli, ['--version'], { cwd: folder })).toEqual({
      code: 0,
      out: `${VERSION}\n`,
      err: '',
    });
  });

  it('can be imported', async () => {
    const program = `import('noetl').then(noetl => console.log(noetl.version))`;
    const { out } = await runCommand(process.execPath, ['-e', program], { cwd: folder });
    expect(out).toBe(`${VERSION}\n`);
  });
});
