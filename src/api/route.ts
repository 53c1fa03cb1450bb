import { type Static, type TSchema, Type } from '@sinclair/typebox';

/**
 * One route of the HTTP API. The list of them is the contract: the server implements it, the client is typed
 * by it, the OpenAPI document is made from it, and a test calls every one of them.
 */
export interface Route<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Response extends TSchema = TSchema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for a part of the path, and `*` at the end for the rest of it. */
  readonly path: string;
  /** The chapter of the documentation: `executions`, `catalog`, … */
  readonly tag: string;
  /** A sentence in the imperative. */
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  /** `Type.Undefined()`: none is read. */
  readonly body: Body;
  /** Of a success. */
  readonly response: Response;
  /** What is sent; JSON unless given. */
  readonly type?: 'application/json' | 'text/event-stream' | 'text/plain' | 'text/html';
  /** Of a success; 200 unless given. */
  readonly status?: 200 | 201 | 202;
  /** It begins executions: refused with 429 and Retry-After while the server has too many of them open. */
  readonly starts?: true;
  /** Kept for clients of older servers; says what to use. */
  readonly instead?: string;
}

export const NOTHING = Type.Undefined();
export const NO_FIELDS = Type.Object({});

type Given<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema> = Pick<
  Route<P, Q, B, R>,
  'method' | 'path' | 'tag' | 'summary' | 'response' | 'type' | 'status' | 'starts' | 'instead'
> &
  Partial<Pick<Route<P, Q, B, R>, 'params' | 'query' | 'body'>>;

/** What is not given is empty. */
export function route<
  R extends TSchema,
  P extends TSchema = typeof NO_FIELDS,
  Q extends TSchema = typeof NO_FIELDS,
  B extends TSchema = typeof NOTHING,
>(given: Given<P, Q, B, R>): Route<P, Q, B, R> {
  const empty = { params: NO_FIELDS, query: NO_FIELDS, body: NOTHING };
  return { ...empty, ...given } as unknown as Route<P, Q, B, R>;
}

export type ParamsOf<R extends Route> = Static<R['params']>;
export type QueryOf<R extends Route> = Static<R['query']>;
export type BodyOf<R extends Route> = Static<R['body']>;
export type ResponseOf<R extends Route> = Static<R['response']>;
