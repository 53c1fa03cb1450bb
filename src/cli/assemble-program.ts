import { Command, type Help, type HelpConfiguration } from 'commander';
import { VERSION } from '../common/version.ts';
import type { Cli } from './cli.ts';
import { acceptJsonFlag } from './define/also-spelt.ts';
import type { DefineCommand } from './define/define-command.ts';
import type { ExitCode } from './exit-code.ts';
import type { Console } from './output/console.ts';
import { inOurWords } from './words-of-others.ts';

const FOOTER = `
Examples:
  noetl run examples/01-hello.yaml    check a playbook and run it
  noetl validate playbooks            find every mistake in a folder of playbooks
  noetl fmt playbooks                 write them in canonical form
  noetl help run                      all about one command
  noetl help                          what else there is to read: loops, templates, errors, …

Exit codes:
  0  done
  1  the work failed
  2  the request is wrong: unknown flag, missing file, invalid playbook

Colour is used on a terminal only; NO_COLOR=1 switches it off, FORCE_COLOR=1 on.`;

/** The binary with these commands. */
export function assembleProgram(
  commands: readonly DefineCommand[],
  cli: Cli,
  exitWith: (code: ExitCode) => void,
): Command {
  const program = new Command('noetl')
    .description('Run workflows written as YAML playbooks.')
    // What follows a command is the command's: `noetl execute PATH --version 3` asks for no version of noetl.
    .enablePositionalOptions()
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    // `help` is a command of its own: it knows topics, too.
    .helpCommand(false)
    .addHelpText('after', FOOTER);
  configure(program, cli.console, 'noetl --help', inOurWords);
  for (const define of commands) {
    const command = define(program, cli, exitWith).helpOption('-h, --help', 'print this help');
    acceptJsonFlag(command);
    configure(command, cli.console, `noetl ${command.name()} --help`);
  }
  return program;
}

/** What the library says of an argument that is none of its choices, without its own terms. */
const plainly = (error: string): string =>
  error.replace(/command-argument value ('.*') is invalid for argument '(.*)'\. /, 'there is no $2 $1. ');

/** Errors, colour and output are the same for the program and for each of its commands. */
function configure(
  command: Command,
  console: Console,
  helpCommand: string,
  reword = (error: string): string => error,
): void {
  const helpStyle: HelpConfiguration & Partial<Help> = {
    styleTitle: text => console.outPaint.bold(text),
  };
  command
    .exitOverride()
    .showSuggestionAfterError(true)
    .showHelpAfterError(`Run '${helpCommand}' to see what is accepted.`)
    .configureHelp(helpStyle)
    .configureOutput({
      writeOut: text => console.out(text),
      writeErr: text => console.err(text),
      outputError: (text, write) =>
        write(plainly(reword(text)).replace(/^error:/, `${console.errPaint.red('error')}:`)),
      getOutHasColors: () => console.outPaint.enabled,
      getErrHasColors: () => console.errPaint.enabled,
    });
}
