import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { Result } from '../result.ts';
import { previewOf, resultOf, storedBodyOf } from '../stored-body.ts';
import { flattenPipeline, PIPELINE_MARK, pipelineLabels, withoutBookkeeping } from '../user-data.ts';
import { lazyList } from './lazy-list.ts';
import { lazyRecord } from './lazy-record.ts';

/** Gives the data of a result; for one that is stored it may throw, to have it loaded first. */
export type Load = (result: Result) => PlainValue | undefined;

/**
 * A response whose body is in the result store. It is read like any other response; the body is loaded when
 * a part of it is read that the reference does not tell.
 */
export function storedResponseView(data: PlainMapping, reference: PlainMapping, load: Load): unknown {
  const own = withoutBookkeeping(data) as PlainMapping;
  const about = aboutOf(reference);
  const body = () => bodyView(reference, load);
  const isObject = previewOf(reference).type === 'object';
  const inner = () => (isObject ? (loaded(reference, load) as PlainMapping) : undefined) ?? {};
  return lazyRecord({
    has: name =>
      name === 'body' ||
      Object.hasOwn(own, name) ||
      Object.hasOwn(about, name) ||
      Object.hasOwn(inner(), name),
    get: name => {
      if (name === 'data' || name === 'body') return body();
      if (Object.hasOwn(own, name)) return own[name];
      return Object.hasOwn(about, name) ? about[name]?.() : inner()[name];
    },
    keys: () => Object.keys(own),
    plain: () => withBody(own, loaded(reference, load)),
  });
}

const withBody = (own: PlainMapping, body: PlainValue): PlainMapping =>
  mappingOf([...Object.entries(own), ['data', body], ['body', body]]);

function bodyView(reference: PlainMapping, load: Load): unknown {
  const about = aboutOf(reference);
  const value = () => loaded(reference, load);
  const preview = previewOf(reference);
  switch (preview.type) {
    case 'object':
      return recordView(about, () => value() as PlainMapping);
    case 'binary':
      return recordView({ ...about, size: () => preview.bytes }, () => value() as PlainMapping);
    case 'array':
      return listView(Number(preview.length), () => value() as readonly PlainValue[], about);
    default:
      return value();
  }
}

const listView = (
  length: number,
  all: () => readonly PlainValue[],
  about: Readonly<Record<string, () => unknown>>,
): unknown =>
  lazyList({
    length,
    item: index => all()[index],
    all,
    plain: all,
    hasField: name => Object.hasOwn(about, name),
    field: name => about[name]?.(),
  });

const recordView = (known: Readonly<Record<string, () => unknown>>, value: () => PlainMapping): unknown =>
  lazyRecord({
    has: name => Object.hasOwn(known, name) || Object.hasOwn(value(), name),
    get: name => (Object.hasOwn(known, name) ? known[name]?.() : value()[name]),
    keys: () => Object.keys(value()),
    plain: value,
  });

const loaded = (reference: PlainMapping, load: Load): PlainValue => load(resultOf(reference)) ?? null;

const aboutOf = (reference: PlainMapping): Readonly<Record<string, () => unknown>> => ({
  _ref: () => reference._ref,
  _uri: () => reference._ref,
  _store: () => reference._store,
  _preview: () => reference._preview,
});

/** Whether a part of it that has a view of its own is a response with a stored body. */
export function mentionsStored(data: PlainValue): boolean {
  if (Array.isArray(data)) return data.some(mentionsStored);
  if (!isMapping(data)) return false;
  const labels = Object.hasOwn(data, PIPELINE_MARK) ? pipelineLabels(data) : undefined;
  if (labels) return labels.some(label => storedBodyOf(data[label] as PlainValue) !== undefined);
  return storedBodyOf(data) !== undefined;
}

/** The data with every stored body in its place, as it is handed on. */
export function withBodies(data: PlainValue, load: Load): PlainValue {
  if (!isMapping(data)) return data;
  const reference = storedBodyOf(data);
  if (reference) return mappingOf([...Object.entries(data), ['data', loaded(reference, load)]]);
  const labels = new Set(pipelineLabels(data));
  if (labels.size === 0) return data;
  const entries = Object.entries(data);
  return mappingOf(entries.map(([key, value]) => [key, labels.has(key) ? withBodies(value, load) : value]));
}

export const flatWithBodies = (data: PlainValue, load: Load): PlainValue =>
  flattenPipeline(withBodies(data, load));
