import type { Value } from '../value/value.ts';
import { cycler, joiner } from './cycler.ts';
import { dict, namespace } from './dict.ts';
import { env, token, uuid } from './host.ts';
import { lipsum } from './lipsum.ts';
import { range } from './range.ts';
import { now, timedelta, utcnow } from './time.ts';

/** Every global function by name. A variable of the same name comes before it. */
export const GLOBALS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['range', range],
  ['dict', dict],
  ['namespace', namespace],
  ['cycler', cycler],
  ['joiner', joiner],
  ['lipsum', lipsum],
  ['now', now],
  ['utcnow', utcnow],
  ['timedelta', timedelta],
  ['uuid', uuid],
  ['env', env],
  ['token', token],
]);
