import { mappingOf, type PlainValue } from '../../common/plain-value.ts';
import type { ToolCall } from '../../ports/tool.ts';
import { given } from '../read-field.ts';

/** The answer: `result` or `data`, else the message, else the input, else nothing. */
export function readConfig({ config, input }: ToolCall): PlainValue {
  for (const field of ['result', 'data']) {
    if (Object.hasOwn(config, field)) return config[field]!;
  }
  const message = given(config, 'message');
  if (message !== undefined) {
    return mappingOf([
      ['status', 'ok'],
      ['message', message],
    ]);
  }
  return Object.keys(input).length > 0 ? input : null;
}
