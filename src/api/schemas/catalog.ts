import { Type } from '@sinclair/typebox';
import { ProblemBody } from '../error-body.ts';

/** Ids are texts in answers; requests may write them as numbers. */
export const GivenId = Type.Union([Type.String({ pattern: '^[0-9]{1,19}$' }), Type.Integer({ minimum: 0 })]);

/** A number, its digits, or `latest`. */
export const GivenVersion = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ maxLength: 20 })]);

const Nullable = Type.Union([Type.String(), Type.Null()]);
const Version = Type.Integer({ minimum: 1 });

const summary = {
  catalog_id: Type.String(),
  path: Type.String(),
  kind: Type.String(),
  version: Version,
  meta: Type.Unknown(),
  /** Of the model: executions of this version are pinned to it. */
  hash: Type.String(),
  created_at: Type.String(),
  archived_at: Nullable,
};

export const CatalogSummaryBody = Type.Object(summary);

export const CatalogEntryBody = Type.Object({
  ...summary,
  /** The YAML text. */
  content: Type.String(),
  layout: Type.Null(),
  /** The whole document. */
  payload: Type.Unknown(),
});

export const RegisterBody = Type.Object({
  content: Type.String(),
  resource_type: Type.Optional(Type.String()),
});

export const RegisteredBody = Type.Object({
  status: Type.Literal('success'),
  message: Type.String(),
  path: Type.String(),
  version: Version,
  catalog_id: Type.String(),
  kind: Type.String(),
  /** False: the newest version had this text already. */
  created: Type.Boolean(),
  /** Warnings of the playbook. */
  problems: Type.Array(ProblemBody),
});

const paging = {
  /** The `next` of the page before. */
  before: Type.Optional(GivenId),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
};

export const PageQuery = Type.Object({
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,19}$' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});

export const ListBody = Type.Object({
  resource_type: Type.Optional(Type.String()),
  path: Type.Optional(Type.String()),
  directory: Type.Optional(Type.String()),
  search: Type.Optional(Type.String({ maxLength: 500 })),
  latest_only: Type.Optional(Type.Boolean()),
  include_archived: Type.Optional(Type.Boolean()),
  /** False: entries without `content` and `payload`. */
  include_content: Type.Optional(Type.Boolean()),
  /** As the list of agents, with its filters. */
  agent_only: Type.Optional(Type.Boolean()),
  capabilities: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
  ...paging,
});

export const AgentsBody = Type.Object({
  /** A part of the path. */
  path: Type.Optional(Type.String()),
  /** All of which it must have. */
  capabilities: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
});

export const ListedBody = Type.Object({
  entries: Type.Array(Type.Union([CatalogEntryBody, CatalogSummaryBody])),
  total: Type.Integer({ minimum: 0 }),
  /** What to give as `before` for the next page; null: this is the last one. */
  next: Nullable,
});

export const PathBody = Type.Object({ path: Type.String(), version: Type.Optional(GivenVersion) });

const Pin = Type.Object({ catalog_id: Type.String(), version: Version });

export const DeletedBody = Type.Object({
  status: Type.Literal('success'),
  message: Type.String(),
  path: Type.String(),
  deleted: Type.Array(Pin),
  /** Executions refer to them: they are hidden, and can be restored. */
  archived: Type.Array(Pin),
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
  /** Both mean the same, whatever their texts are. */
  same_model: Type.Boolean(),
  /** As `diff -u` writes it. */
  text: Type.String(),
  /** Null if a version cannot be read by this server any more. */
  graph: Type.Union([
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
  ]),
});

export const DependenciesBody = Type.Object({
  path: Type.String(),
  version: Version,
  calls: Type.Array(
    Type.Object({
      step: Type.String(),
      /** Null where a template names it; then `template` is there. */
      path: Nullable,
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
  /** One text per error. */
  errors: Type.Array(Type.String()),
  /** Errors and warnings, with their places. */
  problems: Type.Array(ProblemBody),
});
