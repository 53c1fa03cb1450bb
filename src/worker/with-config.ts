import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import type { Failure } from '../core/result.ts';
import type { CommandRun } from './command-run.ts';
import { encodedSize } from './encoded-size.ts';

/** Bytes of one failure's config in the log; a loop may fail a million times. */
const BUDGET = 2048;
const LONGEST_TEXT = 300;
const LONGEST_LIST = 5;
const DEEPEST = 4;

/**
 * The failure with the fields its tool was given, as `details.config`: what one looks at first. Shortened,
 * and left out where it is still large. Secrets are masked before, lest half of one is left by a cut.
 */
export function withConfig({ rendered, redactor }: CommandRun, error: Failure): Failure {
  if (!rendered || error.kind === 'cancelled') return error;
  const config = shortened(redactor.value(rendered), 0) as PlainMapping;
  if (encodedSize(config, BUDGET) > BUDGET) return error;
  return { ...error, details: mappingOf([...Object.entries(error.details ?? {}), ['config', config]]) };
}

function shortened(value: PlainValue, depth: number): PlainValue {
  if (typeof value === 'string') return shortText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '…';
  if (!isMapping(value)) return shortList(value, depth);
  return mappingOf(Object.entries(value).map(([key, item]) => [key, shortened(item, depth + 1)]));
}

function shortText(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const last = text.charCodeAt(LONGEST_TEXT - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? LONGEST_TEXT - 1 : LONGEST_TEXT;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}

function shortList(list: readonly PlainValue[], depth: number): PlainValue {
  const shown = list.slice(0, LONGEST_LIST).map(item => shortened(item, depth + 1));
  return list.length > LONGEST_LIST ? [...shown, `… ${list.length - LONGEST_LIST} more`] : shown;
}
