import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CatalogReference,
  isCatalogReference,
  parseReference,
} from '../../playbook/catalog/catalog-reference.ts';
import { STDIN } from '../input/read-source.ts';
import type { FileProblem } from '../output/format-problem.ts';

/** What to run, and at which step it starts if not at its own first one. */
export type ResolvedPlaybook =
  | { readonly kind: 'file'; readonly file: string; readonly target: string | undefined }
  | {
      readonly kind: 'catalog';
      readonly reference: CatalogReference;
      readonly target: string | undefined;
      /** How the file was looked for that it might have been; undefined: only the catalog was meant. */
      readonly noFile: FileProblem | undefined;
    };

/** Looked for when no file is named. */
const DEFAULT_FILES = ['noetl.yaml', 'main.yaml'];
/** The file whose steps can be named alone, as in `noetl run build`. */
const [PROJECT_FILE = ''] = DEFAULT_FILES;

/**
 * What `noetl run [REF] [TARGET]` means. Without REF it is `./noetl.yaml`, else `./main.yaml`. `catalog://` says
 * that it is a playbook of the catalog. A name that begins with `.` or `/`, or ends with `.yaml` or `.yml`, is
 * that file. Any other is a file of that name with or without its ending, here or in `automation/`; else, if it
 * is a bare word, a step of `./noetl.yaml`; else a playbook of the catalog.
 */
export async function resolvePlaybook(
  reference: string | undefined,
  target: string | undefined,
  folder = process.cwd(),
): Promise<ResolvedPlaybook | FileProblem> {
  if (reference === undefined) {
    const file = await firstFile(DEFAULT_FILES, folder);
    return file === undefined ? nothingHere() : { kind: 'file', file, target };
  }
  if (isCatalogReference(reference)) return ofCatalog(reference, target, undefined);
  if (reference === STDIN || isFileName(reference)) return { kind: 'file', file: reference, target };
  const candidates = [reference, `${reference}.yaml`, `${reference}.yml`];
  const found = await firstFile(
    [...candidates, ...candidates.slice(1).map(name => `automation/${name}`)],
    folder,
  );
  if (found !== undefined) return { kind: 'file', file: found, target };
  if (
    target === undefined &&
    isBareWord(reference) &&
    (await firstFile([PROJECT_FILE], folder)) !== undefined
  ) {
    return { kind: 'file', file: PROJECT_FILE, target: reference };
  }
  const isFolder = await isDirectory(join(folder, reference));
  return ofCatalog(reference, target, isFolder ? folderNamed(reference) : notFound(reference));
}

const ofCatalog = (
  written: string,
  target: string | undefined,
  noFile: FileProblem | undefined,
): ResolvedPlaybook => ({ kind: 'catalog', reference: parseReference(written), target, noFile });

const isFileName = (reference: string): boolean =>
  /^[./~]|\\|\.ya?ml$/.test(reference) || reference.endsWith('/');

const isBareWord = (reference: string): boolean => !reference.includes('/') && !reference.includes('@');

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

const isDirectory = (name: string): Promise<boolean> =>
  stat(name).then(
    found => found.isDirectory(),
    () => false,
  );

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

const folderNamed = (reference: string): FileProblem => ({
  file: reference,
  what: 'the playbook cannot be read',
  why: 'it is a folder',
  fix: `name a playbook in it: noetl run ${reference}/FILE.yaml`,
});
