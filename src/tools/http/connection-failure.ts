import type { Failure } from '../../core/result.ts';
import type { HttpRequest } from './client.ts';
import { TooLargeError, UnpackError } from './errors.ts';
import { detailsOf, shownAddress } from './failures.ts';

type Words = readonly [kind: string, retryable: boolean, what: string];

const REFUSED: Words = ['connection', true, 'the connection was refused'];
const CUT: Words = ['connection', true, 'the connection was closed before the response was complete'];
const UNREACHABLE: Words = ['connection', true, 'the network or the host cannot be reached'];
const SLOW: Words = ['timeout', true, 'the server took too long'];
const NO_HTTP: Words = ['connection', false, 'the server does not answer in HTTP'];

const BY_CODE: Readonly<Record<string, Words>> = {
  ECONNREFUSED: REFUSED,
  ECONNRESET: CUT,
  EPIPE: CUT,
  UND_ERR_SOCKET: CUT,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: CUT,
  ENETUNREACH: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  ENETDOWN: UNREACHABLE,
  ENOTFOUND: ['connection', true, 'no host has this name'],
  EAI_AGAIN: ['connection', true, 'the name of the host could not be looked up'],
  ETIMEDOUT: SLOW,
  UND_ERR_CONNECT_TIMEOUT: ['timeout', true, 'no connection was made within 30 s'],
  UND_ERR_HEADERS_TIMEOUT: SLOW,
  UND_ERR_BODY_TIMEOUT: SLOW,
  UND_ERR_HEADERS_OVERFLOW: ['connection', false, 'the headers of the response are too large'],
  UND_ERR_DESTROYED: ['cancelled', true, 'the worker is shutting down'],
  UND_ERR_CLOSED: ['cancelled', true, 'the worker is shutting down'],
};

const TLS =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|CRL_|INVALID_CA)/;

/** What went wrong on the way, by the code of the error; undefined if that is nothing of the connection. */
export function failureOfConnection(error: unknown, { method, url }: HttpRequest): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  const words = wordsFor(error);
  if (!words) return undefined;
  const [kind, retryable, what] = words;
  const code = codeOf(error);
  return {
    kind,
    message: `${method} ${shownAddress(url)}: ${what}`,
    retryable,
    ...(code === undefined ? {} : { code }),
    ...(error instanceof TooLargeError ? { statusCode: error.status } : {}),
    details: detailsOf(method, url),
  };
}

function wordsFor(error: Error): Words | undefined {
  if (error instanceof TooLargeError) return ['too_large', false, `${error.message}; raise \`max_bytes\``];
  if (error instanceof UnpackError) return ['connection', true, error.message];
  const code = codeOf(error) ?? '';
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code];
  if (code.startsWith('HPE_') || error.name === 'HTTPParserError') return NO_HTTP;
  if (TLS.test(code)) return ['tls', false, `the connection is not secure (${code})`];
  return 'syscall' in error ? ['connection', true, `the connection failed (${code})`] : undefined;
}

/** Its own, or of the first of several addresses that were tried, or of what caused it. */
function codeOf(error: Error): string | undefined {
  if ('code' in error && typeof error.code === 'string') return error.code;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner instanceof Error ? codeOf(inner) : undefined;
}
