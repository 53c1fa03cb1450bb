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

/** `:id` of a path. */
export const ExecutionParams = Type.Object({ id: Type.String() });

/** A body that may be left away. */
export const optional = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
