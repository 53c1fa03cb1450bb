import { Type } from '@sinclair/typebox';
import { ProblemBody } from '../error-body.ts';
import { described } from './json.ts';

/** Ids are texts in answers; requests may write them as numbers. */
export const GivenId = Type.Union([Type.String({ pattern: '^[0-9]{1,19}$' }), Type.Integer({ minimum: 0 })]);

/** A number, its digits, or `latest`. */
export const GivenVersion = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ maxLength: 20 })]);

/** The playbook that a request is about. */
export const Path = Type.String({ description: 'The path of a playbook, such as `shop/order`.' });
export const PlaybookText = Type.String({ description: 'The text of a playbook: YAML, or YAML in base64.' });

const Capabilities = Type.Array(Type.String(), {
  maxItems: 100,
  description: 'Only agents that have all of these.',
});

const Nullable = Type.Union([Type.String(), Type.Null()]);
const Version = Type.Integer({ minimum: 1 });

const summary = {
  catalog_id: Type.String(),
  path: Type.String(),
  kind: Type.String(),
  version: Version,
  meta: Type.Unknown(),
  hash: Type.String({
    description: 'Of what the playbook means: executions of this version are pinned to it.',
  }),
  created_at: Type.String(),
  archived_at: Nullable,
};

export const CatalogSummaryBody = Type.Object(summary);

export const CatalogEntryBody = Type.Object({
  ...summary,
  content: Type.String({ description: 'The YAML text.' }),
  layout: Type.Null(),
  payload: Type.Unknown({ description: 'The whole document.' }),
});

export const RegisterBody = Type.Object({
  content: PlaybookText,
  resource_type: Type.Optional(
    Type.String({
      description:
        'What `content` is where it has no `kind` of its own: `playbook`; nothing else is kept here.',
    }),
  ),
});

export const RegisteredBody = Type.Object({
  status: Type.Literal('success'),
  message: Type.String(),
  path: Type.String(),
  version: Version,
  catalog_id: Type.String(),
  kind: Type.String(),
  created: Type.Boolean({ description: 'False: the newest version had this text already.' }),
  problems: described(Type.Array(ProblemBody), 'Warnings of the playbook.'),
});

const Before = { description: 'The `next` of the page before.' };
const Limit = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description: 'Entries of a page: 100 unless given, 1000 at most.',
});

export const PageQuery = Type.Object({
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,19}$', ...Before })),
  limit: Type.Optional(Limit),
});

export const ListBody = Type.Object({
  resource_type: Type.Optional(
    Type.String({ description: 'Only entries of this kind, in any case: `playbook`.' }),
  ),
  path: Type.Optional(
    Type.String({ description: 'Only versions of exactly this path; of agents, a part of it.' }),
  ),
  directory: Type.Optional(Type.String({ description: 'Only what stands in this directory, however deep.' })),
  search: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Only what has all these words in its path, name, description, tags or labels.',
    }),
  ),
  latest_only: Type.Optional(Type.Boolean({ description: 'Only the newest version of each path.' })),
  include_archived: Type.Optional(Type.Boolean({ description: 'Archived versions, too.' })),
  include_content: Type.Optional(
    Type.Boolean({ description: 'False: entries without `content` and `payload`; true unless given.' }),
  ),
  agent_only: Type.Optional(
    Type.Boolean({
      description:
        'Only playbooks with `metadata.agent: true`, all of them at once; then `path` and `capabilities` alone count beside it.',
    }),
  ),
  capabilities: Type.Optional(
    described(Capabilities, 'Only agents that have all of these, as with `agent_only`.'),
  ),
  before: Type.Optional(described(GivenId, Before.description)),
  limit: Type.Optional(Limit),
});

export const AgentsBody = Type.Object({
  path: Type.Optional(Type.String({ description: 'Only agents whose path has this in it.' })),
  capabilities: Type.Optional(Capabilities),
});

