import { resolve } from 'node:path';
import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { ToolCall } from '../../ports/tool.ts';
import { readEnv } from '../code/environment.ts';
import { readLibs } from '../code/libs.ts';
import { readMemoryLimit } from '../code/memory-limit.ts';
import { type Program, readProgram } from '../code/program.ts';
import { ConfigError } from '../config-error.ts';
import { given, readFlag, readMapping, readText, scalarText } from '../read-field.ts';

export interface PythonConfig {
  readonly program: Program;
  /** The interpreter, as a path or a name on PATH. */
  readonly python: string;
  readonly libs: PlainMapping;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  /** Folders in which modules are looked for first. */
  readonly path: readonly string[];
  readonly isolate: boolean;
  /** Bytes of address space; 0: no limit. */
  readonly memory: number;
}

export function readConfig({ config, baseDir: ownDir }: ToolCall, baseDir: string): PythonConfig {
  const deps = readDeps(config, baseDir);
  const cwd = readText(config, 'cwd');
  return {
    program: readProgram(config),
    python: readText(config, 'python') ?? deps.python ?? 'python3',
    libs: readLibs(config),
    env: readEnv(config),
    // A warm interpreter stands in the folder of its process.
    cwd: cwd === undefined ? ownDir : resolve(baseDir, cwd),
    path: deps.path,
    isolate: readFlag(config, 'isolate', false),
    memory: readMemoryLimit(config) ?? 0,
  };
}

interface Deps {
  readonly path: readonly string[];
  readonly python: string | undefined;
}

/** `deps: {sys_path: [folder], venv_path: folder}` */
function readDeps(config: PlainMapping, baseDir: string): Deps {
  const deps = readMapping(config, 'deps') ?? {};
  if (given(deps, 'packages') !== undefined)
    throw new ConfigError('`deps.packages` is not installed here: make a venv with them and name it');
  const path = given(deps, 'sys_path') ?? [];
  const folders: readonly PlainValue[] = Array.isArray(path) ? path : [path as PlainValue];
  const venv = readText(deps, 'venv_path');
  return {
    path: folders.map(folder => resolve(baseDir, scalarText(folder, '`deps.sys_path`'))),
    python: venv === undefined ? undefined : resolve(baseDir, venv, 'bin/python'),
  };
}
