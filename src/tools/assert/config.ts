import { isMapping, type PlainValue } from '../../common/plain-value.ts';
import type { ToolCall } from '../../ports/tool.ts';
import { isConditionTrue } from '../../template/condition.ts';
import { ConfigError } from '../config-error.ts';
import { given, readText } from '../read-field.ts';
import { shorten } from '../shorten.ts';

export interface AssertConfig {
  readonly conditions: readonly AssertedCondition[];
  readonly message: string | undefined;
}

export interface AssertedCondition {
  /** As the playbook writes it, where the worker tells. */
  readonly source: string | undefined;
  readonly holds: boolean;
}

const SAYS_YES = /^(true|yes|on|[1-9]\d*(\.\d+)?)$/i;

/** Conditions arrive as values: by themselves, or as `{condition, value}` with what they were written as. */
export function readConfig({ config }: ToolCall): AssertConfig {
  const that = Object.hasOwn(config, 'that') ? config.that : undefined;
  const list: readonly PlainValue[] = Array.isArray(that)
    ? that
    : that === undefined
      ? []
      : [that as PlainValue];
  if (list.length === 0) throw new ConfigError('`that` is missing: write a condition, or a list of them');
  return {
    conditions: list.map((item, index) =>
      readCondition(item, Array.isArray(that) ? `that[${index}]` : 'that'),
    ),
    message: readText(config, 'message'),
  };
}

function readCondition(item: PlainValue, field: string): AssertedCondition {
  if (isMapping(item) && Object.hasOwn(item, 'value') && typeof given(item, 'condition') === 'string') {
    return { source: shorten(String(item.condition), 200), holds: isConditionTrue(item.value) };
  }
  const holds = isConditionTrue(item);
  // Any text is true. One that does not say so may be a condition that nobody has evaluated, and an
  // assertion that checks nothing is worse than one that fails.
  if (typeof item === 'string' && holds && !SAYS_YES.test(item.trim())) {
    throw new ConfigError(`\`${field}\` is a text and not true or false; write the condition as \`{{ … }}\``);
  }
  return { source: undefined, holds };
}
