import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isError } from '../../src/common/problem.ts';
import { load } from '../../src/playbook/index.ts';
import { CLI, ROOT, runCommand } from '../support/run-command.ts';
import { ensureBuilt } from '../support/services/start.ts';
import { notRun, type PageStep, stepsOf } from './blocks.ts';
import { fences } from './markdown.ts';
import { readPages } from './pages.ts';
import { isSameOutput, withoutChanging } from './same-output.ts';

/** Pages for users. The others tell developers what to type in a clone. */
const pages = readPages().filter(
  ({ path }) =>
    path === 'README.md' ||
    path === 'examples/README.md' ||
    (path.startsWith('docs/') && !path.startsWith('docs/reference/problems/')),
);

/** Blocks that no test can run: they install, or stay up until somebody stops them. */
const MOST_NOT_RUN = 8;

beforeAll(ensureBuilt);

describe.each(pages.filter(({ text }) => stepsOf(text).length > 0))('$path', ({ text }) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'noetl-docs-'));
    await mkdir(join(folder, 'bin'));
    await symlink(CLI, join(folder, 'bin/noetl'));
    await symlink(join(ROOT, 'examples'), join(folder, 'examples'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(stepsOf(text).map(step => [step.line, step] as const))(
    'works as it is written in line %i',
    (_line, step) => follow(step, folder),
  );
});

async function follow(step: PageStep, folder: string): Promise<void> {
  switch (step.kind) {
    case 'file':
      await writeFile(join(folder, step.name), step.text);
      return step.name.endsWith('.yaml') ? expectValid(step.text) : undefined;
    case 'playbook':
      return expectValid(step.text);
    case 'command':
      return expectCommand(step, folder);
  }
}

function expectValid(text: string): void {
  if (!text.includes('kind: Playbook')) return;
  const { problems } = load(text, { file: 'page.yaml' });
  expect(problems.filter(isError).map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
}

async function expectCommand(step: PageStep & { kind: 'command' }, folder: string): Promise<void> {
  const PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter);
  // What commands keep for a user is kept for the reader of this page alone.
  const script = step.isBoth ? `exec 2>&1\n${step.script}` : step.script;
  const ended = await runCommand('sh', ['-e', '-c', script], {
    cwd: folder,
    env: { PATH, HOME: folder, CI: '1' },
  });
  expect(ended.code, `${ended.out}${ended.err}`).toBe(step.exit);
  if (step.output === undefined || isSameOutput(step.output, ended.out)) return;
  expect(withoutChanging(ended.out)).toBe(withoutChanging(step.output));
}

it('commands that cannot be run by a test are few', () => {
  const found = pages.flatMap(({ path, text }) => notRun(text).map(({ line }) => `${path}:${line}`));
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(MOST_NOT_RUN);
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
