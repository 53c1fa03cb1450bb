import { type Static, Type } from '@sinclair/typebox';

/** One thing that is wrong with a request, or with the playbook in it. */
export const ProblemBody = Type.Object({
  /** Where: a JSON pointer into the request, or file, line and column of a playbook. */
  where: Type.String(),
  message: Type.String(),
  code: Type.Optional(Type.String()),
  hint: Type.Optional(Type.String()),
  /** Of a playbook, both counted from 1. */
  line: Type.Optional(Type.Integer()),
  column: Type.Optional(Type.Integer()),
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
