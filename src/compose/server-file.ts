import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isHeld, readHolder } from '../adapters/sqlite/holder.ts';
import { ConfigProblem } from '../config/server-config.ts';
import { findAddress } from '../control/address.ts';
import { ControlClient } from '../control/control-client.ts';
import { ControlError, HolderLost } from '../control/control-error.ts';

/** What a server says of itself in its data directory, for `server stop` and `server status`. */
export interface ServerRecord {
  readonly pid: number;
  readonly url: string;
  readonly version: string;
  /** RFC 3339. */
  readonly startedAt: string;
}

/** What is known of the server of a data directory. */
export type ServerFound =
  | { readonly kind: 'none' }
  /** The file of one that was killed; its process id may be somebody else's by now. */
  | { readonly kind: 'stale'; readonly record: ServerRecord }
  | { readonly kind: 'running'; readonly record: ServerRecord }
  /** It takes no more work, and holds the directory until what runs has ended. */
  | { readonly kind: 'stopping'; readonly record: ServerRecord }
  /** It holds the directory and does not answer. */
  | { readonly kind: 'silent'; readonly record: ServerRecord };

const fileIn = (dataDir: string): string => join(resolve(dataDir), 'server.json');
export const logFileIn = (dataDir: string): string => join(resolve(dataDir), 'server.log');

/** Only while the directory is held. */
export function writeServerRecord(dataDir: string, record: ServerRecord): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

export function removeServerRecord(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

/**
 * Finds the server of a data directory. A file alone proves nothing: process ids are used again. Who holds
 * the directory answers on its control socket and says which process it is.
 */
export async function findServer(dataDir: string): Promise<ServerFound> {
  const record = readRecord(dataDir);
  if (!record) return { kind: 'none' };
  try {
    const client = await ControlClient.connect(findAddress(dataDir));
    client.close();
    return { kind: client.holder.pid === record.pid ? 'running' : 'stale', record };
  } catch (error) {
    if (error instanceof HolderLost)
      return { kind: holderOf(dataDir) === record.pid ? 'stopping' : 'stale', record };
    if (error instanceof ControlError && error.code === 'control_holder_silent')
      return { kind: 'silent', record };
    // It is a noetl of another version, but there is one.
    if (error instanceof ControlError) return { kind: 'running', record };
    throw error;
  }
}

/** Whether the holder of the directory has come so far that it answers: a server then says what it is at once. */
export async function answersOthers(dataDir: string): Promise<boolean> {
  try {
    (await ControlClient.connect(findAddress(dataDir))).close();
    return true;
  } catch (error) {
    if (error instanceof HolderLost) return false;
    if (error instanceof ControlError) return true;
    throw error;
  }
}

/**
 * The process that works with the directory, if it is another one. The lock is looked at only if there is such a
 * process: a look may be in the way of one that is just taking it.
 */
export function holderOf(dataDir: string): number | undefined {
  const directory = resolve(dataDir);
  const holder = readHolder(directory);
  return holder && holder.pid !== process.pid && isAlive(holder.pid) && isHeld(directory)
    ? holder.pid
    : undefined;
}

function readRecord(dataDir: string): ServerRecord | undefined {
  try {
    const found: Partial<ServerRecord> = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
    return typeof found.pid === 'number' && typeof found.url === 'string'
      ? (found as ServerRecord)
      : undefined;
  } catch (error) {
    // Half a file is that of a server which was killed while it wrote it.
    if (error instanceof SyntaxError) return undefined;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new ConfigProblem(
      `${resolve(fileIn(dataDir))} cannot be read (${code}), so nobody knows whether a server runs: check the owner and mode of the data directory`,
    );
  }
}

/** Whether there is a process with this id, of whoever. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
