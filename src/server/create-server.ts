import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Route } from '../api/route.ts';
import { ROUTES, type RouteId } from '../api/routes/index.ts';
import { allowedMethods } from './allowed-methods.ts';
import { admit, PRESSURE_LIMITS, type PressureLimits } from './back-pressure.ts';
import { answerOf } from './error-response.ts';
import { HANDLERS } from './handlers.ts';
import type { Call, Handler } from './implement.ts';
import { liveOf } from './live/live.ts';
import { loopbackOnly } from './loopback-only.ts';
import { readBodies } from './read-body.ts';
import { refuseBytes } from './refuse-bytes.ts';
import { refuseTypos } from './refuse-typos.ts';
import type { ServerServices } from './services.ts';
import { toJson } from './to-json.ts';
import { makeValidatorCompiler } from './validate.ts';

export interface ServerOptions {
  /** Where to log; undefined: nowhere. */
  readonly logger?: FastifyBaseLogger | undefined;
  /** Of the body of a request, in bytes. */
  readonly bodyLimit?: number | undefined;
  readonly pressure?: PressureLimits | undefined;
  /** Told of every answer when it has been sent. */
  readonly onAnswer?: ((answer: Answered) => void) | undefined;
}

export interface Answered {
  readonly method: string;
  /** As the contract writes it; `unknown` if there is no such route. */
  readonly path: string;
  readonly status: number;
  readonly seconds: number;
}

const BODY_LIMIT = 16 * 1024 * 1024;
/** Of one part of a path; the URL as a whole is limited by Node, to 16 KiB with the headers. */
const PART_LIMIT = 2048;
/** Milliseconds in which a request has to arrive. */
const ARRIVAL_TIME = 60_000;

/** The HTTP server on the given services; it does not listen yet. */
export function createServer(services: ServerServices, options: ServerOptions = {}): FastifyInstance {
  const { logger } = options;
  const server = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // One line per answer is written below; fastify's own two say less.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: options.bodyLimit ?? BODY_LIMIT,
    requestTimeout: ARRIVAL_TIME,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PART_LIMIT },
    genReqId: requestId,
    frameworkErrors: sendError,
    clientErrorHandler: refuseBytes,
  });
  readBodies(server);
  server.setValidatorCompiler(makeValidatorCompiler());
  server.setReplySerializer(toJson);
  server.setErrorHandler(sendError);
  server.setNotFoundHandler(sendNotFound);
  server.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  loopbackOnly(server);
  tellAnswers(server, options.onAnswer);
  // From the start, so that changes of status are there for clients that come back.
  const live = liveOf(services);
  server.addHook('preClose', async () => live.close());
  endConnectionsOnClose(server);
  for (const id of Object.keys(ROUTES) as RouteId[]) addRoute(server, id, services, options);
  return server;
}

/** The one of the client, if it is one: so that a request can be followed through several programs. */
function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body, retryAfter } = answerOf(error);
  if (status >= 500) request.log.error({ err: error, component: 'http' }, body.error);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  void reply.code(status).send(body);
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0]?.slice(0, 500) ?? '';
  if (path === '/' && isForPeople(request)) return void reply.redirect('/docs');
  const methods = allowedMethods(path);
  const status = methods.length > 0 ? 405 : 404;
  const advice = status === 405 ? `it takes ${methods.join(', ')}` : '/api/openapi.json lists what there is';
  const message = `there is no ${request.method} ${path}; ${advice}`;
  if (status === 405) reply.header('allow', methods.join(', '));
  void reply.code(status).send({ error: message, detail: message, status, problems: [] });
}

/** Whoever opens the address of the server in a browser wants to see something. */
const isForPeople = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

function tellAnswers(server: FastifyInstance, onAnswer: ServerOptions['onAnswer']): void {
  server.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const path = request.routeOptions.url ?? 'unknown';
    const answered = { method, path, status: reply.statusCode, seconds: reply.elapsedTime / 1000 };
    onAnswer?.(answered);
    // Health and metrics are asked all the time.
    const level = path === '/health' || path === '/metrics' || path === '/api/health' ? 'trace' : 'debug';
    const line = {
      component: 'http',
      method,
      route: path,
      status: reply.statusCode,
      seconds: answered.seconds,
    };
    request.log[level](line, `${method} ${path} ${reply.statusCode}`);
  });
}

/** Whoever is answered while the server closes must not keep the connection for the next request. */
function endConnectionsOnClose(server: FastifyInstance): void {
  let isClosing = false;
  server.addHook('preClose', async () => {
    isClosing = true;
  });
  server.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

function addRoute(
  server: FastifyInstance,
  id: RouteId,
  services: ServerServices,
  { pressure = PRESSURE_LIMITS }: ServerOptions,
): void {
  const route: Route = ROUTES[id];
  const { method, path, params, query, body, status, type } = route;
  const handle = HANDLERS[id] as Handler<RouteId>;
  server.route({
    method,
    url: path,
    schema: { params, querystring: query, ...(body.type === 'undefined' ? {} : { body }) },
    onRequest: async () => admit(route, services.load(), pressure),
    handler: async (request, reply) => {
      if (status !== undefined) reply.code(status);
      if (type !== undefined) reply.type(`${type}; charset=utf-8`);
      const { params: inPath, query: asked, body: sent } = request;
      refuseTypos(query, asked, 'query');
      refuseTypos(body, sent);
      const call = { params: inPath, query: asked, body: sent, request, reply, services } as Call<RouteId>;
      const answer = await handle(call);
      return reply.sent ? reply : (answer ?? reply);
    },
  });
}
