import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Console } from '../output/console.ts';

/** Errors whose texts are written for people. */
const TOLD: ReadonlySet<string> = new Set(['StoreError', 'ControlError', 'ConfigProblem']);

/** Of servers; what they say is read only when one of them comes. */
const OF_SERVERS: ReadonlySet<string> = new Set(['ApiError', 'Unreachable', 'ContextProblem']);

/**
 * Runs `work`; what a store or a server says is wrong is told to the user, because their texts are written for
 * people. Commands that are suggested then name the server by `serverFlags`.
 */
export async function withStore(
  console: Console,
  work: () => Promise<ExitCode>,
  serverFlags = ' --remote',
): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    const { lines, code } = await toldOf(error, serverFlags);
    console.err(`${console.errPaint.red('error')}: ${lines.join('\n')}\n`);
    return code;
  }
}

async function toldOf(
  error: unknown,
  serverFlags: string,
): Promise<{ readonly lines: readonly string[]; readonly code: ExitCode }> {
  if (!(error instanceof Error)) throw error;
  if (TOLD.has(error.name)) return { lines: [error.message], code: EXIT.usage };
  if (!OF_SERVERS.has(error.name)) throw error;
  const { serverError } = await import('../remote/told-error.ts');
  const told = serverError(error, serverFlags);
  if (!told) throw error;
  return told;
}
