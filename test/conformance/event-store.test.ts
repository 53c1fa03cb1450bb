import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryEventStore } from '../../src/adapters/memory/event-store.ts';
import { openDataDirectory } from '../../src/adapters/sqlite/data-directory.ts';
import { eventStoreSuite } from './event-store-suite.ts';

eventStoreSuite('memory', async () => {
  const store = new MemoryEventStore();
  return { store, dispose: () => store.close() };
});

eventStoreSuite('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'noetl-store-'));
  const directory = await openDataDirectory(join(folder, 'data'));
  return {
    store: directory.events,
    dispose: async () => {
      await directory.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
