import { stringify } from 'yaml';
import { assertNever } from '../../common/assert-never.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import type { Console } from './console.ts';
import { readable } from './readable.ts';

/** How a result is printed. `text`: texts as they are, all else as JSON. */
export type ResultForm = 'table' | 'json' | 'yaml' | 'text';

/** What is right where nobody said: tables for people, text or JSON for programs. */
export const chosenForm = (wish: ResultForm | undefined, { outColumns }: Console): ResultForm =>
  wish ?? (outColumns === undefined ? 'text' : 'table');

export function formatResult(value: PlainValue, form: ResultForm, console: Console): string {
  switch (form) {
    case 'table':
      return readable(value, console.outPaint, console.outColumns);
    case 'json':
      return json(value);
    case 'yaml':
      return yaml(value);
    case 'text':
      return typeof value === 'string' ? value : json(value);
    default:
      return assertNever(form, 'form of the result');
  }
}

/** Integers beyond 2^53 are written with all their digits, as texts. */
export const json = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? inner.toString() : inner), 2);

export const yaml = (value: unknown): string => stringify(value, { lineWidth: 0 }).trimEnd();
