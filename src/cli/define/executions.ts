import { Option } from 'commander';
import { type ExecutionsOptions, executionsCommand } from '../commands/executions.ts';
import { dataDirOption, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Newest first. Executions that a step of another one started are left out unless asked for.
Another process may be writing to the data directory.

Examples:
  noetl executions                               the latest executions of this folder
  noetl executions --status failed --since 2h    those that failed in the last two hours
  noetl executions --before 5136                 the page that follows the execution ending with 5136
  noetl executions -o json | jq '.[0].execution_id'`;

const STATUSES = ['pending', 'running', 'paused', 'completed', 'failed', 'cancelled'];

export const defineExecutions: DefineCommand = (program, cli, exitWith) =>
  program
    .command('executions')
    .summary('list executions')
    .description('List the executions of a data directory.')
    .addOption(new Option('--status <status>', 'only those').choices(STATUSES))
    .option('--path <path>', 'only those of one playbook')
    .option('--since <time>', 'only those that started at most so long ago: 2h, 30m, 7d')
    .option('--before <id>', 'only those older than this one: the next page')
    .option('--limit <count>', 'how many', '20')
    .option('--children', 'also those that a step of another execution started')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (options: ExecutionsOptions) => exitWith(await executionsCommand(options, cli)));
