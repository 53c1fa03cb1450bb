import type { Static } from '@sinclair/typebox';
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, Route } from '../api/route.ts';
import { ROUTES, type RouteId, type Routes } from '../api/routes/index.ts';
import type { EventBody, LogLineBody } from '../api/schemas/execution.ts';
import { ApiError } from './api-error.ts';
import { fillPath, queryText } from './fill-path.ts';
import { type FollowOptions, followStream } from './follow-stream.ts';
import { pause } from './pause.ts';
import { readEvents, type StreamMessage } from './read-events.ts';
import { type Fetch, send } from './request.ts';

export interface ClientOptions {
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Node's own unless given. */
  readonly fetch?: Fetch;
  /** How often a request that changes nothing is repeated when the server is busy; 3 unless given. */
  readonly retries?: number;
}

/** What a route takes; parts that it does not have are not given. */
export type Request<Id extends RouteId> = Part<'params', ParamsOf<Routes[Id]>> &
  Part<'query', QueryOf<Routes[Id]>> &
  Part<'body', BodyOf<Routes[Id]>> & { readonly signal?: AbortSignal };

type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [K in Name]?: Value }
  : Record<never, never> extends Value
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value };

/** What to run, and with what. */
export type ExecuteRequest = BodyOf<Routes['execute.start']>;
/** An execution as the server shows it. */
export type Execution = ResponseOf<Routes['executions.get']>;
export type StreamedEvent = Static<typeof EventBody>;
export type StreamedLine = Static<typeof LogLineBody>;

/** Seconds to wait where a busy server does not say how long. */
const BUSY_SECONDS = 1;

/** A typed client of the HTTP API: every route of the contract by its id. */
export class Client {
  readonly baseUrl: string;
  readonly #options: ClientOptions;

  /** `baseUrl` such as `http://127.0.0.1:8082`. */
  constructor(baseUrl: string, options: ClientOptions = {}) {
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    this.#options = options;
  }

  async call<Id extends RouteId>(id: Id, request: Request<Id>): Promise<ResponseOf<Routes[Id]>> {
    const response = await this.#send(ROUTES[id], request);
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
    return (isJson ? await response.json() : await response.text()) as ResponseOf<Routes[Id]>;
  }

  /** Starts an execution; gives its id. */
  async execute(request: ExecuteRequest): Promise<string> {
    return (await this.call('execute.start', { body: request })).execution_id;
  }

  /** Resolves when an execution has ended, to what it is then, without its events. */
  async wait(executionId: string, options: FollowOptions = {}): Promise<Execution> {
    const params = { id: executionId };
    // The beginning of an execution is all there is to one that nobody looks at: no event need be sent.
    const query = { event_type: 'playbook_started' };
    const open = (after: string | undefined) =>
      this.messages('streams.execution', { params, query, ...signalOf(options) }, after);
    for await (const _ of followStream(open, options));
    return this.call('executions.get', { params, query: { include_events: false }, ...signalOf(options) });
  }

  /** The events of an execution, from its first on, until it ends; connections that break are opened again. */
  async *stream(executionId: string, options: FollowOptions = {}): AsyncGenerator<StreamedEvent> {
    const request = { params: { id: executionId }, ...signalOf(options) };
    const open = (after: string | undefined) => this.messages('streams.execution', request, after);
    for await (const { data } of followStream(open, options)) yield JSON.parse(data) as StreamedEvent;
  }

  /** What the tools of an execution print, from the first line on, until it ends. */
  async *streamLogs(executionId: string, options: FollowOptions = {}): AsyncGenerator<StreamedLine> {
    const request = { params: { id: executionId }, ...signalOf(options) };
    const open = (after: string | undefined) => this.messages('streams.logs', request, after);
    for await (const { data } of followStream(open, options)) yield JSON.parse(data) as StreamedLine;
  }

  /** The messages of a route that streams, after the one with `lastEventId`. */
  async *messages<Id extends RouteId>(
    id: Id,
    request: Request<Id>,
    lastEventId?: string,
  ): AsyncGenerator<StreamMessage> {
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    const { body, status } = await this.#send(ROUTES[id], request, headers);
    // Nothing comes behind that message any more: there is no stream that could say so.
    if (status === 204) yield { id: undefined, event: 'end', data: '' };
    else if (body) yield* readEvents(body);
  }

  async #send(route: Route, request: Parts, headers: Record<string, string> = {}): Promise<Response> {
    const { params = {}, query = {}, body, signal } = request;
    const url = `${this.baseUrl}${fillPath(route.path, params)}${queryText(query)}`;
    const http = {
      method: route.method,
      url,
      headers: { ...this.#options.headers, ...headers },
      body,
      signal,
    };
    const retries = route.method === 'GET' ? (this.#options.retries ?? 3) : 0;
    for (let attempt = 0; ; attempt++) {
      try {
        return await send(this.#options.fetch ?? fetch, http);
      } catch (error) {
        if (attempt >= retries || !isBusy(error)) throw error;
        await pause((error.retryAfter ?? BUSY_SECONDS) * 1000, signal);
      }
    }
  }
}

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

const signalOf = ({ signal }: FollowOptions): { readonly signal?: AbortSignal } =>
  signal === undefined ? {} : { signal };

const isBusy = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 429 || error.status === 503);
