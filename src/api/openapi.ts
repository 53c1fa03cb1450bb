import { ErrorBody } from './error-body.ts';
import type { Route } from './route.ts';

/** What a document is made of beside the routes. */
export interface ApiInfo {
  readonly version: string;
  /** Where the server is reached. */
  readonly url?: string;
}

type Json = { readonly [key: string]: unknown };

/** An OpenAPI 3.1 document of the routes. Pure: the same routes give the same document. */
export function openApi(routes: Readonly<Record<string, Route>>, { version, url }: ApiInfo): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [id, route] of Object.entries(routes)) {
    const path = openApiPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(id, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'NoETL',
      version,
      description:
        'Ids are strings. Times are RFC 3339 in UTC. Every error has the form of the schema Error.',
    },
    servers: [{ url: url ?? '/' }],
    tags: [...new Set(Object.values(routes).map(({ tag }) => tag))].map(name => ({ name })),
    paths,
    components: { schemas: { Error: plain(ErrorBody) } },
  };
}

/** `/api/a/:id/*` as OpenAPI writes it: `/api/a/{id}/{rest}`. */
export const openApiPath = (path: string): string =>
  path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, `{${REST}}`);

/** The name of what `*` stands for; OpenAPI has no parameters without one. */
export const REST = 'path';

function operation(id: string, route: Route): Json {
  const { summary, tag, instead, status = 200, type = 'application/json', body, response } = route;
  const hasBody = body.type !== 'undefined';
  return {
    operationId: id,
    summary,
    tags: [tag],
    ...(instead === undefined ? {} : { deprecated: true, description: `Kept for older clients. ${instead}` }),
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(hasBody ? { requestBody: requestBody(body) } : {}),
    responses: {
      [status]: { description: 'Done.', content: { [type]: { schema: plain(response) } } },
      default: {
        description: 'Not done; the body says why and what to do.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function requestBody(body: Route['body']): Json {
  // A body that may be left away is written as a union with null, which is what comes of none.
  const members: readonly Json[] = Array.isArray(body.anyOf) ? body.anyOf : [body];
  const sent = members.filter(({ type }) => type !== 'null');
  const schema = sent.length === 1 ? sent[0] : { ...body, anyOf: sent };
  return {
    required: sent.length === members.length,
    content: { 'application/json': { schema: plain(schema) } },
  };
}

function pathParameters({ path, params }: Route): Json[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(match => match[1] ?? '');
  if (path.endsWith('*')) names.push(REST);
  const known: Json = params.properties ?? {};
  return names.map(name =>
    parameter(name, 'path', true, (known[name] ?? known['*'] ?? { type: 'string' }) as Json),
  );
}

function queryParameters({ query }: Route): Json[] {
  const required: readonly string[] = query.required ?? [];
  return Object.entries((query.properties ?? {}) as Json).map(([name, schema]) =>
    parameter(name, 'query', required.includes(name), schema as Json),
  );
}

/** What a parameter means stands beside its schema, where readers of OpenAPI look for it. */
function parameter(
  name: string,
  place: 'path' | 'query',
  required: boolean,
  { description, ...schema }: Json,
): Json {
  const about = description === undefined ? {} : { description };
  return { name, in: place, required, ...about, schema: plain(schema) };
}

/** Without the symbols by which TypeBox knows its own. */
const plain = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema));
