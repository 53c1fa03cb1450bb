import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isError } from '../../src/common/problem.ts';
import { load } from '../../src/playbook/index.ts';
import { processGone } from '../support/process-gone.ts';
import { CLI, ROOT, runCommand } from '../support/run-command.ts';
import { freePort } from '../support/services/free-port.ts';
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

/** Blocks that no test can run: they install and test what is being tested. */
const MOST_NOT_RUN = 2;
/** Where pages say that a server listens. A test has a port of its own for each page. */
const PORT_OF_PAGES = /(?<=(?:localhost|127\.0\.0\.1):)8082\b/g;
/** The reader of all pages works here. */
const FOLDER_OF_PAGES = '/home/kim/etl';
/** Milliseconds for all of a page. */
const PATIENCE = 300_000;

beforeAll(ensureBuilt);

/** Each page is followed from top to bottom, several pages at a time: most of it is waiting for commands. */
describe('a reader who does what a page says gets what it shows', () => {
  const withSteps = pages.filter(({ text }) => stepsOf(text).length > 0);
  it.concurrent.each(withSteps.map(page => [page.path, page] as const))(
    '%s',
    async (_path, { text }) => {
      const desk = await sitDown();
      try {
        for (const step of stepsOf(text)) await follow(step, desk);
      } finally {
        await leave(desk);
      }
    },
    PATIENCE,
  );
});

/** Where the reader of a page works. */
interface Desk {
  readonly folder: string;
  /** Of the server that the page starts. */
  readonly port: number;
}

async function sitDown(): Promise<Desk> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'noetl-docs-')));
  await mkdir(join(folder, 'bin'));
  await symlink(CLI, join(folder, 'bin/noetl'));
  if (!(await hasCurl())) await symlink(join(ROOT, 'test/docs/curl.mjs'), join(folder, 'bin/curl'));
  await symlink(join(ROOT, 'examples'), join(folder, 'examples'));
  return { folder, port: await freePort() };
}

/** A page may leave its server running, as its reader would. */
async function leave(desk: Desk): Promise<void> {
  for (const data of ['.noetl', 'server']) await stopServer(desk, data);
  await rm(desk.folder, { recursive: true, force: true });
}

async function follow(step: PageStep, desk: Desk): Promise<void> {
  switch (step.kind) {
    case 'file':
      await writeFile(join(desk.folder, step.name), step.text);
      return step.name.endsWith('.yaml') ? expectValid(step) : undefined;
    case 'playbook':
      return expectValid(step);
    case 'command':
      return expectCommand(step, desk);
  }
}

const hasCurl = async (): Promise<boolean> => (await runCommand('sh', ['-c', 'command -v curl'])).code === 0;

async function stopServer({ folder }: Desk, dataDir: string): Promise<void> {
  const record = join(folder, dataDir, 'server.json');
  if (!existsSync(record)) return;
  const { pid } = JSON.parse(await readFile(record, 'utf8')) as { pid: number };
  process.kill(pid, 'SIGTERM');
  await processGone(pid);
}

function expectValid({ line, text }: { readonly line: number; readonly text: string }): void {
  if (!text.includes('kind: Playbook')) return;
  const { problems } = load(text, { file: 'page.yaml' });
  const wrong = problems.filter(isError).map(({ code, message }) => `${code}: ${message}`);
  expect(wrong, `line ${line}`).toEqual([]);
}

async function expectCommand(step: PageStep & { kind: 'command' }, { folder, port }: Desk): Promise<void> {
  const PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter);
  const commands = step.script.replace(PORT_OF_PAGES, String(port));
  const script = step.isBoth ? `exec 2>&1\n${commands}` : commands;
  const ended = await runCommand('sh', ['-e', '-c', script], {
    cwd: folder,
    // What commands keep for a user is kept for the reader of this page alone.
    env: { PATH, HOME: folder, CI: '1', NOETL_PORT: String(port) },
  });
  expect(ended.code, `line ${step.line}\n${ended.out}${ended.err}`).toBe(step.exit);
  const printed = ended.out.replaceAll(folder, FOLDER_OF_PAGES).replaceAll(`:${port}`, ':8082');
  if (step.output === undefined || isSameOutput(step.output, printed)) return;
  expect(withoutChanging(printed), `line ${step.line}`).toBe(withoutChanging(step.output));
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
