import { chmod, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Gives a file new content in one step: whoever reads it meanwhile, or after a crash, sees the old content or
 * the new one. Permissions stay; a link stays a link to the file that is replaced.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path);
  const { mode } = await stat(target);
  const fresh = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    const file = await open(fresh, 'w', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(fresh, mode);
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
