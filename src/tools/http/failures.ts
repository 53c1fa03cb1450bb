import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { Failure } from '../../core/result.ts';
import type { HttpRequest, HttpResponse } from './client.ts';

/** Without query, fragment and user: that is where keys stand. */
export const shownAddress = (url: URL): string => url.origin + url.pathname;

/** Why a response counts as a failure, or undefined if it does not. */
export function failureOfStatus(
  { method, followRedirects }: HttpRequest,
  response: HttpResponse,
  now: number,
): Failure | undefined {
  const { status, url } = response;
  if (status < 300 || status === 304 || (status < 400 && !followRedirects)) return undefined;
  const reason = status < 400 ? redirectReason(response) : '';
  return {
    kind: kindOf(status),
    message: `HTTP ${status} from ${method} ${shownAddress(url)}${reason}`,
    retryable: status >= 500 || [408, 425, 429].includes(status),
    statusCode: status,
    details: detailsOf(method, url, [
      ['retry_after', retryAfter(response.headers['retry-after'], now)],
      ['redirects', response.redirects > 0 ? response.redirects : undefined],
    ]),
  };
}

function kindOf(status: number): string {
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate_limit';
  return status >= 500 ? 'server_error' : 'client_error';
}

const redirectReason = ({ redirects, headers }: HttpResponse): string => {
  if (headers.location === undefined) return '';
  return redirects > 0
    ? `: gave up after ${redirects} redirects`
    : ': it redirects to an address that is not http';
};

/** Seconds to wait, of a number or of a date. */
function retryAfter(header: string | string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

export function detailsOf(
  method: string,
  url: URL,
  more: readonly (readonly [string, PlainValue | undefined])[] = [],
): PlainMapping {
  const entries = [['method', method], ['url', shownAddress(url)], ...more] as const;
  return mappingOf(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}
