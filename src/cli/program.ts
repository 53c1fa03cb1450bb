import { Command, type Help, type HelpConfiguration } from 'commander';
import { VERSION } from '../common/version.ts';
import { runCommand } from './commands/run.ts';
import type { ExitCode } from './exit-code.ts';
import type { Console } from './output/console.ts';

const FOOTER = `
Examples:
  noetl run examples/01-hello.yaml    check a playbook and run it
  noetl help run                      all about one command

Exit codes:
  0  done
  1  the work failed
  2  the request is wrong: unknown flag, missing file, invalid playbook

Colour is used on a terminal only; NO_COLOR=1 switches it off.`;

const RUN_FOOTER = `
FILE is a YAML playbook (apiVersion: noetl.io/v2, kind: Playbook).
Problems are printed as file:line:column with what is wrong, why, and what to do; the exit code is 2.

This version validates the playbook and stops there: the engine that executes it is not part of it yet.`;

/** The argument table: every command, option and argument the binary understands. */
export function createProgram(console: Console, exitWith: (code: ExitCode) => void): Command {
  const program = new Command('noetl')
    .description('Run workflows written as YAML playbooks.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', FOOTER);
  configure(program, console, 'noetl --help');

  const run = program
    .command('run')
    .alias('exec')
    .description('check a playbook file and run it')
    .argument('<file>', 'the playbook')
    .addHelpText('after', RUN_FOOTER)
    .action(async (file: string) => exitWith(await runCommand(file, console)));
  configure(run, console, 'noetl run --help');

  return program;
}

/** Errors, colour and output are the same for the program and for each of its commands. */
function configure(command: Command, console: Console, helpCommand: string): void {
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
      outputError: (text, write) => write(text.replace(/^error:/, `${console.errPaint.red('error')}:`)),
      getOutHasColors: () => console.outPaint.enabled,
      getErrHasColors: () => console.errPaint.enabled,
    });
}
