import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { openApi, openApiPath } from '../../src/api/openapi.ts';
import type { Route } from '../../src/api/route.ts';
import { ROUTES, type RouteId } from '../../src/api/routes/index.ts';
import { storedDatabase, storedQueries } from '../support/stored-queries.ts';
import { TestServer } from '../support/test-server.ts';
import type { ExampleRequest } from './examples/example.ts';
import { EXAMPLES } from './examples/index.ts';

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

type Operation = {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
  }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: object }>> }>
  >;
};
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

const document = openApi(ROUTES, { version: '1' }) as unknown as Document;
const operationOf = (id: RouteId): Operation => {
  const { path, method } = ROUTES[id] as Route;
  return document.paths[openApiPath(path)]![method.toLowerCase()]!;
};

function urlOf({ path }: Route, { params = {}, query = {} }: ExampleRequest): string {
  const filled = path
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    .replace(/\*$/, params['*'] ?? '');
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Every property of a schema, however deep, by where it stands. */
function propertiesOf(schema: Schema, where: string): readonly (readonly [string, Schema])[] {
  const own = Object.entries(schema.properties ?? {}).map(
    ([name, inner]) => [`${where}/${name}`, inner] as const,
  );
  return [
    ...own.flatMap(([place, inner]) => [[place, inner] as const, ...propertiesOf(inner, place)]),
    ...(schema.anyOf ?? []).flatMap(form => propertiesOf(form, where)),
    ...(schema.items ? propertiesOf(schema.items, `${where}/*`) : []),
  ];
}

/** What a request may hold, by name. */
function partsOf({
  parameters,
  requestBody,
}: Operation): readonly (readonly [string, { readonly description?: string }])[] {
  const bodies = Object.values(requestBody?.content ?? {});
  return [
    ...parameters.map(each => [`${each.in}/${each.name}`, each] as const),
    ...bodies.flatMap(({ schema }) => propertiesOf(schema, 'body')),
  ];
}

describe('the description of the API', () => {
  it.each(Object.keys(ROUTES) as RouteId[])('says of every part of a request to %s what it means', id => {
    const silent = partsOf(operationOf(id)).filter(
      ([, { description }]) => !/^\S.{4,}\.$/s.test(description ?? ''),
    );
    expect(silent.map(([where]) => where)).toEqual([]);
  });

  it('names every route once, with its parameters', () => {
    const operations = Object.values(document.paths).flatMap(methods => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(ROUTES).sort());
    for (const [path, methods] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!);
      for (const { parameters } of Object.values(methods)) {
        expect(parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name)).toEqual(
          inPath,
        );
      }
    }
  });

  it('says which bodies may be left away', () => {
    const isRequired = (id: RouteId) => operationOf(id).requestBody?.required;
    expect([
      isRequired('execute.start'),
      isRequired('executions.cancel'),
      isRequired('executions.list'),
    ]).toEqual([true, false, undefined]);
    expect(partsOf(operationOf('executions.cancel')).map(([where]) => where)).toEqual([
      'path/id',
      'body/reason',
      'body/cascade',
    ]);
  });

  it('says what older clients should use instead', () => {
    for (const [id, route] of Object.entries(ROUTES) as [RouteId, Route][]) {
      expect(operationOf(id).deprecated ?? false).toBe(route.instead !== undefined);
    }
  });

  it('is what the server gives', async () => {
    const { body } = await new TestServer().ask('GET', '/api/openapi.json');
    expect(body).toMatchObject({ openapi: '3.1.0', info: { version: '0.0.0' }, paths: document.paths });
  });

  it('is shown by a page that loads nothing from elsewhere', async () => {
    const { body, headers } = await new TestServer().ask('GET', '/docs');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain("fetch('/api/openapi.json')");
    expect(body).not.toMatch(/(?:src|href)="(?!\/|data:)/);
  });
});

it('the address of the server leads browsers to the page, and tells programs that there is nothing', async () => {
  const { server } = new TestServer();
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const shown = await server.inject({ method: 'GET', url: '/', headers: { accept } });
  expect([shown.statusCode, shown.headers.location]).toEqual([302, '/docs']);
  expect((await server.inject({ method: 'GET', url: '/' })).statusCode).toBe(404);
});

describe('every route of the API', () => {
  it.each(Object.keys(ROUTES) as RouteId[])('%s answers as it is described', async id => {
    const server = new TestServer({
      services: { metrics: async () => '# none\n', queries: storedQueries, database: storedDatabase },
    });
    const route: Route = ROUTES[id];
    const example = EXAMPLES[id] ?? expect.fail(`test/server/examples has no request for ${id}: add one`);
    const request = await example(server);
    const { status, body, headers } = await server.ask(route.method, urlOf(route, request), request.body);
    expect({ id, status, body }).toMatchObject({ status: route.status ?? 200 });
    const [type, { schema }] = Object.entries(operationOf(id).responses[status]!.content)[0]!;
    expect(headers['content-type']).toContain(type);
    const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
    validate(body);
    expect(validate.errors).toBeNull();
  });
});
