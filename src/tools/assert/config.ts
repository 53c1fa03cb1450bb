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

/** Conditions arrive as values: by themselves, or as `{condition, value}` with what they were written as. */
export function readConfig({ config }: ToolCall): AssertConfig {
  const that = Object.hasOwn(config, 'that') ? config.that : undefined;
  const list: readonly PlainValue[] = Array.isArray(that)
    ? that
    : that === undefined
      ? []
      : [that as PlainValue];
  if (list.length === 0) throw new ConfigError('`that` is missing: write a condition, or a list of them');
  return { conditions: list.map(readCondition), message: readText(config, 'message') };
}

function readCondition(item: PlainValue): AssertedCondition {
  if (!isMapping(item) || !Object.hasOwn(item, 'value') || typeof given(item, 'condition') !== 'string') {
    return { source: undefined, holds: isConditionTrue(item) };
  }
  return { source: shorten(String(item.condition), 200), holds: isConditionTrue(item.value) };
}
