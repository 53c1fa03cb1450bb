import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { described, ExecutionId, Json, JsonObject, nullable, Time } from '../schemas/json.ts';

const Params = Type.Object({ execution_id: ExecutionId });
const OneParams = Type.Object({
  execution_id: ExecutionId,
  name: Type.String({ description: 'The name of the variable.' }),
});

const Variable = Type.Object({
  value: Json,
  type: described(
    Type.Union([Type.Literal('user_defined'), Type.Literal('computed')]),
    '`user_defined`: written through the API; `computed`: by a step.',
  ),
  source_step: nullable(Type.String()),
  created_at: described(nullable(Time), 'When it was written last.'),
});

const about = { tag: 'variables' } as const;

export const vars = {
  'vars.list': route({
    ...about,
    method: 'GET',
    path: '/api/vars/:execution_id',
    summary: 'List the variables (`ctx`) of an execution.',
    params: Params,
    response: Type.Object({
      execution_id: Type.String(),
      variables: Type.Record(Type.String(), Variable),
      count: Type.Integer(),
    }),
  }),
  'vars.set': route({
    ...about,
    method: 'POST',
    path: '/api/vars/:execution_id',
    summary: 'Set variables of an execution; its log records it.',
    params: Params,
    body: Type.Object({
      variables: Type.Union(
        [
          JsonObject,
          Type.Array(
            Type.Object({
              var_name: Type.String({ minLength: 1, description: 'The name of the variable.' }),
              var_value: described(Json, 'Its value.'),
            }),
          ),
        ],
        { description: 'Values by name, or a list of `{var_name, var_value}`.' },
      ),
      var_type: Type.Optional(
        Type.Union(
          (['user_defined', 'step_result', 'computed', 'iterator_state'] as const).map(word =>
            Type.Literal(word),
          ),
          { description: 'Of older clients. Ignored: what is set here is `user_defined`.' },
        ),
      ),
      source_step: Type.Optional(Type.String({ description: 'Of older clients. Ignored.' })),
    }),
    response: Type.Object({
      execution_id: Type.String(),
      variables_set: Type.Integer(),
      var_names: Type.Array(Type.String()),
    }),
  }),
  'vars.clear': route({
    ...about,
    method: 'DELETE',
    path: '/api/vars/:execution_id',
    summary: 'Set all variables of an execution to null, which is to have none.',
    params: Params,
    response: Type.Object({
      execution_id: Type.String(),
      deleted: Type.Integer(),
      var_names: Type.Array(Type.String()),
    }),
  }),
  'vars.get': route({
    ...about,
    method: 'GET',
    path: '/api/vars/:execution_id/:name',
    summary: 'Show a variable of an execution.',
    params: OneParams,
    response: Type.Composite([
      Type.Object({ execution_id: Type.String(), var_name: Type.String() }),
      Variable,
    ]),
  }),
  'vars.delete': route({
    ...about,
    method: 'DELETE',
    path: '/api/vars/:execution_id/:name',
    summary: 'Set a variable of an execution to null, which is to have none.',
    params: OneParams,
    response: Type.Object({
      execution_id: Type.String(),
      deleted: Type.Integer(),
      var_names: Type.Array(Type.String()),
    }),
  }),
} as const;
