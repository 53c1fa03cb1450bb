import { CommanderError } from 'commander';
import type { Cli } from './cli.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { createProgram } from './program.ts';

/** Runs one command line and answers with the exit code; never ends the process itself. */
export async function runCli(args: readonly string[], cli: Cli): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const program = createProgram(cli, code => {
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
