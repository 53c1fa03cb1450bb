import { writeExactJson } from '../../common/exact-json.ts';
import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { ToolCall } from '../../ports/tool.ts';
import { ConfigError } from '../config-error.ts';
import { readText } from '../read-field.ts';
import { readLength } from '../wait/config.ts';

/** Kept in the event itself, which holds no more. */
const MAX_DEFAULT_BYTES = 65_536;

export interface SignalConfig {
  readonly name: string;
  /** Milliseconds to wait at most; undefined: until somebody answers. */
  readonly timeout: number | undefined;
  /** The answer if nobody gives one in time; undefined: the command fails then. */
  readonly fallback: { readonly data: PlainValue } | undefined;
}

export function readConfig({ config, step, timeout: written }: ToolCall): SignalConfig {
  const name = (readText(config, 'signal') ?? readText(config, 'name') ?? step).trim();
  // Part of an address: `POST /api/executions/{id}/signals/{name}`.
  if (!/^[^\s/?#%]{1,200}$/.test(name)) {
    throw new ConfigError('`signal` must be a name of at most 200 characters without spaces and `/ ? # %`');
  }
  const timeout = written ?? readLength(config, 'timeout');
  const fallback = readFallback(config);
  if (fallback && timeout === undefined) throw new ConfigError('`default` is never used without `timeout`');
  return { name, timeout, fallback };
}

function readFallback(config: PlainMapping): SignalConfig['fallback'] {
  if (!Object.hasOwn(config, 'default')) return undefined;
  const data = config.default!;
  if (Buffer.byteLength(writeExactJson(data)) > MAX_DEFAULT_BYTES) {
    throw new ConfigError(`\`default\` is larger than ${MAX_DEFAULT_BYTES} bytes`);
  }
  return { data };
}
