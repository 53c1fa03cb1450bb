import fc from 'fast-check';
import type { Route } from '../../../src/api/route.ts';
import { ROUTES } from '../../../src/api/routes/index.ts';

/** A request as bytes on the wire, more or less: nothing of it need be right. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

type Schema = { readonly [key: string]: unknown };

const HOSTILE = [
  '',
  ' ',
  '..',
  '../../etc/passwd',
  '%00',
  '%',
  '%zz',
  '0',
  '-1',
  '1e99',
  '9'.repeat(25),
  'NaN',
  'null',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '{{ 7*7 }}',
  '\u202e',
  '💥',
  'true',
  'latest',
  '*',
  'a/b/c',
  'x'.repeat(3000),
];

const anyText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string(), fc.string({ unit: 'binary' }));
const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  anyText,
  fc.constantFrom(null, [], {}, 0, -1, 1e300, true),
);

/** Often what the schema asks for, and now and then anything. */
export function fitting(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const right = exactly(schema, depth);
  return depth > 4 ? right : fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: anyJson });
}

function exactly(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  const choices = schema.anyOf as readonly Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map(choice => fitting(choice, depth + 1)));
  switch (schema.type) {
    case 'string':
      return anyText;
    case 'integer':
      return fc.oneof(fc.integer({ min: -2, max: 50 }), fc.constantFrom(2 ** 31, 2 ** 53, -(2 ** 53)));
    case 'number':
      return fc.double();
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting((schema.items ?? {}) as Schema, depth + 1), { maxLength: 4 });
    case 'object':
      return objectOf(schema, depth);
    case 'undefined':
      return fc.constant(undefined);
    default:
      return anyJson;
  }
}

function objectOf({ properties = {}, required = [] }: Schema, depth: number): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties as Record<string, Schema>);
  const requiredKeys = (required as readonly string[]).filter(() => true);
  const record = Object.fromEntries(fields.map(([name, inner]) => [name, fitting(inner, depth + 1)]));
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(record, { requiredKeys: requiredKeys as never[] }) },
    { weight: 1, arbitrary: fc.record(record, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.dictionary(fc.string(), anyJson) },
  );
}

/** Half characters cannot be encoded. */
const wellFormed = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

const encodeSometimes = (text: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    encodeURIComponent(wellFormed(text)),
    text.replace(/[^\x21-\x7e]|[?#]/g, '').slice(0, 2000),
  );

const pathOf = (route: Route): fc.Arbitrary<string> => {
  const parts = route.path
    .split('/')
    .map(part => (/^[:*]/.test(part) ? anyText.chain(encodeSometimes) : fc.constant(part)));
  return fc.tuple(...parts).map(chosen => chosen.join('/'));
};

const queryOf = (route: Route): fc.Arbitrary<string> => {
  const known = Object.keys((route.query.properties ?? {}) as Schema);
  const name = fc.oneof(fc.constantFrom(...known, 'x'), fc.string({ maxLength: 5 }));
  const pair = fc
    .tuple(name, anyText)
    .map(pairs => pairs.map(text => encodeURIComponent(wellFormed(text)).slice(0, 500)).join('='));
  return fc.array(pair, { maxLength: 4 }).map(pairs => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
};

const bodyOf = (route: Route): fc.Arbitrary<string | undefined> => {
  const asked = route.body.type === 'undefined' ? anyJson : fitting(route.body as unknown as Schema);
  const json = asked.map(value => JSON.stringify(value));
  return fc.oneof(
    { weight: 8, arbitrary: json },
    {
      weight: 1,
      arbitrary: fc.constantFrom(undefined, '', '{', '[1,', '{"a":1', '"\\ud800"', '['.repeat(500), 'nul'),
    },
    { weight: 1, arbitrary: json.map(text => text?.slice(0, -1)) },
  );
};

const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  'a',
  '',
];

const headersOf = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 8, arbitrary: fc.constant('application/json') },
      { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
    ),
    'last-event-id': fc.constantFrom('', '0', '-1', 'abc', '9'.repeat(30)),
    'x-request-id': fc.constantFrom('a', ''),
    origin: fc.constantFrom('http://localhost:3000', 'https://example.org', 'null'),
  },
  { requiredKeys: ['content-type'] },
);

const ROUTE_LIST: readonly Route[] = Object.values(ROUTES);

/** A request for some route: nearly right, or wrong in every way. */
export const wireRequest: fc.Arbitrary<WireRequest> = fc.constantFrom(...ROUTE_LIST).chain(route =>
  fc.record({
    method: fc.oneof(
      { weight: 15, arbitrary: fc.constant<string>(route.method) },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS') },
    ),
    path: fc.tuple(pathOf(route), queryOf(route)).map(([path, query]) => path + query),
    headers: headersOf,
    body: route.method === 'GET' ? fc.constant(undefined) : bodyOf(route),
  }),
);
