import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataEvent, startedEvent, turnOf } from '../../../test/conformance/turns.ts';
import { Connection } from './connection.ts';
import { openDataDirectory } from './index.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noetl-kinds-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('turns that were written before their kinds were noted', () => {
  it('are read, and counted as the others', async () => {
    const first = await openDataDirectory(join(folder, 'data'));
    await first.events.append(turnOf('1', 1, startedEvent('1')));
    await first.events.append(turnOf('1', 2, dataEvent({}), dataEvent({})));
    await first.close();
    const connection = new Connection(join(folder, 'data', 'noetl.db'));
    connection.exec('UPDATE turn SET kinds = NULL');
    connection.close();
    const stores = await openDataDirectory(join(folder, 'data'));
    const filter = { type: { is: dataEvent({}).type } };
    const found = await stores.events.tally('1', filter, { from: 1, to: 10, span: 1 });
    expect(found).toEqual([{ from: 2, to: 2, rows: 2 }]);
    await stores.close();
  });
});
