import type { Retry } from '../model.ts';
import type { SourceRange } from '../positions.ts';
import { isList, isMap, isScalar, type Node } from '../read/node.ts';
import type { Builder } from './builder.ts';
import { KEYS } from './known-keys.ts';

const DEFAULTS = { maxAttempts: 3, initialDelay: 1000, multiplier: 1.5, maxDelay: 60_000, jitter: false };

export const NO_RETRY: readonly Retry[] = Object.freeze([]);

/** `true`, a number of attempts, a mapping, or a list of mappings of which the first match decides. */
export function buildRetry(builder: Builder, node: Node | undefined): readonly Retry[] {
  if (node === undefined) return NO_RETRY;
  const items = isList(node) ? node.items : [node];
  return Object.freeze(items.flatMap(item => buildOne(builder, item) ?? []));
}

function buildOne(builder: Builder, node: Node): Retry | undefined {
  if (isMap(node)) {
    builder.unknownKeys(node, KEYS.retry, '`retry`');
    const field = (key: string) => node.get(key);
    const retry: Retry = {
      maxAttempts:
        builder.count(field('max_attempts'), '`max_attempts`', 'retry_attempts') ?? DEFAULTS.maxAttempts,
      initialDelay: builder.duration(field('initial_delay'), '`initial_delay`') ?? DEFAULTS.initialDelay,
      multiplier: builder.number(field('multiplier'), '`multiplier`', DEFAULTS.multiplier),
      maxDelay: builder.duration(field('max_delay'), '`max_delay`') ?? DEFAULTS.maxDelay,
      jitter: builder.flag(field('jitter'), '`jitter`', DEFAULTS.jitter),
      when: builder.condition(field('when'), '`when`'),
      stopWhen: builder.condition(field('stop_when'), '`stop_when`'),
    };
    return builder.place(retry, node.range, node);
  }
  if (!isScalar(node) || node.value === null || node.value === false) return undefined;
  if (node.value === true) return plainRetry(builder, DEFAULTS.maxAttempts, node.range);
  const attempts = builder.count(node, '`retry`', 'retry_attempts');
  return attempts === undefined ? undefined : plainRetry(builder, attempts, node.range);
}

const plainRetry = (builder: Builder, maxAttempts: Retry['maxAttempts'], range: SourceRange): Retry =>
  builder.place({ ...DEFAULTS, maxAttempts, when: undefined, stopWhen: undefined }, range);
