import { entryBody, problemBody, summaryBody, timeBody } from '../../api/catalog-body.ts';
import { isError } from '../../common/problem.ts';
import type { Catalog, Registration } from '../../engine/catalog/catalog.ts';
import { CatalogRefusal, checkContent, judgeContent } from '../../engine/catalog/check-content.ts';
import type { CatalogFilter, CatalogPage } from '../../ports/catalog.ts';
import {
  callBody,
  deleted,
  directoryBody,
  graphBody,
  pinBody,
  registered,
  uiSchemaBody,
} from '../catalog/answers.ts';
import {
  catalogOf,
  readDirectory,
  readPage,
  readVersion,
  readWords,
  requirePlaybook,
  requireVersion,
} from '../catalog/requests.ts';
import { HttpError, notFound, unprocessable } from '../http-error.ts';
import type { ChapterHandlers } from '../implement.ts';

export const catalogHandlers: ChapterHandlers<'catalog'> = {
  'catalog.register': async ({ services, body }) =>
    registered(await register(catalogOf(services), body.content, body.resource_type)),
  'catalog.save': async ({ services, body }) =>
    registered(await register(catalogOf(services), body.content, body.resource_type)),
  'catalog.save_content': async ({ services, query, body }) => {
    const catalog = catalogOf(services);
    const { path } = await requirePlaybook(catalog, query.playbook_id);
    const content = refusing(() => checkContent(body.content));
    const own = content.playbook.metadata.path;
    if (own === path) return registered(await catalog.keep(content));
    throw new HttpError(
      409,
      `the text is of '${own}', not of '${path}': keep \`metadata.path\`, or register it as a new playbook`,
    );
  },

  'catalog.list': ({ services, body }) =>
    list(catalogOf(services), filterOf(body), readPage(body), body.include_content ?? true),
  'catalog.search': ({ services, query }) =>
    list(catalogOf(services), { latestOnly: true, ...readWords(query.q) }, readPage(query), false),
  'catalog.versions': async ({ services, query }) => {
    const filter = { path: query.path, includeArchived: true };
    const listed = await list(catalogOf(services), filter, readPage(query), false);
    if (listed.total === 0) await requireVersion(catalogOf(services), query.path, undefined);
    return listed;
  },
  'catalog.directories': async ({ services, query }) => {
    const path = readDirectory(query.path);
    return directoryBody(path, await services.catalog.directory(path));
  },

  'catalog.resource': async ({ services, body }) => {
    const { catalog_id: id, path } = body;
    if (id !== undefined) return entryBody(await requireId(catalogOf(services), String(id)));
    if (path === undefined) throw unprocessable('name the playbook by `catalog_id`, or by `path`');
    return entryBody(await requireVersion(catalogOf(services), path, readVersion(body.version)));
  },
  'catalog.content': async ({ services, query }) => {
    const { catalogId, path, version, text } = await requirePlaybook(catalogOf(services), query.playbook_id);
    return { playbook_id: query.playbook_id, catalog_id: catalogId, path, version, content: text };
  },
  'catalog.ui_schema': async ({ services, params, query }) => {
    const [, path] = /^(.+)\/ui_schema$/s.exec(params['*']) ?? [];
    if (path === undefined)
      throw notFound(`there is no GET /api/catalog/${params['*']}; /api/openapi.json lists what there is`);
    const entry = await requireVersion(catalogOf(services), path, readVersion(query.version));
    return uiSchemaBody(entry, timeBody(services.clock.now()));
  },

  'catalog.diff': async ({ services, query: { path, ...query } }) => {
    const catalog = catalogOf(services);
    const after = await requireVersion(catalog, path, readVersion(query.to));
    const from = query.from === undefined ? after.version - 1 : readVersion(query.from);
    if (from === 0) throw unprocessable(`'${path}' has no version before 1 to compare with; give \`from\``);
    const before = await requireVersion(catalog, path, from);
    const { text, isSameModel, graph } = catalog.compare(before, after);
    return {
      path,
      from: before.version,
      to: after.version,
      same_text: text === '',
      same_model: isSameModel,
      text,
      graph: graph ? graphBody(graph) : null,
    };
  },
  'catalog.dependencies': async ({ services, query }) => {
    const catalog = catalogOf(services);
    const entry = await requireVersion(catalog, query.path, readVersion(query.version));
    const { calls, callers } = await catalog.dependencies(entry);
    return {
      path: entry.path,
      version: entry.version,
      calls: calls.map(callBody),
      called_by: callers.map(({ path, version }) => ({ path, version })),
    };
  },

  'catalog.delete': async ({ services, body }) =>
    deleted(body.path, await catalogOf(services).remove(body.path, readVersion(body.version))),
  'catalog.delete_playbook': async ({ services, params: { id } }) => {
    const catalog = catalogOf(services);
    const byId = /^\d{1,19}$/.test(id) ? await catalog.find({ catalogId: id }) : undefined;
    const path = byId?.path ?? id;
    return deleted(path, await catalog.remove(path, byId?.version));
  },
  'catalog.restore': async ({ services, body: { path, version } }) => {
    const restored = await catalogOf(services).restore(path, readVersion(version));
    const message = `Resource '${path}': ${restored.length} restored.`;
    return { status: 'success', message, path, restored: restored.map(pinBody), count: restored.length };
  },

  'catalog.validate': ({ body }) => {
    const { playbook, problems } = judgeContent(body.content);
    const errors = problems.filter(isError);
    return {
      valid: playbook !== undefined,
      errors: errors.map(({ line, column, message }) => `line ${line}, column ${column}: ${message}`),
      problems: problems.map(problemBody),
    };
  },
};

function filterOf(body: {
  readonly resource_type?: string;
  readonly path?: string;
  readonly directory?: string;
  readonly search?: string;
  readonly latest_only?: boolean;
  readonly include_archived?: boolean;
}): CatalogFilter {
  return {
    ...(body.resource_type === undefined ? {} : { kind: body.resource_type.toLowerCase() }),
    ...(body.path === undefined ? {} : { path: body.path }),
    ...(body.directory === undefined ? {} : { directory: readDirectory(body.directory) }),
    ...readWords(body.search),
    latestOnly: body.latest_only ?? false,
    includeArchived: body.include_archived ?? false,
  };
}

async function list(catalog: Catalog, filter: CatalogFilter, page: CatalogPage, isWhole: boolean) {
  // One more than asked for says whether there is a next page.
  const more = { ...page, limit: page.limit + 1 };
  const [found, total] = await Promise.all([
    isWhole
      ? catalog.store.listWhole(filter, more).then(entries => entries.map(entryBody))
      : catalog.store.list(filter, more).then(entries => entries.map(summaryBody)),
    catalog.store.count(filter),
  ]);
  const entries = found.slice(0, page.limit);
  const next = found.length > page.limit ? (entries.at(-1)?.catalog_id ?? null) : null;
  return { entries, total, next };
}

async function requireId(catalog: Catalog, catalogId: string) {
  const found = await catalog.find({ catalogId });
  if (found) return found;
  throw notFound(`there is no catalog entry ${catalogId}; /api/catalog/list shows what there is`);
}

const register = (catalog: Catalog, content: string, resourceType?: string): Promise<Registration> =>
  catalog.keep(refusing(() => checkContent(content, resourceType)));

function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CatalogRefusal)) throw error;
    throw unprocessable(error.message, error.problems.map(problemBody));
  }
}
