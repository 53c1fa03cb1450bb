import type { FastifyError } from 'fastify';
import type { ErrorBody, ProblemBody } from '../api/error-body.ts';
import { isStoreFailure, type StoreFailure } from '../ports/store-failure.ts';
import { describeProblems } from './describe-problems.ts';
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
  if (isStoreFailure(error)) return ofStore(error);
  const { statusCode, validation, validationContext, message, code } = error as Partial<FastifyError>;
  if (validation) {
    const where = validationContext ?? 'request';
    const problems = describeProblems(validation, where);
    return answer(where === 'body' ? 422 : 400, sentence(problems), problems);
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return answer(statusCode, MESSAGES[code ?? ''] ?? message ?? 'the request is wrong', []);
  }
  return answer(500, 'the server failed to answer; its log says why', []);
}

/** Seconds: a full disk or a lock does not go away at once. */
const STORE_PAUSE = 10;

/** The store says what is wrong and what to do. An id that can be nobody's is no fault of the store. */
function ofStore({ code, message, retryable }: StoreFailure): ErrorAnswer {
  if (code === 'store_invalid_id') return answer(400, message, []);
  if (code === 'store_result_too_large') return answer(413, message, []);
  return answer(503, message, [], retryable ? STORE_PAUSE : undefined);
}

const MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'the body is larger than this server takes (NOETL_MAX_BODY_BYTES)',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'the body is not as long as the request says',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'the body must be JSON (content-type: application/json)',
  FST_ERR_BAD_URL: 'the address is no proper URL: a % must be followed by two hexadecimal digits',
  FST_ERR_MAX_PARAM_LENGTH: 'a part of the address is too long',
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
