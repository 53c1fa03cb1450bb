import { Command, type Help, type HelpConfiguration } from 'commander';
import { VERSION } from '../common/version.ts';
import type { Cli } from './cli.ts';
import { defineCancel } from './define/cancel.ts';
import { defineCleanup } from './define/cleanup.ts';
import type { DefineCommand } from './define/define-command.ts';
import { defineDiff } from './define/diff.ts';
import { defineEvents } from './define/events.ts';
import { defineExecutions } from './define/executions.ts';
import { defineExplain } from './define/explain.ts';
import { defineFmt } from './define/fmt.ts';
import { defineGraph } from './define/graph.ts';
import { defineInit } from './define/init.ts';
import { defineLogs } from './define/logs.ts';
import { defineMigrate } from './define/migrate.ts';
import { definePause } from './define/pause.ts';
import { definePrune } from './define/prune.ts';
import { defineReplay } from './define/replay.ts';
import { defineResume } from './define/resume.ts';
import { defineRun } from './define/run.ts';
import { defineSchema } from './define/schema.ts';
import { defineSignal } from './define/signal.ts';
import { defineState } from './define/state.ts';
import { defineStatus } from './define/status.ts';
import { defineTest } from './define/test.ts';
import { defineValidate } from './define/validate.ts';
import type { ExitCode } from './exit-code.ts';
import type { Console } from './output/console.ts';

const FOOTER = `
Examples:
  noetl run examples/01-hello.yaml    check a playbook and run it
  noetl validate playbooks            find every mistake in a folder of playbooks
  noetl fmt playbooks                 write them in canonical form
  noetl help run                      all about one command

Exit codes:
  0  done
  1  the work failed
  2  the request is wrong: unknown flag, missing file, invalid playbook

Colour is used on a terminal only; NO_COLOR=1 switches it off, FORCE_COLOR=1 on.`;

/** In the order of the help. */
const COMMANDS: readonly DefineCommand[] = [
  defineRun,
  definePause,
  defineResume,
  defineCancel,
  defineSignal,
  defineExecutions,
  defineStatus,
  defineExplain,
  defineEvents,
  defineLogs,
  defineState,
  defineDiff,
  defineReplay,
  definePrune,
  defineCleanup,
  defineInit,
  defineTest,
  defineValidate,
  defineFmt,
  defineMigrate,
  defineGraph,
  defineSchema,
];

/** The argument table: every command, option and argument the binary understands. */
export function createProgram(cli: Cli, exitWith: (code: ExitCode) => void): Command {
  const program = new Command('noetl')
    .description('Run workflows written as YAML playbooks.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', FOOTER);
  configure(program, cli.console, 'noetl --help');
  for (const define of COMMANDS) {
    const command = define(program, cli, exitWith).helpOption('-h, --help', 'print this help');
    configure(command, cli.console, `noetl ${command.name()} --help`);
  }
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
