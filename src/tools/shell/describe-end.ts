import { constants } from 'node:os';
import type { Failure } from '../../core/result.ts';
import type { CommandEnd } from './run-command.ts';

/** As shells count: a program killed by a signal ended with 128 and its number. */
export function exitCodeOf(end: CommandEnd): number | null {
  if (end.kind === 'not_started') return null;
  return end.kind === 'exited' ? end.code : 128 + (constants.signals[end.signal] ?? 0);
}

/** Killed by somebody else, which need not happen again. */
const FROM_OUTSIDE: readonly string[] = ['SIGKILL', 'SIGTERM', 'SIGHUP'];

/** Why a command failed, or undefined if it did not. `lastLine` is the last one it wrote to stderr. */
export function failureOf(end: CommandEnd, lastLine: string): Failure | undefined {
  const cause = lastLine === '' ? '' : `: ${lastLine}`;
  switch (end.kind) {
    case 'not_started':
      return notStarted(end.error);
    case 'killed':
      return {
        kind: 'process',
        message: `command was killed by ${end.signal}${end.signal === 'SIGKILL' ? ' (out of memory, or from outside)' : ''}${cause}`,
        retryable: FROM_OUTSIDE.includes(end.signal),
        code: end.signal,
      };
    case 'exited':
      if (end.code === 0) return undefined;
      return {
        kind: 'process',
        message: `command exited with code ${end.code}${meaning(end.code)}${cause}`,
        retryable: false,
        code: `exit_${end.code}`,
      };
  }
}

function meaning(code: number): string {
  if (code === 126) return ' (cannot be executed)';
  if (code === 127) return ' (not found)';
  // Shells report this way what killed a program they started.
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128);
  return signal ? ` (killed by ${signal[0]})` : '';
}

function notStarted(error: NodeJS.ErrnoException): Failure {
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'the shell or the folder `cwd` was not found',
    EACCES: 'the shell may not be executed, or the folder `cwd` not be entered',
    ENOTDIR: '`cwd` is not a folder',
    E2BIG: 'the command and its environment are longer than the system allows; write large data to a file',
  };
  const code = error.code ?? 'UNKNOWN';
  return {
    kind: 'process',
    message: `command could not be started: ${words[code] ?? code}`,
    // No process or no memory left right now.
    retryable: ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE'].includes(code),
    code,
  };
}
