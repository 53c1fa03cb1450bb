import type { ToolCall } from '../../ports/tool.ts';
import type { ToolSettings } from '../settings.ts';

/**
 * What commands see of the process's own environment. Nothing else: the engine's environment holds the
 * keys of databases and credentials, which a playbook must not reach without declaring it.
 */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

export function environmentOf(
  own: ToolSettings['env'],
  call: ToolCall,
  declared: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = { PATH: DEFAULT_PATH };
  for (const name of PASSED_ON) {
    const value = own[name];
    if (value !== undefined) env[name] = value;
  }
  return {
    ...env,
    NOETL_EXECUTION_ID: call.executionId,
    NOETL_STEP: call.step,
    NOETL_COMMAND_ID: call.commandId,
    NOETL_ATTEMPT: String(call.attempt),
    ...declared,
  };
}
