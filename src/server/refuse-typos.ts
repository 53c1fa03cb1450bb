import type { TSchema } from '@sinclair/typebox';
import type { ProblemBody } from '../api/error-body.ts';
import { nearestName } from '../common/nearest-name.ts';
import { HttpError } from './http-error.ts';

/** Shorter names are no mistakes: browsers are kept from caching by `_=1` and `ts=1`. */
const SHORTEST_IN_QUERY = 4;

/**
 * Fields that a route does not know are left alone: clients of other servers send some. One that is nearly the name of
 * a field that was not sent is a mistake, and what it was meant to say would be lost without a word: a `dry_run`, a
 * filter.
 */
export function refuseTypos(schema: TSchema, sent: unknown, part: 'body' | 'query' = 'body'): void {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return;
  const fields = fieldsOf(schema);
  const values = sent as Readonly<Record<string, unknown>>;
  // Those that were filled in were not sent.
  const missing = Object.keys(fields).filter(
    name => !Object.hasOwn(values, name) || values[name] === fields[name]?.default,
  );
  const problems = Object.keys(values).flatMap(name =>
    Object.hasOwn(fields, name) || (part === 'query' && name.length < SHORTEST_IN_QUERY)
      ? []
      : problemOf(part, name, nearestName(name, missing)),
  );
  const [first] = problems;
  if (first)
    throw new HttpError(part === 'body' ? 422 : 400, `${first.where} ${first.message}`, { problems });
}

const problemOf = (part: string, name: string, near: string | undefined): readonly ProblemBody[] =>
  near === undefined
    ? []
    : [{ where: `${part}/${name}`, message: `is no field of this route; did you mean \`${near}\`?` }];

/** Of a body that may be left away, or has several forms: those of all its forms. */
function fieldsOf(schema: TSchema): Readonly<Record<string, TSchema>> {
  const forms = (schema.anyOf as readonly TSchema[] | undefined) ?? [schema];
  return Object.assign({}, ...forms.map(form => form.properties as object | undefined));
}
