import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';

const tag = 'credentials';
const Text = Type.Union([Type.String(), Type.Null()]);

/** Everything but the data, which is never sent. */
export const CredentialBody = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  meta: Type.Optional(Type.Unknown()),
  tags: Type.Optional(Type.Array(Type.String())),
  description: Type.Optional(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});

/** What is wrong inside is told field by field. */
const NewCredentialBody = Type.Object({
  name: Type.String(),
  type: Type.Optional(Text),
  credential_type: Type.Optional(Text),
  data: Type.Record(Type.String(), Type.Unknown()),
  meta: Type.Optional(Type.Unknown()),
  tags: Type.Optional(Type.Union([Type.Array(Type.String()), Text])),
  description: Type.Optional(Text),
  schema: Type.Optional(Type.Unknown()),
});

const NameOrId = Type.Object({ name: Type.String() });
const Filter = Type.Object({ type: Type.Optional(Type.String()), q: Type.Optional(Type.String()) });

export const credentials = {
  'credentials.put': route({
    method: 'POST',
    path: '/api/credentials',
    tag,
    summary: 'Store a credential, or replace the one of the same name.',
    body: NewCredentialBody,
    response: CredentialBody,
  }),
  'credentials.list': route({
    method: 'GET',
    path: '/api/credentials',
    tag,
    summary: 'List credentials by name, without their data.',
    query: Filter,
    response: Type.Object({ items: Type.Array(CredentialBody), filter: Filter }),
  }),
  'credentials.get': route({
    method: 'GET',
    path: '/api/credentials/:name',
    tag,
    summary: 'Give one credential by name or id, without its data.',
    params: NameOrId,
    query: Type.Object({
      include_data: Type.Optional(Type.Boolean()),
      execution_id: Type.Optional(Type.String()),
    }),
    response: CredentialBody,
  }),
  'credentials.remove': route({
    method: 'DELETE',
    path: '/api/credentials/:name',
    tag,
    summary: 'Remove a credential by name or id.',
    params: NameOrId,
    response: Type.Object({ message: Type.String(), id: Type.String() }),
  }),
} as const;
