import { isTrue } from './value/truth.ts';
import type { Value } from './value/value.ts';

/** Texts that mean no, so that `when: "{{ flag }}"` works with a flag that arrived as text. */
const FALSE_TEXTS: ReadonlySet<string> = new Set([
  '',
  'false',
  '0',
  '0.0',
  'no',
  'none',
  'null',
  'off',
  'undefined',
  '{}',
  '[]',
]);

/** The truth of a condition: Python's, and texts that say no are false too. */
export function isConditionTrue(value: Value): boolean {
  return typeof value === 'string' ? !FALSE_TEXTS.has(value.trim().toLowerCase()) : isTrue(value);
}
