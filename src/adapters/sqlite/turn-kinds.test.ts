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

  it.each(['version > 2', 'version = 2', 'version <> 3', 'version > 0', 'version > 4'])(
    'are counted once where only those of %s are noted',
    async noted => {
      const first = await openDataDirectory(join(folder, 'data'));
      await first.events.append(turnOf('1', 1, startedEvent('1')));
      for (const version of [2, 3, 4])
        await first.events.append(
          turnOf('1', version, ...Array.from({ length: version }, () => dataEvent({}))),
        );
      await first.close();
      const connection = new Connection(join(folder, 'data', 'noetl.db'));
      connection.exec(
        `UPDATE turn SET kinds = iif(version = 1, '', '["${dataEvent({}).type}",null,' || version || ']') WHERE ${noted}`,
      );
      connection.close();
      const stores = await openDataDirectory(join(folder, 'data'));
      const found = await stores.events.tally(
        '1',
        { type: { is: dataEvent({}).type } },
        { from: 1, to: 4, span: 4 },
      );
      expect(found).toEqual([{ from: 1, to: 4, rows: 9 }]);
      await stores.close();
    },
  );
});
