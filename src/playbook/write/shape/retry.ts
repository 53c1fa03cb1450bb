import type { Retry } from '../../model.ts';
import { type Field, leaf, type Tree } from '../tree.ts';
import { field, fields, items, scalar } from './build.ts';
import { condition, count, duration } from './expression.ts';
import type { Places } from './places.ts';

export const RETRY_DEFAULTS = {
  maxAttempts: 3,
  initialDelay: 1000,
  multiplier: 1.5,
  maxDelay: 60_000,
} as const;

/** `retry: 5`, `retry: { max_attempts: 5, … }`, or a list of such mappings. */
export function retryField(places: Places, model: { readonly retry: readonly Retry[] }): Field | undefined {
  const [only, ...others] = model.retry;
  if (only === undefined) return undefined;
  const source = places.ofValue(model, 'retry');
  if (others.length === 0) return field('retry', shortest(only, places), source ?? places.of(only));
  const parts = model.retry.map(retry => ({ value: long(retry, places), source: places.of(retry) }));
  return field('retry', items('auto', parts), source);
}

function shortest(retry: Retry, places: Places): Tree {
  const tree = long(retry, places);
  return tree.parts.length === 1 && typeof retry.maxAttempts === 'number' ? leaf(retry.maxAttempts) : tree;
}

/** How often is always said, the rest only where it is not the default. */
const long = (retry: Retry, places: Places) =>
  fields('auto', [
    count(places, retry, 'maxAttempts', 'max_attempts'),
    duration(places, retry, 'initialDelay', 'initial_delay', RETRY_DEFAULTS.initialDelay),
    scalar(places, retry, 'multiplier', 'multiplier', RETRY_DEFAULTS.multiplier),
    duration(places, retry, 'maxDelay', 'max_delay', RETRY_DEFAULTS.maxDelay),
    scalar(places, retry, 'jitter', 'jitter', false),
    condition(places, retry, 'when', 'when'),
    condition(places, retry, 'stopWhen', 'stop_when'),
  ]);
