import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe } from 'vitest';
import type { Stores } from '../../src/adapters/common/stores.ts';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { openDataDirectory } from '../../src/adapters/sqlite/index.ts';

/** An adapter under test: opens empty stores, and says how to clean up behind them. */
interface Subject {
  readonly name: string;
  open(): Promise<readonly [stores: Stores, cleanUp: () => void]>;
}

/** Every adapter. A new one is added here and has to pass every suite of this folder. */
const SUBJECTS: readonly Subject[] = [
  { name: 'memory', open: async () => [openMemory(), () => {}] },
  {
    name: 'SQLite',
    open: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'noetl-store-'));
      const stores = await openDataDirectory(join(folder, 'data'));
      return [stores, () => rmSync(folder, { recursive: true, force: true })];
    },
  },
];

/** Runs a suite once per adapter. `stores()` gives the current test's own. */
export function describeStores(what: string, suite: (stores: () => Stores) => void): void {
  describe.each(SUBJECTS)(`${what} in $name`, ({ open }) => {
    let stores: Stores;
    let cleanUp: () => void;
    beforeEach(async () => {
      [stores, cleanUp] = await open();
    });
    afterEach(async () => {
      await stores.close();
      cleanUp();
    });
    suite(() => stores);
  });
}
