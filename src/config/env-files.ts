import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';

type Environment = Readonly<Record<string, string | undefined>>;

export interface EnvFile {
  readonly file: string;
  readonly variables: Environment;
}

/** A file of variables that was asked for, or is there, and cannot be read. */
export class EnvFileProblem extends Error {
  override readonly name = 'EnvFileProblem';
}

/** What a folder gives in files comes after what is set: nobody's variable is replaced by a file. */
export function withEnvFiles(env: Environment, folder: string): Environment {
  const files = readEnvFiles(env, folder);
  return Object.assign({}, ...files.map(({ variables }) => variables).reverse(), env);
}

/**
 * The files of variables that count in a folder, those that come first before the others: the one that
 * `NOETL_ENV_FILE` names (empty: none), else the usual ones that there are. Throws `EnvFileProblem`.
 */
export function readEnvFiles(env: Environment, folder: string): readonly EnvFile[] {
  const named = env.NOETL_ENV_FILE;
  if (named === '') return [];
  if (named !== undefined) return [read(named, resolve(folder, named))];
  const local = readUsual(['.env.local'], folder);
  const common = readUsual(['.env.common', '.env'], folder);
  return [...local, ...readUsual(filesOf(environmentIn(env, [...local, ...common])), folder), ...common];
}

/**
 * Also a file may say it. Whoever gets variables with those of files in them, as a server in the background does, then
 * finds the same files.
 */
const environmentIn = (env: Environment, files: readonly EnvFile[]): string =>
  [env, ...files.map(({ variables }) => variables)].find(each => each.ENVIRONMENT !== undefined)
    ?.ENVIRONMENT ?? '';

/** Those of an environment alone. A name may be that of a file that counts in any case, or lead out of the folder. */
const filesOf = (environment: string): readonly string[] =>
  /^[\w-]+$/.test(environment) && !['local', 'common'].includes(environment) ? [`.env.${environment}`] : [];

const readUsual = (files: readonly string[], folder: string): readonly EnvFile[] =>
  files.filter(file => isFile(resolve(folder, file))).map(file => read(file, resolve(folder, file)));

/** `.env` is often the folder of a Python environment. */
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

function read(file: string, path: string): EnvFile {
  try {
    // A file leads to no other one.
    const { NOETL_ENV_FILE: _, ...variables } = parseEnv(readFileSync(path, 'utf8'));
    return { file, variables };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new EnvFileProblem(
      `the variables in ${file} cannot be read: ${why}. Mend it, name another file with NOETL_ENV_FILE, ` +
        'or read none with NOETL_ENV_FILE= (empty)',
      { cause: error },
    );
  }
}
