import type { FileProblem } from './format-problem.ts';
import { replaceFile } from './replace-file.ts';

/** Replaces a file; what went wrong, if something did. */
export async function saveSource(path: string, text: string): Promise<FileProblem | undefined> {
  try {
    await replaceFile(path, text);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const denied = code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
    return {
      file: path,
      what: 'the file cannot be written',
      why: denied ? 'permission is denied' : `the system answered ${code}`,
      fix: 'its folder must be writable for your user, and the disk not full',
    };
  }
}
