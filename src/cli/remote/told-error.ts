import { ApiError, Unreachable } from '../../client/index.ts';
import { ContextProblem } from '../../config/contexts.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';

/** What is said of an error of a server, and the exit code that goes with it. */
export interface ToldError {
  readonly lines: readonly string[];
  readonly code: ExitCode;
}

/** Advice that servers give to programs, and what people type instead, with the flags that name the server. */
const ADVICE: readonly (readonly [ofServer: string, here: (flags: string) => string])[] = [
  [
    'register it first (POST /api/catalog/register), or send `content`',
    flags =>
      `register it there first (\`noetl register FILE${flags}\`), or let \`noetl run FILE${flags}\` do both`,
  ],
  ['/api/catalog/list shows', flags => `\`noetl catalog list${flags}\` shows`],
  ['GET /api/credentials lists', flags => `\`noetl credential list${flags}\` lists`],
  ['GET /api/executions lists', flags => `\`noetl executions${flags}\` lists`],
];

/** A context that was chosen long ago is easily forgotten. */
const WHY_THERE =
  '(`noetl context current` says which server is asked and why; `--data-dir DIR` works without one)';

/** Undefined: it is no error of a server, nor of how one is named. */
export function serverError(error: unknown, serverFlags: string): ToldError | undefined {
  if (error instanceof ContextProblem) return { lines: [error.message], code: EXIT.usage };
  if (error instanceof Unreachable) return { lines: [error.message, WHY_THERE], code: EXIT.failed };
  if (!(error instanceof ApiError)) return undefined;
  // A request that the server refuses stays refused; what it could not do now it may do later.
  const isRefused = error.status < 500 && error.status !== 429;
  const lines = [inCommands(error.message, serverFlags), ...problemsOf(error)];
  return { lines, code: isRefused ? EXIT.usage : EXIT.failed };
}

/** What is not known here is told as it is. */
const inCommands = (message: string, serverFlags: string): string =>
  ADVICE.reduce((text, [ofServer, here]) => text.replace(ofServer, () => here(serverFlags)), message);

/** Those that say more than the message. */
const problemsOf = ({ message, problems }: ApiError): readonly string[] =>
  problems
    .filter(problem => !message.includes(problem.message))
    .flatMap(problem => [
      `  ${problem.where === '' ? '' : `${problem.where}: `}${problem.message}`,
      ...(problem.hint === undefined ? [] : [`    ${problem.hint}`]),
    ]);
