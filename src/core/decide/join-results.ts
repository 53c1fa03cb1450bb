import { isMapping, mappingOf, type PlainValue } from '../../common/plain-value.ts';
import type { Result } from '../result.ts';
import { flattenPipeline, pipelineLabels } from '../user-data.ts';

/**
 * What the tasks of a pipeline gave, with the outcome of the last one that waited. A result that stands in the store
 * cannot be put into another one here: then it is the result of the command alone.
 */
export function joinResults(before: Result, waited: Result): Result {
  if (before.kind !== 'inline' || !isMapping(before.data)) return waited;
  const label = pipelineLabels(before.data)?.at(-1);
  const data = dataOf(waited);
  if (label === undefined || data === undefined) return waited;
  const joined = Object.entries(before.data).map(
    ([key, value]) => [key, key === label ? data : value] as [string, PlainValue],
  );
  return { kind: 'inline', data: mappingOf(joined) };
}

/** Of a playbook whose last step is a pipeline: the data itself is none. */
function dataOf(result: Result): PlainValue | undefined {
  if (result.kind === 'none') return null;
  return result.kind === 'inline' ? flattenPipeline(result.data) : undefined;
}
