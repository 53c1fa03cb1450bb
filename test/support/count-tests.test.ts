import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countTests } from '../../scripts/count-tests.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noetl-count-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type File = { name: string; status: string; assertionResults: { status: string }[] };

const file = (name: string, ...statuses: string[]): File => ({
  name: `/repo/${name}`,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map(status => ({ status })),
});

async function count(files: readonly File[], status: number) {
  const report = join(folder, 'report.json');
  await writeFile(report, JSON.stringify({ testResults: files }));
  return countTests(report, status).map(row => `${row.name} ${row.passed}/${row.failed}/${row.skipped}`);
}

it('counts tests by subject', async () => {
  const files = [
    file('src/a.test.ts', 'passed', 'passed', 'pending'),
    file('test/architecture/b.test.ts', 'passed'),
    file('test/docs/c.test.ts', 'failed'),
  ];
  expect(await count(files, 1)).toEqual(['tests 2/0/1', 'architecture 1/0/0', 'docs 0/1/0']);
});

it('counts a file that could not be loaded as a failure', async () => {
  const broken = { ...file('src/a.test.ts'), status: 'failed' };
  expect(await count([broken], 1)).toContain('tests 0/1/0');
});

it('counts a bad end that no test explains as a failure', async () => {
  expect(await count([file('src/a.test.ts', 'passed')], 1)).toContain('test run 0/1/0');
});

it('counts a run without tests, or without a report, as a failure', async () => {
  expect(await count([], 0)).toContain('test run 0/1/0');
  expect(countTests(join(folder, 'absent.json'), 0).at(-1)).toMatchObject({ name: 'test run', failed: 1 });
});
