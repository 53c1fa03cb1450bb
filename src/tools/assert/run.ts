import { mappingOf } from '../../common/plain-value.ts';
import type { ToolOutcome } from '../../ports/tool.ts';
import { failed, ok } from '../outcome.ts';
import type { AssertConfig, AssertedCondition } from './config.ts';

/** Fails unless every condition holds, and names those that do not. */
export function run({ conditions, message }: AssertConfig): ToolOutcome {
  const broken = conditions
    .map((condition, index) => ({ ...condition, index }))
    .filter(({ holds }) => !holds);
  if (broken.length === 0) {
    return ok(
      mappingOf([
        ['ok', true],
        ['checked', conditions.length],
      ]),
    );
  }
  const names = broken.map(condition => nameOf(condition, conditions.length));
  const reason = `${names.join(', ')} ${broken.length === 1 ? 'does' : 'do'} not hold`;
  return failed(
    'assertion',
    message === undefined ? `assertion failed: ${reason}` : `${message} (${reason})`,
    {
      code: 'assertion_failed',
      details: mappingOf([['failed', broken.map(({ index }) => index)]]),
    },
  );
}

function nameOf({ source, index }: AssertedCondition & { readonly index: number }, total: number): string {
  if (source !== undefined) return `\`${source}\``;
  return total === 1 ? 'the condition' : `condition ${index + 1} of ${total}`;
}
