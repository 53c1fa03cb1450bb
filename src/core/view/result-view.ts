import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { Result, ResultRef } from '../result.ts';
import type { StepState } from '../state.ts';
import { collectedView } from './collected-view.ts';
import { type LoopOutcome, loopView, viewOf, withFields } from './data-view.ts';
import { lazyRecord } from './lazy-record.ts';
import { plainData, remember } from './plain-data.ts';
import type { Load } from './stored-body-view.ts';

export type { Load } from './stored-body-view.ts';

/** What `{{ step }}` is: the result of the latest run that had one. Undefined if there is none. */
export function stepResultView(step: StepState, load: Load): unknown {
  const { result } = step;
  switch (result.kind) {
    case 'none':
      return undefined;
    case 'inline':
      return dataView(result.data, step, load);
    case 'collected':
      return collectedView(result, load, outcomeOf(step));
    case 'stored':
      return storedView(result.ref, () => dataView(load(result) ?? null, step, load));
  }
}

/** The same of any result that is no loop's. */
export const resultView = (result: Result, load: Load): unknown =>
  result.kind === 'stored'
    ? storedView(result.ref, () => viewOf(load(result) ?? null, load))
    : viewOf(load(result) ?? null, load);

function dataView(data: PlainValue, step: StepState, load: Load): unknown {
  const outcome = outcomeOf(step);
  return Array.isArray(data) && outcome ? loopView(data, outcome, load) : viewOf(data, load);
}

const outcomeOf = ({ last }: StepState): LoopOutcome | undefined =>
  last?.stats && { stats: last.stats, errors: last.errors };

/**
 * Extracted fields are read from the reference, everything else from the data. Fields are extracted from
 * mappings alone; without any, only the data itself says what it is.
 */
function storedView(ref: ResultRef, data: () => unknown): unknown {
  const about: Record<string, () => unknown> = {
    _ref: () => ref.uri,
    _uri: () => ref.uri,
    _store: () => ref.uri.split(':', 1)[0],
    _preview: () => ref.extracted,
  };
  if (Object.keys(ref.extracted).length === 0) return described(data(), about);
  const loaded = () => data() as Record<string, unknown>;
  return lazyRecord({
    has: name =>
      Object.hasOwn(about, name) || Object.hasOwn(ref.extracted, name) || Object.hasOwn(loaded(), name),
    get: name => (Object.hasOwn(about, name) ? about[name]?.() : fieldOf(ref.extracted, name, loaded)),
    keys: () => Object.keys(loaded()),
  });
}

const fieldOf = (extracted: PlainMapping, name: string, loaded: () => Record<string, unknown>): unknown =>
  Object.hasOwn(extracted, name) ? extracted[name] : loaded()[name];

const descriptions = new WeakMap<object, object>();

/** The view of loaded data that also tells where it is stored. */
function described(data: unknown, about: Record<string, () => unknown>): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const known = descriptions.get(data);
  if (known) return known;
  const copy: object = Array.isArray(data) ? [] : Object.create(null);
  Object.defineProperties(copy, Object.getOwnPropertyDescriptors(data));
  const view = remember(withFields(copy, about), () => plainData(data));
  descriptions.set(data, view);
  return view;
}
