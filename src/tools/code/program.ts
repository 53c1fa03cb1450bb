import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import { ConfigError } from '../config-error.ts';
import { given } from '../read-field.ts';
import { type LoadedScript, loadScript, type ScriptPlace } from '../script/load-script.ts';

/** The code itself, or where it is. */
export type Program = { readonly code: string } | { readonly script: PlainValue };

/** `script` comes before `code`. */
export function readProgram(config: PlainMapping): Program {
  const script = given(config, 'script');
  if (script !== undefined) return { script };
  const code = given(config, 'code');
  if (typeof code === 'string' && code.trim() !== '') return { code };
  throw new ConfigError(
    code === undefined ? '`code` or `script` is missing' : '`code` must be a text with a program',
  );
}

export async function loadProgram(program: Program, place: ScriptPlace): Promise<LoadedScript> {
  return 'code' in program ? { ok: true, text: program.code } : loadScript(program.script, place);
}
