import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Bytes of a socket's path that every system takes; Linux takes 107, macOS 103. */
const MAX_PATH_BYTES = 100;

const socketIn = (directory: string): string => join(resolve(directory), 'control.sock');
const noteIn = (directory: string): string => join(resolve(directory), 'control.path');

/**
 * Where the holder of a data directory listens: in the directory or, where that path is too long for a
 * socket, in a private folder of the system's temporary ones, whose name is noted in the directory. Removes
 * what a process that was killed has left: whoever holds the lock is the only one to listen.
 */
export function makeAddress(directory: string): string {
  removeAddress(directory);
  const path = socketIn(directory);
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return path;
  const short = join(mkdtempSync(join(tmpdir(), 'noetl-')), 'control.sock');
  // Whoever looks finds the whole of it or nothing.
  const draft = `${noteIn(directory)}.new`;
  writeFileSync(draft, short, { mode: 0o600 });
  renameSync(draft, noteIn(directory));
  return short;
}

/** Only the owner may connect. */
export const protectAddress = (address: string): void => chmodSync(address, 0o600);

/** Where a client finds the holder, if one listens. */
export function findAddress(directory: string): string {
  return noted(directory) ?? socketIn(directory);
}

/** Only while the lock is held: afterwards it may be somebody else's. */
export function removeAddress(directory: string): void {
  const elsewhere = noted(directory);
  // Our own folder with nothing but the socket in it; a note that says anything else is not followed.
  if (elsewhere !== undefined && /^noetl-[^/]+$/.test(dirname(elsewhere).slice(tmpdir().length + 1)))
    rmSync(dirname(elsewhere), { recursive: true, force: true });
  rmSync(noteIn(directory), { force: true });
  rmSync(socketIn(directory), { force: true });
}

function noted(directory: string): string | undefined {
  try {
    return readFileSync(noteIn(directory), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
