import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import * as schema from '../schemas/catalog.ts';
import { optional } from '../schemas/json.ts';

const tag = 'catalog';
const PlaybookId = Type.Object({ playbook_id: Type.String() });
const Content = Type.Object({ content: Type.String() });
const VersionOfPath = Type.Object({ path: Type.String(), version: Type.Optional(Type.String()) });

export const catalog = {
  'catalog.register': route({
    method: 'POST',
    path: '/api/catalog/register',
    tag,
    summary: 'Keep a playbook as the next version of its path, or give the newest back if it is the same.',
    body: schema.RegisterBody,
    response: schema.RegisteredBody,
  }),
  'catalog.list': route({
    method: 'POST',
    path: '/api/catalog/list',
    tag,
    summary: 'List versions, newest first.',
    body: optional(schema.ListBody),
    response: schema.ListedBody,
  }),
  'catalog.agents': route({
    method: 'POST',
    path: '/api/catalog/agents/list',
    tag,
    summary: 'List the newest versions of playbooks that are agents (`metadata.agent: true`).',
    body: optional(schema.AgentsBody),
    response: schema.ListedBody,
  }),
  'catalog.search': route({
    method: 'GET',
    path: '/api/catalog/search',
    tag,
    summary: 'Find playbooks by words of their path, name, description, tags and labels.',
    query: Type.Composite([Type.Object({ q: Type.String({ maxLength: 500 }) }), schema.PageQuery]),
    response: schema.ListedBody,
  }),
  'catalog.directories': route({
    method: 'GET',
    path: '/api/catalog/directories',
    tag,
    summary: 'Say which directories and playbooks stand in a directory.',
    query: Type.Object({ path: Type.Optional(Type.String()) }),
    response: schema.DirectoryBody,
  }),
  'catalog.resource': route({
    method: 'POST',
    path: '/api/catalog/resource',
    tag,
    summary: 'Give one version, by id, or by path and version.',
    body: Type.Object({
      catalog_id: Type.Optional(schema.GivenId),
      path: Type.Optional(Type.String()),
      version: Type.Optional(schema.GivenVersion),
    }),
    response: schema.CatalogEntryBody,
  }),
  'catalog.versions': route({
    method: 'GET',
    path: '/api/catalog/versions',
    tag,
    summary: 'List all versions of a path, archived ones too, newest first.',
    query: Type.Composite([Type.Object({ path: Type.String() }), schema.PageQuery]),
    response: schema.ListedBody,
  }),
  'catalog.diff': route({
    method: 'GET',
    path: '/api/catalog/diff',
    tag,
    summary: 'Say what differs between two versions of a path: their texts, and their steps and arcs.',
    query: Type.Object({
      path: Type.String(),
      from: Type.Optional(Type.String()),
      to: Type.Optional(Type.String()),
    }),
    response: schema.DiffBody,
  }),
  'catalog.dependencies': route({
    method: 'GET',
    path: '/api/catalog/dependencies',
    tag,
    summary: 'Say which playbooks a playbook calls, whether they are registered, and who calls it.',
    query: VersionOfPath,
    response: schema.DependenciesBody,
  }),
  'catalog.delete': route({
    method: 'POST',
    path: '/api/catalog/delete',
    tag,
    summary: 'Delete versions of a path; archive those that executions refer to.',
    body: schema.PathBody,
    response: schema.DeletedBody,
  }),
  'catalog.restore': route({
    method: 'POST',
    path: '/api/catalog/restore',
    tag,
    summary: 'Bring archived versions back.',
    body: schema.PathBody,
    response: schema.RestoredBody,
  }),
  'catalog.content': route({
    method: 'GET',
    path: '/api/catalog/playbook/content',
    tag,
    summary: 'Give the text of a playbook, by catalog id or path.',
    query: PlaybookId,
    response: schema.ContentBody,
  }),
  'catalog.save_content': route({
    method: 'PUT',
    path: '/api/catalog/playbook/content',
    tag,
    summary: 'Keep a changed text as the next version of the playbook that is named.',
    query: PlaybookId,
    body: Content,
    response: schema.RegisteredBody,
  }),
  'catalog.save': route({
    method: 'PUT',
    path: '/api/catalog/playbook',
    tag,
    summary: 'Keep a playbook as the next version of its path.',
    body: schema.RegisterBody,
    response: schema.RegisteredBody,
    instead: 'POST /api/catalog/register',
  }),
  'catalog.delete_playbook': route({
    method: 'DELETE',
    path: '/api/catalog/playbooks/:id',
    tag,
    summary: 'Delete one version by its catalog id, or all versions by their path.',
    params: Type.Object({ id: Type.String() }),
    response: schema.DeletedBody,
  }),
  'catalog.validate': route({
    method: 'POST',
    path: '/api/catalog/playbooks/validate',
    tag,
    summary: 'Say everything that is wrong with a playbook, and keep nothing.',
    body: Content,
    response: schema.ValidatedBody,
  }),
  'catalog.ui_schema': route({
    method: 'GET',
    path: '/api/catalog/*',
    tag,
    summary: 'Describe the form with which a playbook is started: /api/catalog/<path>/ui_schema.',
    params: Type.Object({ '*': Type.String() }),
    query: Type.Object({ version: Type.Optional(Type.String()) }),
    response: schema.UiSchemaBody,
  }),
} as const;
