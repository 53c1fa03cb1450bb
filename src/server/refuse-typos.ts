import type { TSchema } from '@sinclair/typebox';
import { nearestName } from '../common/nearest-name.ts';
import { unprocessable } from './http-error.ts';

/**
 * Fields that a route does not know are left alone: clients of other servers send some. One that is nearly the name of
 * a field that was not sent is a mistake, and what it was meant to say would be lost without a word.
 */
export function refuseTypos(schema: TSchema, body: unknown): void {
  const known = Object.keys((schema.properties as object | undefined) ?? {});
  if (known.length === 0 || typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const missing = known.filter(name => !Object.hasOwn(body, name));
  const problems = Object.keys(body)
    .filter(name => !known.includes(name))
    .flatMap(name => {
      const near = nearestName(name, missing);
      if (near === undefined) return [];
      return [{ where: `body/${name}`, message: `is no field of this route; did you mean \`${near}\`?` }];
    });
  const [first] = problems;
  if (first) throw unprocessable(`${first.where} ${first.message}`, problems);
}
