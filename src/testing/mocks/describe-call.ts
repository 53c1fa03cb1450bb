import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { ToolCall } from '../../ports/tool.ts';

const LONGEST = 100;

/** What a call would do, in one line: `http GET https://…`, `shell: rm -rf build`. */
export function describeCall({ kind, config }: ToolCall): string {
  if (kind === 'http') return `http ${textOf(config.method) || 'GET'} ${textOf(config.url)}`.trimEnd();
  const essence = config.query ?? config.cmds ?? config.path ?? config.operation ?? config.code;
  const text = textOf(Array.isArray(essence) ? essence[0] : essence);
  return text === '' ? kind : `${kind}: ${text}`;
}

function textOf(value: PlainValue | undefined): string {
  if (typeof value !== 'string') return '';
  const line = value.trim().split('\n', 1)[0] ?? '';
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** A call as expectations see it: the fields of the tool, and beside them what every call has. */
export function callView(call: ToolCall, index: number | undefined): PlainMapping {
  const { kind, task, config, input, auth, attempt } = call;
  return mappingOf([
    ['kind', kind],
    ['task', task],
    ...Object.entries(config),
    ['input', isMapping(input) ? input : mappingOf([])],
    ...(auth === undefined ? [] : ([['auth', auth]] as const)),
    ['attempt', attempt],
    ...(index === undefined ? [] : ([['index', index]] as const)),
  ]);
}
