import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';

const COMMON = {
  allErrors: true,
  removeAdditional: false,
  strict: false,
  validateFormats: false,
  // The schemas are ours: tests compile each of them, a server need not judge them again.
  validateSchema: false,
  meta: false,
} as const;

/**
 * Checks requests against their routes. Queries and paths are text, so numbers and flags are read from them;
 * bodies say what they mean, and nothing in them is changed. A check is compiled with the first request that needs
 * it: to compile them all would be half of the start of a server.
 */
export function makeValidatorCompiler(): FastifySchemaCompiler<object> {
  const ofText = new Ajv({ ...COMMON, coerceTypes: 'array', useDefaults: true });
  const ofData = new Ajv({ ...COMMON, coerceTypes: false, useDefaults: true });
  return ({ schema, httpPart }) =>
    httpPart === 'body' ? bodyCheck(whenNeeded(ofData, schema)) : textCheck(whenNeeded(ofText, schema));
}

type Compiled = () => ValidateFunction;

function whenNeeded(ajv: Ajv, schema: object): Compiled {
  let compiled: ValidateFunction | undefined;
  return () => {
    compiled ??= ajv.compile(schema);
    return compiled;
  };
}

type Checked = { readonly value: unknown } | { readonly error: Error };

function textCheck(compiled: Compiled): (value: unknown) => Checked {
  return value => {
    const check = compiled();
    return check(value) ? { value } : wrong(check.errors);
  };
}

/** An id beyond 2^53 that is written as a number was read exactly: where a text fits, it is taken as one. */
function bodyCheck(compiled: Compiled): (value: unknown) => Checked {
  return value => {
    const check = compiled();
    if (check(value)) return { value };
    const { errors } = check;
    const asText = withoutBigInts(value);
    return asText !== value && check(asText) ? { value: asText } : wrong(errors);
  };
}

const MOST_PROBLEMS = 20;

function wrong(errors: ErrorObject[] | null | undefined): { readonly error: Error } {
  const error = new Error('the request does not fit its route');
  return { error: Object.assign(error, { validation: (errors ?? []).slice(0, MOST_PROBLEMS) }) };
}

/** The value itself if there are none in it. */
function withoutBigInts(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(withoutBigInts);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value).map(([key, item]) => [key, item, withoutBigInts(item)] as const);
  if (entries.every(([, before, after]) => before === after)) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, , after] of entries) copy[key] = after;
  return copy;
}
