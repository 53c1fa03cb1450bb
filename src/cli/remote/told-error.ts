import { ApiError, Unreachable } from '../../client/index.ts';
import { ContextProblem } from '../../config/contexts.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';

/** What is said of an error of a server, and the exit code that goes with it. */
export interface ToldError {
  readonly lines: readonly string[];
  readonly code: ExitCode;
}

/** Undefined: it is no error of a server, nor of how one is named. */
export function serverError(error: unknown): ToldError | undefined {
  if (error instanceof ContextProblem) return { lines: [error.message], code: EXIT.usage };
  if (error instanceof Unreachable) return { lines: [error.message], code: EXIT.failed };
  if (!(error instanceof ApiError)) return undefined;
  // A request that the server refuses stays refused; what it could not do now it may do later.
  const isRefused = error.status < 500 && error.status !== 429;
  return { lines: [error.message, ...problemsOf(error)], code: isRefused ? EXIT.usage : EXIT.failed };
}

/** Those that say more than the message. */
const problemsOf = ({ message, problems }: ApiError): readonly string[] =>
  problems
    .filter(problem => !message.includes(problem.message))
    .flatMap(problem => [
      `  ${problem.where === '' ? '' : `${problem.where}: `}${problem.message}`,
      ...(problem.hint === undefined ? [] : [`    ${problem.hint}`]),
    ]);
