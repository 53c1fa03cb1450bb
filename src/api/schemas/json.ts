import { type TSchema, Type } from '@sinclair/typebox';
import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';

/** Any JSON. */
export const Json = Type.Unsafe<PlainValue>({});

/** Any JSON object. */
export const JsonObject = Type.Unsafe<PlainMapping>({ type: 'object' });

/** An id in a request: a text, or a number for those who write it so. Answers have texts. */
export const Id = Type.Union([Type.String(), Type.Integer()]);

/** A time as RFC 3339 in UTC. */
export const Time = Type.String();

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A schema that is used in several places, with what it means in this one. */
export const described = <T extends TSchema>(schema: T, description: string): T => ({
  ...schema,
  description,
});

/** An execution in a path or a query. */
export const ExecutionId = Type.String({ description: 'The id of the execution.' });

/** `:id` of a path. */
export const ExecutionParams = Type.Object({ id: ExecutionId });

/** What a task printed, and when it ran, is found by these. */
export const TaskFilter = {
  step: Type.Optional(Type.String({ description: 'Only those of the step with this name.' })),
  attempt: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Only those of this attempt, counted from 1.' }),
  ),
  iteration: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Only those of this iteration of a loop, counted from 0.' }),
  ),
};

/** A body that may be left away. */
export const optional = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
