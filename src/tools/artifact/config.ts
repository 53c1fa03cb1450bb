import { isMapping, type PlainValue } from '../../common/plain-value.ts';
import type { ToolCall } from '../../ports/tool.ts';
import { ConfigError } from '../config-error.ts';
import { given, nameOf, readText } from '../read-field.ts';
import { shorten } from '../shorten.ts';

export interface ArtifactConfig {
  /** `noetl://…` */
  readonly uri: string;
}

const FIELDS = ['result_ref', 'ref', 'uri'] as const;

export function readConfig({ config, input }: ToolCall): ArtifactConfig {
  const action = readText(config, 'action') ?? 'get';
  if (action !== 'get')
    throw new ConfigError(
      `\`action\` must be get, not ${shorten(action, 40)}: results are stored by the engine`,
    );
  const written = [config, input].flatMap(fields => FIELDS.map(field => given(fields, field)));
  const ref = written.find(value => value !== undefined);
  if (ref === undefined)
    throw new ConfigError('`result_ref` is missing: name a stored result, for example "{{ <step>._ref }}"');
  return { uri: uriOf(ref) };
}

/** The address itself, or a reference that has it. */
function uriOf(ref: PlainValue): string {
  const found = isMapping(ref) ? (given(ref, 'ref') ?? given(ref, '_ref') ?? given(ref, 'uri')) : ref;
  if (typeof found !== 'string')
    throw new ConfigError(`\`result_ref\` must be a reference, not ${nameOf(ref)}`);
  if (found.startsWith('noetl://')) return found;
  throw new ConfigError(
    `\`result_ref\` must begin with noetl://, not ${shorten(found, 60)}; a result below 64 KiB has none: read it by its step`,
  );
}
