import { isMapping, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { ProblemAt } from './problem-at.ts';

/** A secret with a name, as somebody hands it in. */
export interface NewCredential {
  readonly name: string;
  /** `postgres`, `bearer`, `basic`, …; says which fields tools look for. */
  readonly type: string;
  readonly data: PlainMapping;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** Anything people want to remember with it; not secret. */
  readonly meta?: PlainMapping;
}

/** Part of addresses and of templates. */
const NAME = /^[^\s/?#%{}'"\\\p{Cc}]{1,200}$/u;

/** What is wrong with a name; undefined: nothing. */
export const wrongName = (name: string): string | undefined =>
  NAME.test(name)
    ? undefined
    : 'must be 1 to 200 characters without spaces, quotes and any of / ? # % { } \\';

/** `{name, type, data, description, tags, meta}`; `credential_type` and tags as `a, b` are older spellings. */
export function readCredential(given: PlainValue): NewCredential | readonly ProblemAt[] {
  if (!isMapping(given)) return [{ where: '', message: 'a credential is a mapping {name, type, data}' }];
  const { name, data, description, meta } = given;
  const type = given.type ?? given.credential_type ?? 'generic';
  const tags = readTags(given.tags);
  const problems: ProblemAt[] = [];
  const wrong = (where: string, message: string) => void problems.push({ where, message });
  const badName = typeof name === 'string' ? wrongName(name) : 'must be a text';
  if (badName !== undefined) wrong('name', badName);
  if (typeof type !== 'string' || !/^[\w.-]{1,100}$/.test(type))
    wrong('type', 'must be a word such as postgres, bearer, basic, api_key or generic');
  if (!isMapping(data)) wrong('data', 'must be a mapping of the secret fields');
  if (!tags) wrong('tags', 'must be a list of texts');
  if (!isAbsent(description) && typeof description !== 'string') wrong('description', 'must be a text');
  if (!isAbsent(meta) && !isMapping(meta)) wrong('meta', 'must be a mapping');
  if (isMapping(data)) problems.push(...schemaProblems(given.schema, data));
  if (problems.length > 0) return problems;
  return {
    name: name as string,
    type: type as string,
    data: data as PlainMapping,
    ...(typeof description === 'string' ? { description } : {}),
    ...(tags && tags.length > 0 ? { tags } : {}),
    ...(isMapping(meta) ? { meta } : {}),
  };
}

export const isProblems = (read: NewCredential | readonly ProblemAt[]): read is readonly ProblemAt[] =>
  Array.isArray(read);

const isAbsent = (value: PlainValue | undefined): boolean => value === undefined || value === null;

function readTags(tags: PlainValue | undefined): readonly string[] | undefined {
  if (isAbsent(tags)) return [];
  const list = typeof tags === 'string' ? tags.split(',').map(tag => tag.trim()) : tags;
  if (!Array.isArray(list) || !list.every(tag => typeof tag === 'string')) return undefined;
  return (list as readonly string[]).filter(tag => tag !== '');
}

/** `schema: {required: [fields]}`: what the data must have. Names fields, never values. */
function schemaProblems(schema: PlainValue | undefined, data: PlainMapping): readonly ProblemAt[] {
  const required = isMapping(schema) && Array.isArray(schema.required) ? schema.required : [];
  return (required as readonly PlainValue[])
    .filter(field => typeof field === 'string' && isAbsent(data[field]))
    .map(field => ({ where: `data.${String(field)}`, message: 'is required by the schema, and missing' }));
}
