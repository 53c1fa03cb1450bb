import type { ProblemBody } from '../api/error-body.ts';

/** An answer that is no success, thrown by whoever finds out. The message says what is wrong and what to do. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly problems: readonly ProblemBody[];
  /** Seconds after which asking again makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    message: string,
    more: {
      readonly problems?: readonly ProblemBody[];
      readonly retryAfter?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.status = status;
    this.problems = more.problems ?? [];
    this.retryAfter = more.retryAfter;
  }
}

export const notFound = (message: string): HttpError => new HttpError(404, message);
export const unprocessable = (message: string, problems: readonly ProblemBody[] = []): HttpError =>
  new HttpError(422, message, { problems });
