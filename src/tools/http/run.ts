import { mappingOf } from '../../common/plain-value.ts';
import type { OutcomeAbout, ToolIo, ToolOutcome } from '../../ports/tool.ts';
import { ok, stopped } from '../outcome.ts';
import type { HttpClient, HttpResponse } from './client.ts';
import type { HttpConfig } from './config.ts';
import { failureOfConnection } from './connection-failure.ts';
import { detailsOf, failureOfStatus, shownAddress } from './failures.ts';
import { headerData, readBodyData } from './read-response.ts';

/** Sends one request, redirects included, and gives its response as data. */
export async function run(
  { request, responseType }: HttpConfig,
  client: Pick<HttpClient, 'send'>,
  io: ToolIo,
  now: () => number,
): Promise<ToolOutcome> {
  const started = performance.now();
  let response: HttpResponse;
  try {
    response = await client.send(request, io.signal);
  } catch (error) {
    if (io.signal.aborted) return stopped(io.signal);
    const failure = failureOfConnection(error, request);
    if (!failure) throw error;
    return { status: 'error', error: failure };
  }
  const { method } = request;
  const headers = headerData(response.headers);
  const body = readBodyData(response, responseType);
  // The body stands here once; that it is also called `body` is a matter of how results are read.
  const data = mappingOf([
    ['status_code', response.status],
    ['headers', headers],
    ['data', body.data],
    ['url', response.url.href],
    ['elapsed', Math.round(performance.now() - started) / 1000],
  ]);
  const meta = mappingOf([
    ['bytes', response.body.length],
    ['redirects', response.redirects],
  ]);
  const about: OutcomeAbout = { http: { status: response.status, headers }, meta };
  const failure = failureOfStatus(request, response, now());
  if (failure) return { status: 'error', error: failure, data, about };
  if (body.ok) return ok(data, about);
  const error = {
    kind: 'validation',
    message: `${method} ${shownAddress(response.url)}: ${body.why}, and \`response_type\` asks for JSON`,
    retryable: false,
    statusCode: response.status,
    details: detailsOf(method, response.url),
  };
  return { status: 'error', error, data, about };
}
