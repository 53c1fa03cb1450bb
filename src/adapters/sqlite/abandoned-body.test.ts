import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completedEvent, startedEvent, turnOf } from '../../../test/conformance/turns.ts';
import { Connection } from './connection.ts';
import { openDataDirectory } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noetl-abandoned-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function rowsLeft(): readonly number[] {
  const reader = new Connection(join(folder, 'noetl.db'), { readOnly: true });
  const counts = ['result', 'result_chunk'].map(table =>
    Number(reader.prepare(`SELECT count(*) FROM ${table}`).get()?.[0]),
  );
  reader.close();
  return counts;
}

test('what a process left of a body when it ended is removed with the execution', async () => {
  const before = await openDataDirectory(folder);
  await before.events.append(turnOf('1', 1, startedEvent('1')));
  const chunks = (async function* () {
    for (let n = 0; n < 3; n++) yield Buffer.alloc(1024 * 1024, n);
    await before.close();
  })();
  const writing = before.results.write('1', 'a', { format: () => 'binary', chunks });
  await expect(writing).rejects.toMatchObject({ code: 'store_closed' });
  expect(rowsLeft()).toEqual([1, 3]);

  const after = await openDataDirectory(folder);
  expect(await after.results.list('1', { limit: 9 })).toEqual([]);
  expect(await after.retention.countResults()).toMatchObject({ values: 0 });
  await after.events.append(turnOf('1', 2, completedEvent));
  expect(await after.retention.remove('1')).toBe(1);
  await after.close();
  expect(rowsLeft()).toEqual([0, 0]);
});
