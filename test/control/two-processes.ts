import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { PlainMapping } from '../../src/common/plain-value.ts';
import { EMPTY_MAPPING } from '../../src/common/plain-value.ts';
import { type EngineAccess, openEngine } from '../../src/compose/engine-access.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';

/** A data directory of the test's own. */
export async function freshDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'noetl-control-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** One of the processes on a data directory, as far as they can be told apart from within. */
export async function openAccess(dataDir: string): Promise<EngineAccess> {
  const access = await openEngine({
    dataDir,
    baseDir: dataDir,
    env: {},
    onTrouble: (_, error) => {
      throw error;
    },
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await access.close();
    isOpen = false;
  };
  onTestFinished(close);
  return Object.create(access, { close: { value: close } });
}

export function startOn(
  access: EngineAccess,
  yaml: string,
  payload: PlainMapping = EMPTY_MAPPING,
): Promise<string> {
  const playbook = playbookFrom(yaml);
  return access.engine.start({ playbook, text: textOf(yaml), source: '/nowhere/test.yaml', payload });
}

/** Resolves when the execution has done something of which `seen` says that it is what the test waits for. */
export function seen(
  access: EngineAccess,
  wanted: (event: { readonly type: string; readonly step?: string | undefined }) => boolean,
): Promise<void> {
  return new Promise(resolve => {
    const stop = access.engine.watch(({ events }) => {
      if (!events.some(event => wanted(event as { type: string; step?: string }))) return;
      stop();
      resolve();
    });
  });
}
