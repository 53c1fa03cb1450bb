import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe } from 'vitest';
import type { Stores } from '../../src/adapters/common/stores.ts';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { openDataDirectory } from '../../src/adapters/sqlite/index.ts';
import { openThroughHolder } from '../support/through-holder.ts';

/** An adapter under test: opens empty stores, and says how to clean up behind them. */
interface Subject {
  readonly name: string;
  open(): Promise<readonly [stores: Stores, cleanUp: () => Promise<void> | void]>;
}

/** Its own folder for a data directory. */
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'noetl-store-'));
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Every adapter. A new one is added here and has to pass every suite of this folder. */
const SUBJECTS: readonly Subject[] = [
  { name: 'memory', open: async () => [openMemory(), () => {}] },
  {
    name: 'SQLite',
    open: async () => {
      const folder = newFolder();
      const stores = await openDataDirectory(join(folder, 'data'));
      return [stores, () => remove(folder)];
    },
  },
];

/** What workers use: read from SQLite, written by the process that holds the directory. */
const THROUGH_HOLDER: Subject = {
  name: 'SQLite, through the holder',
  open: async () => {
    const folder = newFolder();
    const { stores, leave } = await openThroughHolder(join(folder, 'data'));
    const cleanUp = async () => {
      await leave();
      remove(folder);
    };
    return [stores, cleanUp];
  },
};

/** Runs a suite once per adapter. `stores()` gives the current test's own. */
export function describeStores(what: string, suite: (stores: () => Stores) => void): void {
  describeSubjects(SUBJECTS, what, suite);
}

/** The same for stores that workers write to. */
export function describeWorkerStores(what: string, suite: (stores: () => Stores) => void): void {
  describeSubjects([...SUBJECTS, THROUGH_HOLDER], what, suite);
}

function describeSubjects(
  subjects: readonly Subject[],
  what: string,
  suite: (stores: () => Stores) => void,
): void {
  describe.each(subjects)(`${what} in $name`, ({ open }) => {
    let stores: Stores;
    let cleanUp: () => Promise<void> | void;
    beforeEach(async () => {
      [stores, cleanUp] = await open();
    });
    afterEach(async () => {
      await stores.close();
      await cleanUp();
    });
    suite(() => stores);
  });
}
