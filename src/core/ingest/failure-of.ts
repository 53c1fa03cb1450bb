import { isMapping, type PlainValue } from '../../common/plain-value.ts';
import { failureText, structured } from '../codec/older/lookups.ts';
import type { Failure } from '../result.ts';

/** An error as whoever calls back writes it: a text, or a mapping with a `message`. */
export function failureOf(error: PlainValue): Failure {
  if (isMapping(error)) return structured(error);
  const message = error === null || error === '' ? 'it failed, and did not say why' : failureText(error);
  return { kind: 'exception', message, retryable: false };
}
