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
    super(
      `there is no answer from ${url}: ${reasonOf(cause)}. Is the server running? \`noetl server start\``,
      {
        cause,
      },
    );
    this.url = url;
  }
}

/** Node's fetch says only that it failed; why stands in the cause. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (inner as NodeJS.ErrnoException).code;
  return code ?? (inner instanceof Error ? inner.message : String(inner));
}
