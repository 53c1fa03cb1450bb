import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { STDIN } from '../input/read-source.ts';
import type { FileProblem } from '../output/format-problem.ts';

/** Which file to run, and at which step it starts if not at its own first one. */
export interface ResolvedPlaybook {
  readonly file: string;
  readonly target: string | undefined;
}

/** Looked for when no file is named. */
const DEFAULT_FILES = ['noetl.yaml', 'main.yaml'];
/** The file whose steps can be named alone, as in `noetl run build`. */
const [PROJECT_FILE = ''] = DEFAULT_FILES;

/**
 * What `noetl run [FILE] [TARGET]` means. Without FILE it is `./noetl.yaml`, else `./main.yaml`. A path, or a
 * name with `.yaml` or `.yml`, is that file. A bare word is a file of that name with or without its ending,
 * here or in `automation/`; else a step of `./noetl.yaml`.
 */
export async function resolvePlaybook(
  reference: string | undefined,
  target: string | undefined,
  folder = process.cwd(),
): Promise<ResolvedPlaybook | FileProblem> {
  if (reference === undefined) {
    const file = await firstFile(DEFAULT_FILES, folder);
    return file === undefined ? nothingHere() : { file, target };
  }
  if (reference === STDIN || isPath(reference)) return { file: reference, target };
  const candidates = [reference, `${reference}.yaml`, `${reference}.yml`];
  const found = await firstFile(
    [...candidates, ...candidates.slice(1).map(name => `automation/${name}`)],
    folder,
  );
  if (found !== undefined) return { file: found, target };
  if (target === undefined && (await firstFile([PROJECT_FILE], folder)) !== undefined) {
    return { file: PROJECT_FILE, target: reference };
  }
  return notFound(reference);
}

const isPath = (reference: string): boolean =>
  /[/\\]|\.ya?ml$/.test(reference) || reference === '.' || reference === '..';

async function firstFile(names: readonly string[], folder: string): Promise<string | undefined> {
  for (const name of names) if (await isFile(join(folder, name))) return name;
  return undefined;
}

/** Also what stat cannot look at counts: reading it says why. */
async function isFile(name: string): Promise<boolean> {
  try {
    return !(await stat(name)).isDirectory();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}

const nothingHere = (): FileProblem => ({
  file: process.cwd(),
  what: 'there is no playbook to run',
  why: 'no file was named, and this folder has neither noetl.yaml nor main.yaml',
  fix: 'name the file: noetl run FILE',
});

const notFound = (reference: string): FileProblem => ({
  file: reference,
  what: 'the playbook cannot be read',
  why: `there is no such file: ${reference}, ${reference}.yaml and ${reference}.yml do not exist, here or in automation/`,
  fix: `check the path; it is relative to ${process.cwd()}`,
});
