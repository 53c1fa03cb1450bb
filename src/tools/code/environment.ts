import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { ToolCall } from '../../ports/tool.ts';
import { ConfigError } from '../config-error.ts';
import { readMapping, scalarText } from '../read-field.ts';
import type { ToolSettings } from '../settings.ts';

/**
 * What code sees of the process's own environment: what programs need to find modules, certificates and
 * the way out. Nothing else: it holds keys that a playbook must not reach without declaring it.
 */
const PASSED_ON =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_.*|TZ|TMPDIR|LD_LIBRARY_PATH|DYLD_.*|PYTHON.*|VIRTUAL_ENV|CONDA_.*|PYENV_.*|.*_proxy|.*_PROXY|SSL_CERT_.*|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|XDG_.*)$/;

export function passedOn(own: ToolSettings['env']): Record<string, string> {
  const env: Record<string, string> = { PATH: '/usr/local/bin:/usr/bin:/bin' };
  for (const [name, value] of Object.entries(own))
    if (value !== undefined && PASSED_ON.test(name)) env[name] = value;
  return env;
}

export const callEnvironment = (call: ToolCall): Record<string, string> => ({
  NOETL_EXECUTION_ID: call.executionId,
  NOETL_STEP: call.step,
  NOETL_COMMAND_ID: call.commandId,
  NOETL_ATTEMPT: String(call.attempt),
});

/** The variables that the task declares. */
export function readEnv(config: PlainMapping): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(readMapping(config, 'env') ?? {})) {
    if (name === '' || /[=\0]/.test(name))
      throw new ConfigError('`env` has a name that is empty or contains `=`');
    if (value !== null) env[name] = textOfEnv(value, name);
  }
  return env;
}

function textOfEnv(value: PlainValue, name: string): string {
  const text = scalarText(value, `\`env.${name}\``);
  if (text.includes('\0')) throw new ConfigError(`\`env.${name}\` contains a NUL character`);
  return text;
}
