import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capturedConsole } from '../../../test/support/captured-console.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { type RerunOptions, rerunCommand } from './rerun.ts';
import { runCommand } from './run.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noetl-rerun-'));
  file = join(folder, 'etl.yaml');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The second step finds nothing until `ready` is there; both leave a line when they run. */
const playbook = (message: string) => `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: etl }
workload: { ready: false }
workflow:
  - step: extract
    tool: { kind: noop, input: { rows: 3 } }
    next: load
  - step: load
    tool: { kind: assert, that: ["{{ workload.ready }}"], message: not ready }
    next: report
  - step: report
    tool: { kind: noop, input: { text: "${message} {{ extract.rows }}" } }
`;

async function fail(): Promise<void> {
  await writeFile(file, playbook('loaded'));
  const console = capturedConsole();
  const code = await runCommand(file, undefined, { dataDir: join(folder, 'data') }, testCli(console));
  expect(code).toBe(1);
}

async function rerun(more: Partial<RerunOptions>, id = 'last') {
  const console = capturedConsole();
  const options = { dataDir: join(folder, 'data'), output: 'json', ...more } as const;
  const code = await rerunCommand(id, options, testCli(console));
  return { code, ...console.written };
}

describe('noetl rerun', () => {
  it('repeats what failed with another workload, and keeps what did not', async () => {
    await fail();
    const { code, out, err } = await rerun({ onlyFailed: true, set: ['ready=true'] });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ status: 'COMPLETED', result: { text: 'loaded 3' } });
    expect(err).toContain('= extract  kept\n✓ load');
  });

  it('runs the playbook as its file is now where it is asked to', async () => {
    await fail();
    await writeFile(file, playbook('brought'));
    const { out } = await rerun({ from: 'load', latest: true, set: ['ready=true'] });
    expect(JSON.parse(out)).toMatchObject({ result: { text: 'brought 3' } });
  });

  it('says why it cannot be done, and runs nothing', async () => {
    await fail();
    expect(await rerun({ from: 'laod' })).toMatchObject({
      code: 2,
      out: '',
      err: "error: step 'laod' did not run in this execution; did you mean 'load'?\n",
    });
    expect(await rerun({ from: 'load', iteration: ['one'] })).toMatchObject({
      code: 2,
      err: 'error: --iteration one is no index; iterations are numbered from 0\n',
    });
    expect(await rerun({}, '12345')).toMatchObject({ code: 2 });
    await writeFile(file, 'workflow: [');
    const { code, err } = await rerun({ latest: true });
    expect(code).toBe(2);
    expect(err).toContain(`--latest needs the playbook's file ${file}: mend it, or leave --latest away`);
  });
});
