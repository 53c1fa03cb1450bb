import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleScript, type Script } from '../crash/store-bundle.ts';
import { useServer } from '../support/http-server.ts';
import { SlowSender } from '../support/large-server.ts';

const server = useServer();
let folder: string;
let script: Script;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'noetl-memory-'));
  script = await bundleScript('../faults/large-body-child.ts');
});
afterAll(() => {
  script.remove();
  rmSync(folder, { recursive: true, force: true });
});

const MIB = 1024 * 1024;

/** `["yyy…", …]` of so many megabytes. */
function* largeList(megabytes: number): Generator<string> {
  const text = 'y'.repeat(MIB / 16 - 3);
  yield '["begin"';
  for (let n = 0; n < megabytes * 16; n++) yield `,"${text}"`;
  yield ']';
}

it('three hundred megabytes go into the store in bounded memory', { timeout: 120_000 }, async () => {
  server.answer = ({ url }, response) => {
    response.setHeader('content-type', 'application/json');
    void new SlowSender().send(response, largeList(url === '/large' ? 300 : 5));
  };
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [script.file, join(folder, 'data'), server.origin]);
  const { result, before, after } = JSON.parse(stdout) as { result: unknown; before: number; after: number };
  const preview = { type: 'array', length: 300 * 16 + 1, bytes: 300 * MIB + 9 };
  expect(result).toMatchObject({ status_code: 200, data: { _preview: preview } });
  // In kilobytes: a body that was held would take three times as much.
  expect(after - before).toBeLessThan(100 * 1024);
});
