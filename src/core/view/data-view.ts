import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { LoopStats } from '../event.ts';
import type { Failure } from '../result.ts';
import { storedBodyOf } from '../stored-body.ts';
import { flattenPipeline, PIPELINE_MARK, pipelineLabels, withoutBookkeeping } from '../user-data.ts';
import { failedItems } from './failed-items.ts';
import { remember } from './plain-data.ts';
import { flatWithBodies, type Load, mentionsStored, storedResponseView } from './stored-body-view.ts';
import { ViewMemory } from './view-memory.ts';

/**
 * A result as templates see it: `step.field` and `step.data.field` both work, whatever the tool returned.
 * Nothing below the first level is copied, and each result is looked at once, when it is first read.
 */
export function viewOf(data: PlainValue, load: Load): unknown {
  if (typeof data !== 'object' || data === null) return data;
  return views.get(data, load, () =>
    isMapping(data) ? mappingView(data, load) : listView(data as readonly PlainValue[], load),
  );
}

const views = new ViewMemory();

function mappingView(data: PlainMapping, load: Load): unknown {
  const labels = pipelineLabels(data);
  if (labels) return pipelineView(data, labels, load);
  const stored = storedBodyOf(data);
  if (stored) return storedResponseView(data, stored, load);
  const visible = withoutBookkeeping(data) as PlainMapping;
  if (isResponse(visible)) return responseView(visible);
  if (Object.hasOwn(visible, 'data')) return visible;
  return remember(withFields(copyOf(visible), { data: () => visible }), () => visible);
}

/** What a response of HTTP looks like. Its body is kept once, as `data`. */
export const isResponse = (data: PlainMapping): boolean =>
  ['status_code', 'headers', 'data'].every(field => Object.hasOwn(data, field)) &&
  !Object.hasOwn(data, 'body');

/**
 * `body` is another name of `data`, and its fields can be read as if they were the response's own (`output.data.x`).
 * Where the whole is handed on, `data` and `body` are there.
 */
function responseView(data: PlainMapping): unknown {
  const body = data.data as PlainValue;
  const inner = isMapping(body) ? Object.keys(body).map(key => [key, () => body[key]] as const) : [];
  const view = withFields(copyOf(data), { body: () => body, ...Object.fromEntries(inner) });
  return remember(view, () => mappingOf([...Object.entries(data), ['body', body]]));
}

/** `step.label.field`, `step.label.data.field`, `step.results.label` and, flattened, `step.field`. */
function pipelineView(data: PlainMapping, labels: readonly string[], load: Load): unknown {
  const flat = flattenPipeline(data) as PlainMapping;
  const view = remember(copyOf(flat), () => (mentionsStored(data) ? flatWithBodies(data, load) : flat));
  const results: Record<string, unknown> = Object.create(null);
  for (const label of labels) {
    const output = viewOf(data[label] as PlainValue, load);
    view[label] = output;
    results[label] = output;
    showStored(view, storedBodyOf(data[label] as PlainValue), output);
  }
  return withFields(view, { data: () => view, results: () => results });
}

/** If the flattened `data` is the body of this task, it is read as the task's own is. */
function showStored(view: Record<string, unknown>, stored: PlainMapping | undefined, output: unknown): void {
  if (!stored || view.data !== stored) return;
  const get = () => (output as Readonly<Record<string, unknown>>).data;
  Object.defineProperty(view, 'data', { get, enumerable: true, configurable: true });
}

function listView(list: readonly PlainValue[], load: Load): unknown {
  return withFields(elementViews(list, load), { data: own => own });
}

/** What is known of a finished loop beside its results. */
export interface LoopOutcome {
  readonly stats: LoopStats;
  readonly errors: readonly { readonly index: number; readonly error: Failure }[];
}

const loopViews = new ViewMemory();

/** A loop's results: a list in order of index that is a record as well. */
export function loopView(list: readonly PlainValue[], { stats, errors }: LoopOutcome, load: Load): unknown {
  return loopViews.get(list, load, () =>
    withFields(elementViews(list, load), {
      results: own => own,
      data: own => own,
      count: () => list.length,
      stats: () => stats,
      failed_items: () => failedItems(errors),
    }),
  );
}

function elementViews(list: readonly PlainValue[], load: Load): unknown[] {
  const isPiped = (item: PlainValue) => isMapping(item) && Object.hasOwn(item, PIPELINE_MARK);
  const hasView = (item: PlainValue) => isPiped(item) || (isMapping(item) && isResponse(item));
  const views = list.map(item => (hasView(item) ? viewOf(item, load) : item));
  return remember(views, () => {
    if (mentionsStored(list)) return list.map(item => flatWithBodies(item, load));
    return list.some(isPiped) ? list.map(flattenPipeline) : list;
  });
}

const copyOf = (data: PlainMapping): Record<string, unknown> => Object.assign(Object.create(null), data);

/** Fields that can be read but are not listed: `step | tojson` is the data and nothing else. */
export function withFields<T extends object>(
  view: T,
  fields: Readonly<Record<string, (own: T) => unknown>>,
): T {
  for (const [name, get] of Object.entries(fields)) {
    if (Object.hasOwn(view, name)) continue;
    Object.defineProperty(view, name, { get: () => get(view), enumerable: false });
  }
  return view;
}
