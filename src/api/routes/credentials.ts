import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { described } from '../schemas/json.ts';

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
  name: Type.String({ description: 'By which tasks name it in `auth:`; one of the same name is replaced.' }),
  type: Type.Optional(
    described(
      Text,
      'Which fields tools look for: `postgres`, `bearer`, `basic`, `api_key`, …; `generic` if not given.',
    ),
  ),
  credential_type: Type.Optional(described(Text, 'An older name of `type`.')),
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Its fields. Encrypted at rest, and part of no answer.',
  }),
  meta: Type.Optional(
    Type.Unknown({ description: 'An object of what people want to remember with it; not secret.' }),
  ),
  tags: Type.Optional(
    Type.Union([Type.Array(Type.String()), Text], { description: 'A list, or a text such as `a,b`.' }),
  ),
  description: Type.Optional(described(Text, 'What it is for, for people.')),
  schema: Type.Optional(
    Type.Unknown({ description: '`{required: [field]}`: fields that `data` must have to be stored.' }),
  ),
});

const NameOrId = Type.Object({ name: Type.String({ description: 'The name of a credential, or its id.' }) });
const Filter = Type.Object({
  type: Type.Optional(Type.String({ description: 'Only those of this type.' })),
  q: Type.Optional(Type.String({ description: 'Only those with this in their name, description or tags.' })),
});

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
      include_data: Type.Optional(
        Type.Boolean({
          description: 'Of older clients: true is answered with 403, because data is not shown.',
        }),
      ),
      execution_id: Type.Optional(Type.String({ description: 'Of older clients. Ignored.' })),
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
