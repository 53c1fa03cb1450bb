import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Contexts } from './contexts.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** `~/.noetl/config.yaml`. */
export const contextsFile = ({ HOME }: Environment): string =>
  join(HOME || homedir(), '.noetl', 'config.yaml');

/** Nothing there, or a home that belongs to somebody else, as that of a service: no contexts. */
const NOT_OURS: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EACCES']);

/** A file that is not there, or that we may not read, has no contexts. */
export async function loadContexts(file: string): Promise<Contexts> {
  try {
    return Contexts.read(await readFile(file, 'utf8'), file);
  } catch (error) {
    if (NOT_OURS.has((error as NodeJS.ErrnoException).code)) return Contexts.read('', file);
    throw error;
  }
}

/**
 * Replaces the file in one step: it may hold tokens, so nobody else may read it, and a crash must not lose
 * them. A link stays a link.
 */
export async function saveContexts(file: string, contexts: Contexts): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const target = await targetOf(file);
  const fresh = `${target}.${randomUUID()}.tmp`;
  try {
    const handle = await open(fresh, 'wx', 0o600);
    try {
      await handle.writeFile(contexts.toString());
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

async function targetOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return file;
    throw error;
  }
}
