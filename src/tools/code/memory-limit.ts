import type { PlainMapping } from '../../common/plain-value.ts';
import { ConfigError } from '../config-error.ts';
import { readText } from '../read-field.ts';

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** Bytes of `memory_limit`: `512mb`, `2g`, or a number of bytes. */
export function readMemoryLimit(config: PlainMapping): number | undefined {
  const text = readText(config, 'memory_limit');
  if (text === undefined) return undefined;
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]?)i?b?$/i.exec(text.trim());
  if (!match || Number(match[1]) === 0)
    throw new ConfigError('`memory_limit` must be a size such as `512mb`');
  return Math.ceil(Number(match[1]) * UNITS[match[2]!.toLowerCase()]!);
}
