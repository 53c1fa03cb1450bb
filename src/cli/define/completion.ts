import { Argument } from 'commander';
import {
  COMPLETED,
  type Completed,
  completeCommand,
  completionCommand,
  SHELLS,
  type Shell,
} from '../commands/completion.ts';
import { dataDirOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Completes commands, options and their choices, files, executions and steps.

Examples:
  source <(noetl completion bash)       in ~/.bashrc
  source <(noetl completion zsh)        in ~/.zshrc, after compinit
  noetl completion fish > ~/.config/fish/completions/noetl.fish`;

export const defineCompletion: DefineCommand = (program, cli, exitWith) =>
  program
    .command('completion')
    .summary('print a script that completes commands in your shell')
    .description('Print a script that completes commands in your shell.')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addHelpText('after', HELP)
    .action(async (shell: Shell) => exitWith(await completionCommand(shell, program, cli)));

/** For the scripts; people have no use for it. */
export const defineComplete: DefineCommand = (program, cli, exitWith) =>
  program
    .command('complete', { hidden: true })
    .summary('print what could stand at a place of the command line')
    .description(
      'Print what could stand at a place of the command line, a word per line. Completion scripts ask it.',
    )
    .addArgument(new Argument('<what>', 'what is looked for').choices(COMPLETED))
    .argument('[source]', 'the playbook or execution whose steps are looked for')
    .addOption(dataDirOption())
    .action(async (what: Completed, source: string | undefined, options: { readonly dataDir: string }) =>
      exitWith(await completeCommand(what, source, options, cli)),
    );
