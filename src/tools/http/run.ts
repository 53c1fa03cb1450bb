import { mappingOf, type PlainMapping } from '../../common/plain-value.ts';
import { isStoreFailure } from '../../ports/store-failure.ts';
import type { OutcomeAbout, ToolIo, ToolOutcome } from '../../ports/tool.ts';
import { failed, ok, stopped } from '../outcome.ts';
import type { HttpClient, HttpRequest, HttpResponse } from './client.ts';
import type { HttpConfig } from './config.ts';
import { failureOfConnection } from './connection-failure.ts';
import { detailsOf, failureOfStatus, shownAddress } from './failures.ts';
import { type ReadBody, readBody } from './read-body.ts';
import { headerData } from './read-response.ts';

/** Sends one request, redirects included, and gives its response as data. */
export async function run(
  config: HttpConfig,
  client: Pick<HttpClient, 'send'>,
  io: ToolIo,
  now: () => number,
): Promise<ToolOutcome> {
  const { request } = config;
  const started = performance.now();
  try {
    const response = await client.send(request, io.signal);
    const body = await readBody(response, config, io);
    const elapsed = Math.round(performance.now() - started) / 1000;
    return outcomeOf(request, response, body, { elapsed, now: now() });
  } catch (error) {
    if (io.signal.aborted) return stopped(io.signal);
    const failure = failureOfConnection(error, request);
    if (failure) return { status: 'error', error: failure };
    if (isStoreFailure(error)) return notStored(request, error.message, error.code, error.retryable);
    throw error;
  }
}

function outcomeOf(
  request: HttpRequest,
  response: HttpResponse,
  body: ReadBody,
  { elapsed, now }: { readonly elapsed: number; readonly now: number },
): ToolOutcome {
  const headers = headerData(response.headers);
  // The body stands here once; that it is also called `body` is a matter of how results are read.
  const data = mappingOf([
    ['status_code', response.status],
    ['headers', headers],
    ['data', body.data],
    ['url', response.url.href],
    ['elapsed', elapsed],
  ]);
  const about: OutcomeAbout = { http: { status: response.status, headers }, meta: metaOf(response, body) };
  const failure = failureOfStatus(request, response, now) ?? failureOfBody(request, response, body);
  return failure ? { status: 'error', error: failure, data, about } : ok(data, about);
}

const metaOf = ({ redirects }: HttpResponse, { bytes }: ReadBody): PlainMapping =>
  mappingOf([
    ['bytes', bytes],
    ['redirects', redirects],
  ]);

function failureOfBody({ method }: HttpRequest, { status, url }: HttpResponse, { why }: ReadBody) {
  if (why === undefined) return undefined;
  return {
    kind: 'validation',
    message: `${method} ${shownAddress(url)}: ${why}, and \`response_type\` asks for JSON`,
    retryable: false,
    statusCode: status,
    details: detailsOf(method, url),
  };
}

const notStored = (
  { method, url }: HttpRequest,
  message: string,
  code: string,
  retryable: boolean,
): ToolOutcome =>
  failed('storage', `${method} ${shownAddress(url)}: the body could not be stored: ${message}`, {
    code,
    retryable,
    details: detailsOf(method, url),
  });
