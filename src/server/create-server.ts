import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Route } from '../api/route.ts';
import { ROUTES, type RouteId } from '../api/routes/index.ts';
import { answerOf } from './error-response.ts';
import type { Call, Handler, Handlers } from './implement.ts';
import { healthHandlers } from './routes/health.ts';
import type { ServerServices } from './services.ts';
import { toJson } from './to-json.ts';

export interface ServerOptions {
  /** Where to log; false: nowhere. */
  readonly logger?: FastifyServerOptions['logger'];
  /** Of the body of a request, in bytes. */
  readonly bodyLimit?: number;
}

const HANDLERS: Handlers = { ...healthHandlers };

/** The HTTP server on the given services; it does not listen yet. */
export function createServer(services: ServerServices, options: ServerOptions = {}): FastifyInstance {
  const server = Fastify({
    logger: options.logger ?? false,
    bodyLimit: options.bodyLimit ?? 16 * 1024 * 1024,
    // Queries and paths are text: numbers and flags in them are read as such. Bodies say what they mean.
    ajv: { customOptions: { coerceTypes: 'array', removeAdditional: false, allErrors: true } },
    routerOptions: { ignoreTrailingSlash: true },
  });
  server.setSerializerCompiler(() => toJson);
  server.setErrorHandler((error, request, reply) => {
    const { status, body, retryAfter } = answerOf(error);
    if (status >= 500) request.log.error({ err: error }, 'a request failed');
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    return reply.code(status).send(body);
  });
  server.setNotFoundHandler((request, reply) => {
    const message = `there is no ${request.method} ${request.url.split('?', 1)[0]}; /api/openapi.json lists what there is`;
    return reply.code(404).send({ error: message, detail: message, status: 404, problems: [] });
  });
  for (const id of Object.keys(ROUTES) as RouteId[]) addRoute(server, id, services);
  return server;
}

function addRoute(server: FastifyInstance, id: RouteId, services: ServerServices): void {
  const { method, path, params, query, body, status }: Route = ROUTES[id];
  const handle = HANDLERS[id] as Handler<RouteId>;
  server.route({
    method,
    url: path,
    schema: { params, querystring: query, ...(body.type === 'undefined' ? {} : { body }) },
    handler: async (request, reply) => {
      if (status !== undefined) reply.code(status);
      const { params: inPath, query: asked, body: sent } = request;
      const call = { params: inPath, query: asked, body: sent, request, reply, services } as Call<RouteId>;
      const answer = await handle(call);
      return reply.sent ? reply : (answer ?? reply);
    },
  });
}
