import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI, ROOT, runCommand } from '../support/run-command.ts';
import { ensureBuilt } from '../support/services/start.ts';
import { type Fence, fences } from './markdown.ts';
import { type Page, readPages } from './pages.ts';

interface Example {
  readonly name: string;
  readonly script: string;
  readonly output: string | undefined;
}

const isManual = ({ path }: Page) => path === 'README.md' || path.startsWith('docs/guide/');

function examples(page: Page): readonly Example[] {
  const blocks = fences(page.text);
  return blocks.flatMap((block, i) => {
    if (block.info[0] !== 'sh' || block.info.includes('no-run')) return [];
    return [
      { name: `${page.path}:${block.line}`, script: scriptOf(block), output: outputAfter(blocks[i + 1]) },
    ];
  });
}

/** Whoever runs the tests has installed already, and would not want it done again in the middle of them. */
function scriptOf(block: Fence): string {
  return block.body.replace(/^npm install && /gm, '');
}

function outputAfter(next: Fence | undefined): string | undefined {
  return next?.followsPrevious && next.info.join(' ') === 'text output' ? next.body : undefined;
}

describe('the commands in the manual', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'noetl-docs-'));
    await ensureBuilt();
    await mkdir(join(folder, 'bin'));
    await symlink(CLI, join(folder, 'bin/noetl'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const all = readPages().filter(isManual).flatMap(examples);

  it('are found', () => {
    expect(all.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^README\.md:/));
  });

  it.each(all.map(example => [example.name, example] as const))(
    'of %s work as they are written',
    async (_name, { script, output }) => {
      expect(script.trimStart()).toMatch(/^(noetl|npx noetl|node) /);
      const PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter);
      const ended = await runCommand('sh', ['-e', '-c', script], { env: { PATH } });
      expect(ended.code, ended.err).toBe(0);
      if (output !== undefined) expect(ended.out).toBe(output);
    },
  );
});

describe('the first lines of the README', () => {
  it('are the two commands: run an example, run the tests', async () => {
    const blocks = fences(await readFile(join(ROOT, 'README.md'), 'utf8'));
    expect(blocks.slice(0, 2).map(block => block.body)).toEqual([
      'npm install && npx noetl run examples/01-hello.yaml\n',
      'npm install && npm test\n',
    ]);
  });

  it('name the test command that continuous integration runs', async () => {
    expect(await readFile(join(ROOT, '.ci/run'), 'utf8')).toContain('npm install && npm test');
  });
});
