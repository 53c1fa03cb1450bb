import { isAbsolute, resolve } from 'node:path';
import { writeExactJson } from '../../common/exact-json.ts';
import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { ToolCall } from '../../ports/tool.ts';
import { ConfigError } from '../config-error.ts';
import { given, nameOf, readFlag, readMapping, readText, scalarText } from '../read-field.ts';

export interface ShellConfig {
  readonly commands: readonly string[];
  /** Where the command is; then there are no others. */
  readonly script: PlainValue | undefined;
  /** The program and its arguments; the command is the last one. */
  readonly shell: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the result holds what was printed. */
  readonly capture: boolean;
}

export function readConfig({ config }: ToolCall, baseDir: string): ShellConfig {
  const cwd = readText(config, 'cwd') ?? '.';
  const script = given(config, 'script');
  return {
    commands: script === undefined ? readCommands(given(config, 'cmds')) : [],
    script,
    shell: readShell(config),
    cwd: withoutNul(isAbsolute(cwd) ? cwd : resolve(baseDir, cwd), '`cwd`'),
    env: readEnvironment(config),
    capture: readFlag(config, 'capture', true),
  };
}

function readCommands(cmds: PlainValue | undefined): readonly string[] {
  const list: readonly PlainValue[] = Array.isArray(cmds)
    ? cmds
    : cmds === undefined
      ? []
      : [cmds as PlainValue];
  if (list.length === 0)
    throw new ConfigError('`cmds` is missing: write the command, a list of commands, or a `script`');
  return list.map((item, index) => {
    const name = Array.isArray(cmds) ? `\`cmds[${index}]\`` : '`cmds`';
    if (item === null) throw new ConfigError(`${name} must be a text, not ${nameOf(item)}`);
    const command = withoutNul(scalarText(item, name), name);
    if (command.trim() === '') throw new ConfigError(`${name} is empty`);
    return command;
  });
}

/** `bash`, or with arguments of its own: `bash -eu`. */
function readShell(config: PlainMapping): readonly string[] {
  const words = (readText(config, 'shell') ?? '/bin/sh').split(/\s+/).filter(word => word !== '');
  if (words.length === 0) throw new ConfigError('`shell` is empty');
  return [...words.map(word => withoutNul(word, '`shell`')), '-c'];
}

function readEnvironment(config: PlainMapping): Readonly<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(readMapping(config, 'env') ?? {})) {
    if (name === '' || /[=\0]/.test(name))
      throw new ConfigError('`env` has a name that is empty or contains `=`');
    // Without a value there is nothing to set: an empty text is something else.
    if (value === null) continue;
    env[name] = withoutNul(
      typeof value === 'object' ? writeExactJson(value) : String(value),
      `\`env.${name}\``,
    );
  }
  return env;
}

/** The system ends every text at the first such character, which would cut a command short unseen. */
export function withoutNul(text: string, what: string): string {
  if (text.includes('\0')) throw new ConfigError(`${what} contains a NUL character`);
  return text;
}
