import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../common/store-error.ts';
import { Connection } from './connection.ts';
import * as sql from './sql/lock.ts';

/** Who advances executions in a data directory. Beside the lock: a file that is locked must not be read. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

export const holderFile = (directory: string): string => join(directory, 'holder.json');

/** Who held the directory last, and perhaps holds it now. */
export function readHolder(directory: string): Holder | undefined {
  try {
    const found: Partial<Holder> = JSON.parse(readFileSync(holderFile(directory), 'utf8'));
    return typeof found.pid === 'number' ? (found as Holder) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether somebody holds the lock at this moment, without taking it. Not for a process that may hold it
 * itself: see `DirectoryLock`.
 */
export function isHeld(directory: string): boolean {
  const path = join(directory, 'lock.db');
  if (!existsSync(path)) return false;
  const connection = new Connection(path, { readOnly: true, busyTimeout: 0 });
  try {
    connection.prepare(sql.LOOK_AT_LOCK).get();
    return false;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'store_in_use') return true;
    throw error;
  } finally {
    connection.close();
  }
}
