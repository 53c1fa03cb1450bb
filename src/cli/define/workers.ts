import { Option } from 'commander';
import { type WorkersOptions, workersCommand } from '../commands/workers.ts';
import { outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
A pool counts as offline when its heartbeats stop.

Examples:
  noetl workers
  noetl workers --status offline -o json`;

export const defineWorkers: DefineCommand = (program, cli, exitWith) =>
  program
    .command('workers')
    .summary('list the workers of a server')
    .description('List the pools of workers of a server.')
    .addOption(new Option('--status <status>', 'only those').choices(['ready', 'offline']))
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (options: WorkersOptions) => exitWith(await workersCommand(options, cli)));
