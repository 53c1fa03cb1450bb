import type { FastifyError } from 'fastify';
import type { ProblemBody } from '../api/error-body.ts';

type Mismatch = NonNullable<FastifyError['validation']>[number];

/**
 * What is wrong with a request, for people. Where one of several forms is accepted, the checker complains in the
 * name of each: only those complaints are told that speak of the form which was meant.
 */
export function describeProblems(found: readonly Mismatch[], part: string): readonly ProblemBody[] {
  const where = part === 'querystring' ? 'query' : part;
  const told = found.filter(each => !isUnion(each) && !(isOtherForm(each) && found.some(isCloserThan(each))));
  const texts = new Map<string, ProblemBody>();
  for (const each of told.length > 0 ? told : found) {
    const problem = { where: `${where}${each.instancePath}`, message: messageOf(each, told) };
    texts.set(`${problem.where} ${problem.message}`, problem);
  }
  return [...texts.values()];
}

const isUnion = ({ keyword }: Mismatch): boolean => keyword === 'anyOf' || keyword === 'oneOf';

/** It says that the value is of another type than one of the forms. */
const isOtherForm = ({ keyword }: Mismatch): boolean => keyword === 'type';

/** It speaks of a part of the value, or of what its type may be. */
const isCloserThan =
  ({ instancePath, schemaPath }: Mismatch) =>
  (other: Mismatch): boolean =>
    !isUnion(other) &&
    (other.instancePath.startsWith(`${instancePath}/`) ||
      (other.instancePath === instancePath && !isOtherForm(other) && schemaPath.includes('/anyOf/')));

function messageOf(
  { keyword, instancePath, message = 'is wrong', params }: Mismatch,
  told: readonly Mismatch[],
) {
  const same = told.filter(other => other.keyword === keyword && other.instancePath === instancePath);
  if (keyword === 'const') return `must be one of: ${same.map(each => each.params.allowedValue).join(', ')}`;
  if (keyword === 'type')
    return `must be ${[...new Set(same.flatMap(each => each.params.type))].join(' or ')}`;
  const allowed = params.allowedValues;
  return Array.isArray(allowed) ? `${message}: ${allowed.join(', ')}` : message;
}
