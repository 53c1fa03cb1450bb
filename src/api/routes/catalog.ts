import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import * as schema from '../schemas/catalog.ts';
import { described, optional } from '../schemas/json.ts';

const tag = 'catalog';
const Version = Type.String({ description: 'A number, or `latest`, which it is if not given.' });
const PlaybookId = Type.Object({
  playbook_id: Type.String({ description: 'The catalog id of a playbook, or its path.' }),
});
const Content = Type.Object({ content: schema.PlaybookText });
const VersionOfPath = Type.Object({ path: schema.Path, version: Type.Optional(Version) });

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
    query: Type.Composite([
      Type.Object({
        q: Type.String({
          maxLength: 500,
          description: 'Words apart by spaces, all of which must be there; their case does not matter.',
        }),
      }),
      schema.PageQuery,
    ]),
    response: schema.ListedBody,
  }),
  'catalog.directories': route({
    method: 'GET',
    path: '/api/catalog/directories',
    tag,
    summary: 'Say which directories and playbooks stand in a directory.',
    query: Type.Object({
      path: Type.Optional(
        Type.String({ description: 'The directory, such as `shop/orders`; the outermost one if not given.' }),
      ),
    }),
    response: schema.DirectoryBody,
  }),
  'catalog.resource': route({
    method: 'POST',
    path: '/api/catalog/resource',
    tag,
    summary: 'Give one version, by id, or by path and version.',
    body: Type.Object({
      catalog_id: Type.Optional(described(schema.GivenId, 'The id of the version; comes before `path`.')),
      path: Type.Optional(schema.Path),
      version: Type.Optional(
        described(schema.GivenVersion, 'A number, or `latest`, which it is if not given.'),
      ),
    }),
    response: schema.CatalogEntryBody,
  }),
  'catalog.versions': route({
    method: 'GET',
    path: '/api/catalog/versions',
    tag,
    summary: 'List all versions of a path, archived ones too, newest first.',
    query: Type.Composite([Type.Object({ path: schema.Path }), schema.PageQuery]),
    response: schema.ListedBody,
  }),
  'catalog.diff': route({
    method: 'GET',
    path: '/api/catalog/diff',
    tag,
    summary: 'Say what differs between two versions of a path: their texts, and their steps and arcs.',
    query: Type.Object({
      path: schema.Path,
      from: Type.Optional(
        Type.String({ description: 'The older version; the one before `to` if not given.' }),
      ),
      to: Type.Optional(Type.String({ description: 'The newer version; the newest if not given.' })),
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
    params: Type.Object({
      id: Type.String({ description: 'A catalog id, or a path with its slashes encoded.' }),
    }),
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
    params: Type.Object({
      '*': Type.String({ description: 'The path of the playbook, and behind it `/ui_schema`.' }),
    }),
    query: Type.Object({ version: Type.Optional(Version) }),
    response: schema.UiSchemaBody,
  }),
} as const;
