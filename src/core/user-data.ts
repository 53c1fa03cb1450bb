import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import { STORED_MARK } from './stored-body.ts';

/** Under this key a pipeline's result names its tasks, in the order in which they were executed. */
export const PIPELINE_MARK = '__pipeline';
/** Under this key older workers report what a task's rules set; it is no part of the data. */
export const CONTEXT_UPDATES = '_context_updates';

/**
 * The data a tool returned, out of the envelopes that older workers put around it; undefined for null.
 * What has no envelope is returned as it is.
 */
export function extractUserData(envelope: PlainValue): PlainValue | undefined {
  if (envelope === null) return undefined;
  const { data, isTaskOutput } = unwrap(envelope);
  return isTaskOutput ? flattenPipeline(markPipeline(data)) : data;
}

/** Where the envelopes end. Only what stood under `data` can be the output of a pipeline. */
export function unwrap(envelope: PlainValue): { readonly data: PlainValue; readonly isTaskOutput: boolean } {
  const context = field(envelope, 'context');
  const inner = field(field(field(context, 'result'), 'context'), 'data');
  if (inner !== undefined) return { data: inner, isTaskOutput: true };
  const data = field(context, 'data');
  if (data !== undefined) return { data, isTaskOutput: true };
  return { data: context ?? envelope, isTaskOutput: false };
}

/**
 * Older workers do not say what a pipeline is: a mapping of nothing but mappings is taken for the results
 * of its tasks by label. Only data of such workers goes through here; ours carries the mark.
 */
export function markPipeline(data: PlainValue): PlainValue {
  if (!isMapping(data) || Object.hasOwn(data, PIPELINE_MARK)) return data;
  const labels = Object.keys(data).filter(key => key !== CONTEXT_UPDATES);
  if (labels.length === 0 || !labels.every(label => isMapping(data[label]))) return data;
  return mappingOf([...Object.entries(data), [PIPELINE_MARK, labels]]);
}

/** The labels of a marked pipeline result, in order of execution; undefined for any other data. */
export function pipelineLabels(data: PlainMapping): readonly string[] | undefined {
  const mark = Object.hasOwn(data, PIPELINE_MARK) ? data[PIPELINE_MARK] : undefined;
  if (!Array.isArray(mark)) return undefined;
  return mark.filter((label): label is string => typeof label === 'string' && Object.hasOwn(data, label));
}

/**
 * The fields of all tasks beside their labels. Of two tasks with the same field the later one wins; a
 * label is never hidden by a field.
 */
export function flattenPipeline(data: PlainValue): PlainValue {
  if (!isMapping(data)) return data;
  const labels = pipelineLabels(data);
  if (!labels) return withoutBookkeeping(data);
  const outputs = labels.map(label => data[label] as PlainValue);
  return mappingOf([
    ...outputs.flatMap(output => (isMapping(output) ? visibleEntries(output) : [])),
    ...visibleEntries(data),
  ]);
}

/** Data as people see it: without the marks that the engine keeps in it. */
export function withoutBookkeeping(data: PlainValue): PlainValue {
  if (!isMapping(data)) return data;
  return MARKS.some(mark => Object.hasOwn(data, mark)) ? mappingOf(visibleEntries(data)) : data;
}

const MARKS: readonly string[] = [PIPELINE_MARK, CONTEXT_UPDATES, STORED_MARK];

/** The tasks of a pipeline may have marks of their own. */
function visibleEntries(data: PlainMapping): [string, PlainValue][] {
  const labels = pipelineLabels(data) ?? [];
  return Object.entries(data)
    .filter(([key]) => !MARKS.includes(key))
    .map(([key, value]) => [key, labels.includes(key) ? withoutBookkeeping(value) : value]);
}

function field(value: PlainValue | undefined, key: string): PlainValue | undefined {
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
