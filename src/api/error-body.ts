import { type Static, Type } from '@sinclair/typebox';

/** One thing that is wrong with a request, or with the playbook in it. */
export const ProblemBody = Type.Object({
  where: Type.String({
    description: 'Where: a JSON pointer into the request, or file, line and column of a playbook.',
  }),
  message: Type.String(),
  code: Type.Optional(Type.String()),
  hint: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer({ description: 'Of a playbook, counted from 1.' })),
  column: Type.Optional(Type.Integer({ description: 'Of a playbook, counted from 1.' })),
  severity: Type.Optional(Type.Union([Type.Literal('error'), Type.Literal('warning')])),
});

/** Every answer that is no success has this form. `detail` repeats `error`: older clients read it. */
export const ErrorBody = Type.Object({
  error: Type.String(),
  detail: Type.String(),
  status: Type.Integer(),
  problems: Type.Array(ProblemBody),
});

export type ErrorBody = Static<typeof ErrorBody>;
export type ProblemBody = Static<typeof ProblemBody>;
