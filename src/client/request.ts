import type { ErrorBody } from '../api/error-body.ts';
import { isMapping, type PlainValue } from '../common/plain-value.ts';
import { ApiError, Unreachable } from './api-error.ts';

/** One request, with its route filled in. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal | undefined;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Sends a request; throws an `ApiError` for an answer that is no success, and `Unreachable` for none. */
export async function send(fetch: Fetch, request: HttpRequest): Promise<Response> {
  const { method, url, headers, body, signal } = request;
  const hasBody = body !== undefined;
  const response = await fetch(url, {
    method,
    headers: { ...(hasBody ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw signal.reason;
    throw new Unreachable(url, error);
  });
  if (response.ok) return response;
  throw await errorOf(response);
}

async function errorOf(response: Response): Promise<ApiError> {
  const after = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(after) ? after : undefined;
  const text = await response.text();
  const body = readJson(text);
  if (!isErrorBody(body)) {
    // Not ours: a proxy in between, or something else that listens there.
    const said = text.trim() === '' ? response.statusText : text.trim().slice(0, 200);
    return new ApiError(
      response.status,
      `${response.url} answered ${response.status}: ${said}`,
      [],
      retryAfter,
    );
  }
  return new ApiError(response.status, body.error, body.problems, retryAfter);
}

function readJson(text: string): PlainValue | undefined {
  try {
    return JSON.parse(text) as PlainValue;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  isMapping(body as PlainValue) &&
  typeof (body as ErrorBody).error === 'string' &&
  Array.isArray((body as ErrorBody).problems);