export const ListedBody = Type.Object({
  entries: Type.Array(Type.Union([CatalogEntryBody, CatalogSummaryBody])),
  total: Type.Integer({ minimum: 0 }),
  next: described(Nullable, 'What to give as `before` for the next page; null: this is the last one.'),
});

export const PathBody = Type.Object({
  path: Path,
  version: Type.Optional(described(GivenVersion, 'The number of one version; all versions if not given.')),
});

const Pin = Type.Object({ catalog_id: Type.String(), version: Version });

export const DeletedBody = Type.Object({
  status: Type.Literal('success'),
  message: Type.String(),
  path: Type.String(),
  deleted: Type.Array(Pin),
  archived: described(Type.Array(Pin), 'Executions refer to them: they are hidden, and can be restored.'),
  count: Type.Integer({ minimum: 0 }),
  warnings: Type.Array(Type.String()),
});

export const RestoredBody = Type.Object({
  status: Type.Literal('success'),
  message: Type.String(),
  path: Type.String(),
  restored: Type.Array(Pin),
  count: Type.Integer({ minimum: 0 }),
});

const UiField = Type.Recursive(Self =>
  Type.Object({
    name: Type.String(),
    kind: Type.String(),
    default: Type.Unknown(),
    description: Type.Optional(Type.String()),
    secret: Type.Boolean(),
    credential_glob: Type.Optional(Type.String()),
    options: Type.Optional(Type.Array(Type.Unknown())),
    children: Type.Optional(Type.Array(Self)),
  }),
);

export const UiSchemaBody = Type.Object({
  path: Type.String(),
  version: Version,
  kind: Type.String(),
  title: Nullable,
  description_markdown: Nullable,
  exposed_in_ui: Type.Boolean(),
  fields: Type.Array(UiField),
  generated_at: Type.String(),
});

const Arc = Type.Object({
  from: Type.String(),
  to: Type.String(),
  on: Type.String(),
  when: Nullable,
});

export const DiffBody = Type.Object({
  path: Type.String(),
  from: Version,
  to: Version,
  same_text: Type.Boolean(),
  same_model: Type.Boolean({ description: 'Both mean the same, whatever their texts are.' }),
  text: Type.String({ description: 'As `diff -u` writes it.' }),
  graph: Type.Union(
    [
      Type.Object({
        sections: Type.Array(Type.String()),
        steps: Type.Object({
          added: Type.Array(Type.String()),
          removed: Type.Array(Type.String()),
          changed: Type.Array(Type.Object({ step: Type.String(), fields: Type.Array(Type.String()) })),
        }),
        arcs: Type.Object({ added: Type.Array(Arc), removed: Type.Array(Arc) }),
      }),
      Type.Null(),
    ],
    { description: 'Null if a version cannot be read by this server any more.' },
  ),
});

export const DependenciesBody = Type.Object({
  path: Type.String(),
  version: Version,
  calls: Type.Array(
    Type.Object({
      step: Type.String(),
      path: described(Nullable, 'Null where a template names it; then `template` is there.'),
      version: Type.Union([Version, Type.Null()]),
      template: Type.Optional(Type.String()),
      registered: Type.Union([Type.Boolean(), Type.Null()]),
    }),
  ),
  called_by: Type.Array(Type.Object({ path: Type.String(), version: Version })),
});

export const DirectoryBody = Type.Object({
  path: Type.String(),
  directories: Type.Array(Type.Object({ name: Type.String(), path: Type.String(), entries: Type.Integer() })),
  entries: Type.Array(Type.Object({ name: Type.String(), path: Type.String() })),
});

export const ContentBody = Type.Object({
  playbook_id: Type.String(),
  catalog_id: Type.String(),
  path: Type.String(),
  version: Version,
  content: Type.String(),
});

export const ValidatedBody = Type.Object({
  valid: Type.Boolean(),
  errors: described(Type.Array(Type.String()), 'One text per error.'),
  problems: described(Type.Array(ProblemBody), 'Errors and warnings, with their places.'),
});
