import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findAddress } from '../control/address.ts';
import { ControlError, HolderLost } from '../control/control-error.ts';
import type { FileHealth } from '../ports/database-check.ts';
import { openForReading } from './read.ts';

export type { FileHealth } from '../ports/database-check.ts';

/** Who holds a data directory. */
export type Hold =
  | { readonly kind: 'free' }
  | {
      readonly kind: 'held';
      readonly pid: number | undefined;
      readonly since: string | undefined;
      /** Whether it takes work from others. */
      readonly answers: boolean;
    };

/** What can be said about a data directory from outside. Undefined: there is none yet. */
export interface DirectoryHealth {
  readonly files: readonly FileHealth[];
  readonly hold: Hold;
}

/** Looks, and changes nothing: no lock is taken, nothing is migrated. */
export async function inspectDirectory(dataDir: string): Promise<DirectoryHealth | undefined> {
  const path = resolve(dataDir);
  if (!existsSync(join(path, 'noetl.db'))) return undefined;
  const { sqliteCheck } = await import('../adapters/sqlite/check-files.ts');
  return { files: await sqliteCheck(path).check(), hold: await findHold(path) };
}

/** The executions that no process runs and nobody paused. Only where the directory is not held. */
export async function interruptedExecutions(dataDir: string): Promise<readonly string[]> {
  const { events, close } = await openForReading(dataDir);
  try {
    const ids = await events.open();
    const found = await Promise.all(ids.map(id => events.summary(id)));
    return found.flatMap(each => (each && each.status !== 'PAUSED' ? [each.executionId] : []));
  } finally {
    await close();
  }
}

/** `path` is absolute. Not for a process that may hold it itself. */
export async function findHold(path: string): Promise<Hold> {
  const { isHeld, readHolder } = await import('../adapters/sqlite/holder.ts');
  if (!isHeld(path)) return { kind: 'free' };
  const holder = readHolder(path);
  return { kind: 'held', pid: holder?.pid, since: holder?.since, answers: await answers(path) };
}

async function answers(path: string): Promise<boolean> {
  const { ControlClient } = await import('../control/control-client.ts');
  try {
    (await ControlClient.connect(findAddress(path))).close();
    return true;
  } catch (error) {
    if (error instanceof HolderLost || error instanceof ControlError) return false;
    throw error;
  }
}
