import { type Command, CommanderError } from 'commander';
import { assembleProgram } from './assemble-program.ts';
import type { Cli } from './cli.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { asWrittenNow } from './older-command-lines.ts';

/** Runs one command line and answers with the exit code; never ends the process itself. */
export async function runCli(written: readonly string[], cli: Cli): Promise<ExitCode> {
  const args = asWrittenNow(written);
  let exitCode: ExitCode = EXIT.ok;
  const program = await programFor(args, cli, code => {
    exitCode = code;
  });
  if (args.length === 0) {
    program.outputHelp();
    return EXIT.ok;
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // commander throws to unwind, also after --help and --version; it has already written its message.
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  return exitCode;
}

/**
 * The whole argument table, or of it as much as the first argument asks for: a run, which is what is done
 * most, starts without loading what only other commands need.
 */
async function programFor(
  [first]: readonly string[],
  cli: Cli,
  exitWith: (code: ExitCode) => void,
): Promise<Command> {
  if (first === '--version' || first === '-V') return assembleProgram([], cli, exitWith);
  if (first === 'run' || first === 'exec') {
    const [{ defineRun }, { withServerOptions }] = await Promise.all([
      import('./define/run.ts'),
      import('./remote/server-options.ts'),
    ]);
    return assembleProgram([withServerOptions(defineRun)], cli, exitWith);
  }
  const { createProgram } = await import('./program.ts');
  return createProgram(cli, exitWith);
}
