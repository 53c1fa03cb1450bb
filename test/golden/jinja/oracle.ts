import { compile, TemplateError } from '../../../src/template/index.ts';

/** A value as Python reported it; a mapping is a list of pairs, integers from 2^53 on are texts. */
export interface TypedValue {
  readonly type:
    | 'int'
    | 'float'
    | 'bool'
    | 'str'
    | 'none'
    | 'undefined'
    | 'list'
    | 'tuple'
    | 'dict'
    | 'other';
  readonly value?: unknown;
  readonly repr?: string;
}

export interface Answer {
  readonly text?: string;
  readonly value?: TypedValue;
  readonly error?: string;
}

/** One template, one context, and what Jinja2 made of them with chainable undefined values. */
export interface OracleCase {
  readonly id: string | number;
  readonly kind: 'expr' | 'tmpl';
  readonly template: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly chainable: Answer;
  readonly volatile?: boolean;
}

export interface Difference {
  readonly id: string;
  readonly what: 'value' | 'text' | 'error';
  readonly template: string;
  readonly expected: string;
  readonly got: string;
}

export interface Score {
  values: number;
  valuesSame: number;
  texts: number;
  textsSame: number;
  errors: number;
  errorsSame: number;
  readonly differences: Difference[];
}

export const percent = (same: number, of: number): string =>
  `${((100 * same) / Math.max(1, of)).toFixed(2)} %`;

/** Compares ours with Jinja2's answers over all cases that are not excepted. */
export function score(cases: readonly OracleCase[], isExcepted: (id: string) => boolean): Score {
  const result: Score = {
    values: 0,
    valuesSame: 0,
    texts: 0,
    textsSame: 0,
    errors: 0,
    errorsSame: 0,
    differences: [],
  };
  for (const test of cases) {
    if (!test.volatile && !isExcepted(String(test.id))) scoreCase(test, result);
  }
  return result;
}

function scoreCase(test: OracleCase, result: Score): void {
  const { text, value, error } = test.chainable;
  const differ = (what: Difference['what'], expected: string, got: string) =>
    result.differences.push({ id: String(test.id), what, template: test.template, expected, got });
  if (error !== undefined) {
    const got = attempt(() => compile(test.template).renderText(test.context));
    result.errors++;
    if (got.failed) result.errorsSame++;
    else differ('error', error, JSON.stringify(got.value));
    return;
  }
  if (text !== undefined) {
    const got = attempt(() => compile(test.template).renderText(test.context));
    result.texts++;
    if (got.value === text) result.textsSame++;
    else differ('text', JSON.stringify(text), got.failed ?? JSON.stringify(got.value));
  }
  if (value !== undefined && value.type !== 'other') {
    const got = attempt(() => compile(test.template).evaluate(test.context));
    result.values++;
    if (!got.failed && isSameValue(value, got.value)) result.valuesSame++;
    else differ('value', JSON.stringify(value), got.failed ?? show(got.value));
  }
}

function attempt<T>(run: () => T): { readonly value?: T; readonly failed?: string } {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof TemplateError) return { failed: `${error.code}: ${error.problem}` };
    throw error;
  }
}

const show = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? 'undefined';

/** JavaScript has one type of number, so `1` and `1.0` are told apart by the text of a case, not by its value. */
function isSameValue(expected: TypedValue, got: unknown): boolean {
  switch (expected.type) {
    case 'int':
      return (typeof got === 'number' || typeof got === 'bigint') && String(got) === String(expected.value);
    case 'float':
      return (
        typeof got === 'number' && (expected.value === null ? !Number.isFinite(got) : got === expected.value)
      );
    case 'none':
      return got === null;
    case 'undefined':
      return got === undefined;
    case 'list':
    case 'tuple': {
      const items = expected.value as readonly TypedValue[];
      return (
        Array.isArray(got) &&
        got.length === items.length &&
        items.every((item, i) => isSameValue(item, got[i]))
      );
    }
    case 'dict':
      return isSameMapping(expected.value as readonly [unknown, TypedValue][], got);
    case 'other':
      return true;
    default:
      return got === expected.value;
  }
}

function isSameMapping(expected: readonly [unknown, TypedValue][], got: unknown): boolean {
  if (typeof got !== 'object' || got === null || Array.isArray(got)) return false;
  const entries = Object.entries(got);
  return (
    entries.length === expected.length &&
    expected.every(
      ([key, value], i) => entries[i]?.[0] === keyText(key) && isSameValue(value, entries[i]?.[1]),
    )
  );
}

function keyText(key: unknown): string {
  const plain = typeof key === 'object' && key !== null && 'value' in key ? key.value : key;
  return typeof plain === 'boolean' ? (plain ? 'True' : 'False') : String(plain ?? 'None');
}
