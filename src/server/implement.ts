import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from '../api/route.ts';
import type { RouteId, Routes } from '../api/routes/index.ts';
import type { ServerServices } from './services.ts';

/** A request that fits its route. */
export interface Call<Id extends RouteId> {
  readonly params: ParamsOf<Routes[Id]>;
  readonly query: QueryOf<Routes[Id]>;
  readonly body: BodyOf<Routes[Id]>;
  /** For those who stream, or look at headers. */
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: ServerServices;
}

/** Answers a request. Streams write to `reply` themselves and give undefined. */
export type Handler<Id extends RouteId> = (
  call: Call<Id>,
) => Promise<ResponseOf<Routes[Id]> | undefined> | ResponseOf<Routes[Id]> | undefined;

export type Handlers = { readonly [Id in RouteId]: Handler<Id> };

/** The handlers of a chapter: every route whose id begins with its name, and no other. */
export type ChapterHandlers<Chapter extends string> = {
  readonly [Id in RouteId as Id extends `${Chapter}.${string}` ? Id : never]: Handler<Id>;
};
