import { resolve } from 'node:path';
import { isMapping, type PlainMapping } from '../../common/plain-value.ts';
import type { ToolCall } from '../../ports/tool.ts';
import { readEnv } from '../code/environment.ts';
import { readLibs } from '../code/libs.ts';
import { readMemoryLimit } from '../code/memory-limit.ts';
import { type Program, readProgram } from '../code/program.ts';
import { ConfigError } from '../config-error.ts';
import { given, readFlag, readText } from '../read-field.ts';

/** Bytes. A worker above its limit is ended; without one it would end the whole program. */
const TRUSTED_MEMORY = 1024 * 2 ** 20;
const SANDBOX_MEMORY = 64 * 2 ** 20;

export interface JavaScriptConfig {
  readonly program: Program;
  readonly libs: PlainMapping;
  readonly env: Readonly<Record<string, string>>;
  /** Folder from which `require` and `import` look for modules. */
  readonly folder: string;
  readonly sandbox: boolean;
  readonly isolate: boolean;
  /** Bytes. */
  readonly memory: number;
}

export function readConfig({ config }: ToolCall, baseDir: string): JavaScriptConfig {
  const sandbox = readFlag(config, 'sandbox', false);
  if (sandbox) refuseInSandbox(config);
  return {
    program: readProgram(config),
    libs: readLibs(config),
    env: readEnv(config),
    folder: resolve(baseDir, readText(config, 'cwd') ?? '.'),
    sandbox,
    isolate: readFlag(config, 'isolate', false),
    memory: readMemoryLimit(config) ?? (sandbox ? SANDBOX_MEMORY : TRUSTED_MEMORY),
  };
}

function refuseInSandbox(config: PlainMapping): void {
  for (const field of ['libs', 'env', 'cwd'])
    if (given(config, field) !== undefined && !isEmpty(config, field))
      throw new ConfigError(`\`${field}\` has no meaning in a sandbox, which reaches nothing but its input`);
}

function isEmpty(config: PlainMapping, field: string): boolean {
  const value = given(config, field);
  return Array.isArray(value) || (isMapping(value) && Object.keys(value).length === 0);
}
