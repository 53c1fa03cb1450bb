import { Argument, type Command, Option } from 'commander';
import { RUNTIMES } from '../../config/contexts.ts';
import type { Cli } from '../cli.ts';
import {
  type ContextAddOptions,
  type ContextOutput,
  contextAddCommand,
  contextCurrentCommand,
  contextDeleteCommand,
  contextListCommand,
  contextSetRuntimeCommand,
  contextUseCommand,
} from '../commands/context.ts';
import type { ExitCode } from '../exit-code.ts';
import { outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
A context is a server by name, kept in ~/.noetl/config.yaml. Which server a command uses: --server-url, else
--context, else NOETL_SERVER_URL, else the current context, else http://127.0.0.1:8082.

Commands that also work on a data directory go to a server with --remote, --server-url or --context. With
--runtime distributed they do so whenever the context is the current one; naming --data-dir keeps them here.
\`local\` keeps them here unless they are told otherwise, and so does \`auto\`.

Examples:
  noetl context add dev --server-url http://127.0.0.1:8082
  noetl context add prod --server-url https://noetl.example.com --runtime distributed --set-current
  noetl context list
  noetl context use dev
  noetl context set-runtime distributed
  noetl context current
  noetl context delete prod`;

export const defineContext: DefineCommand = (program, cli, exitWith) => {
  const group = program
    .command('context')
    .summary('name servers and choose one')
    .description('Name servers and choose the one that commands use.')
    .addHelpText('after', HELP);
  defineChanges(group, cli, exitWith);
  group
    .command('list')
    .description('list the contexts; * marks the current one')
    .addOption(outputOption())
    .action(async (options: ContextOutput) => exitWith(await contextListCommand(options, cli)));
  group
    .command('current')
    .description('print the server that commands use, and what says so')
    .addOption(outputOption())
    .action(async (options: ContextOutput) => exitWith(await contextCurrentCommand(options, cli)));
  return group;
};

function defineChanges(group: Command, cli: Cli, exitWith: (code: ExitCode) => void): void {
  group
    .command('add')
    .description('name a server, or change what a name means; the first one becomes the current one')
    .argument('<name>', 'letters, digits, _ . and -')
    .requiredOption('--server-url <url>', 'its address')
    .addOption(new Option('--runtime <where>', 'where commands work').choices(RUNTIMES).default('auto'))
    .option('--set-current', 'make it the current one')
    .action(async (name: string, options: ContextAddOptions) =>
      exitWith(await contextAddCommand(name, options, cli)),
    );
  group
    .command('use')
    .description('make a context the current one')
    .argument('<name>', 'the context')
    .action(async (name: string) => exitWith(await contextUseCommand(name, cli)));
  group
    .command('set-runtime')
    .description('say where commands work while the current context is the current one')
    .addArgument(new Argument('<where>', 'here, on its server, or as each command says').choices(RUNTIMES))
    .action(async (where: string) => exitWith(await contextSetRuntimeCommand(where, cli)));
  group
    .command('delete')
    .description('forget a context')
    .argument('<name>', 'the context')
    .action(async (name: string) => exitWith(await contextDeleteCommand(name, cli)));
}
