import type { FastifyError } from 'fastify';
import type { ErrorBody, ProblemBody } from '../api/error-body.ts';
import { HttpError } from './http-error.ts';

/** What is answered for an error, and whether it is the server's own fault. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfter: number | undefined;
}

/** Texts of errors that nobody foresaw stay in the log: they may say more than a client should know. */
export function answerOf(error: unknown): ErrorAnswer {
  if (error instanceof HttpError) {
    return answer(error.status, error.message, error.problems, error.retryAfter);
  }
  const { statusCode, validation, validationContext, message, code } = error as FastifyError;
  if (validation) {
    const where = validationContext ?? 'request';
    const problems = validation.map(({ instancePath, message: what = 'is wrong' }) => ({
      where: `${where}${instancePath}`,
      message: what,
    }));
    return answer(where === 'body' ? 422 : 400, sentence(problems), problems);
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return answer(statusCode, MESSAGES[code] ?? message, []);
  }
  return answer(500, 'the server failed to answer; its log says why', []);
}

const MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'the request is too large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'the body is empty; send JSON, or no content-type',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'the body must be JSON (content-type: application/json)',
};

const sentence = (problems: readonly ProblemBody[]): string =>
  `the request is not what this route takes: ${problems.map(({ where, message }) => `${where} ${message}`).join('; ')}`;

function answer(
  status: number,
  message: string,
  problems: readonly ProblemBody[],
  retryAfter?: number,
): ErrorAnswer {
  return { status, retryAfter, body: { error: message, detail: message, status, problems: [...problems] } };
}
