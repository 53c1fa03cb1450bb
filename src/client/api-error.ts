import type { ProblemBody } from '../api/error-body.ts';

/** The server answered, and the answer is no success. The message is the server's own. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly problems: readonly ProblemBody[];
  /** Seconds after which asking again makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    message: string,
    problems: readonly ProblemBody[],
    retryAfter: number | undefined,
  ) {
    super(message);
    this.status = status;
    this.problems = problems;
    this.retryAfter = retryAfter;
  }
}

/** There was no answer: nobody listens there, or the connection broke. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`there is no answer from ${withoutQuery(url)}: ${reasonOf(cause)}`, { cause });
    this.url = url;
  }
}

const withoutQuery = (url: string): string => url.split('?', 1)[0] ?? url;

const IS_IT_RUNNING = 'Is the server running? `noetl server start`';

/** What the codes of failed connections mean, and what to do about them. */
const MEANINGS: Readonly<Record<string, readonly [what: string, advice: string]>> = {
  ECONNREFUSED: ['nobody listens there', IS_IT_RUNNING],
  ENOTFOUND: ['no host has this name', 'Check the address'],
  EAI_AGAIN: ['the name of the host cannot be looked up now', 'Check the network and the address'],
  ERR_SSL_WRONG_VERSION_NUMBER: ['it does not speak TLS', 'Write http:// in place of https://'],
};

/** Node's fetch says only that it failed; why stands in the cause. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code } = inner as NodeJS.ErrnoException;
  if (code === undefined) {
    return `${inner instanceof Error ? inner.message : String(inner)}. ${IS_IT_RUNNING}`;
  }
  const meaning = MEANINGS[code];
  return meaning ? `${meaning[0]} (${code}). ${meaning[1]}` : `${code}. ${IS_IT_RUNNING}`;
}
