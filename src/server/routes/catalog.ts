import { entryBody, problemBody, timeBody } from '../../api/catalog-body.ts';
import { isError } from '../../common/problem.ts';
import { judgeContent } from '../../playbook/catalog/judge-content.ts';
import { type AgentFilter, listAgents } from '../catalog/agents.ts';
import { uiSchemaBody } from '../catalog/answers.ts';
import { CatalogApi } from '../catalog/catalog-api.ts';
import { notFound } from '../http-error.ts';
import type { ChapterHandlers } from '../implement.ts';
import type { ServerServices } from '../services.ts';

const api = ({ catalog: store, clock, ids }: ServerServices): CatalogApi =>
  new CatalogApi({ store, clock, ids });

async function agents({ catalog }: ServerServices, filter: AgentFilter) {
  const entries = await listAgents(catalog, filter);
  return { entries: entries.map(entryBody), total: entries.length, next: null };
}

export const catalogHandlers: ChapterHandlers<'catalog'> = {
  'catalog.register': ({ services, body }) => api(services).register(body.content, body.resource_type),
  'catalog.save': ({ services, body }) => api(services).register(body.content, body.resource_type),
  'catalog.save_content': ({ services, query, body }) => api(services).save(query.playbook_id, body.content),

  'catalog.list': ({ services, body }) =>
    body?.agent_only || body?.capabilities ? agents(services, body) : api(services).list(body ?? {}),
  'catalog.agents': ({ services, body }) => agents(services, body ?? {}),
  'catalog.search': ({ services, query: { q, ...page } }) => api(services).search(q, page),
  'catalog.versions': ({ services, query: { path, ...page } }) => api(services).versions(path, page),
  'catalog.directories': ({ services, query }) => api(services).directory(query.path),

  'catalog.resource': ({ services, body }) => api(services).resource(body),
  'catalog.content': ({ services, query }) => api(services).content(query.playbook_id),
  'catalog.ui_schema': async ({ services, params: { '*': rest }, query }) => {
    const [, path] = /^(.+)\/ui_schema$/s.exec(rest) ?? [];
    if (path === undefined)
      throw notFound(`there is no GET /api/catalog/${rest}; /api/openapi.json lists what there is`);
    return uiSchemaBody(await api(services).entry(path, query.version), timeBody(services.clock.now()));
  },

  'catalog.diff': ({ services, query: { path, from, to } }) => api(services).diff(path, from, to),
  'catalog.dependencies': ({ services, query: { path, version } }) =>
    api(services).dependencies(path, version),

  'catalog.delete': ({ services, body: { path, version } }) => api(services).remove(path, version),
  'catalog.delete_playbook': ({ services, params }) => api(services).removePlaybook(params.id),
  'catalog.restore': ({ services, body: { path, version } }) => api(services).restore(path, version),

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
