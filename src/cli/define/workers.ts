import { Option } from 'commander';
import { type WorkersOptions, workersCommand } from '../commands/workers.ts';
import { dataDirOption, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
At a data directory works the process that holds it (\`local\`), with the \`noetl worker\`s beside it, or nobody. A
server also knows the pools that registered with it; one counts as offline when its heartbeats stop.

Examples:
  noetl workers                                  who works at the data directory of this folder
  noetl workers --remote --status offline -o json`;

export const defineWorkers: DefineCommand = (program, cli, exitWith) =>
  program
    .command('workers')
    .summary('list who works')
    .description('List the pools of workers at a data directory or of a server.')
    .addOption(new Option('--status <status>', 'only those').choices(['ready', 'offline']))
    .addOption(dataDirOption())
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (options: WorkersOptions) => exitWith(await workersCommand(options, cli)));
