import { isMapping, type PlainMapping } from '../../common/plain-value.ts';
import { ConfigError } from '../config-error.ts';
import { given } from '../read-field.ts';

/** Name → module, or name → `{from, import}`. A list says what the code needs and is read by nobody. */
export function readLibs(config: PlainMapping): PlainMapping {
  const libs = given(config, 'libs');
  if (!isMapping(libs)) return {};
  for (const [name, wanted] of Object.entries(libs)) {
    const isPart = isMapping(wanted) && typeof wanted.from === 'string' && typeof wanted.import === 'string';
    if (typeof wanted !== 'string' && !isPart)
      throw new ConfigError(`\`libs.${name}\` must be a module or \`{from: module, import: name}\``);
  }
  return libs;
}
