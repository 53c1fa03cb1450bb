import { Option } from 'commander';
import { type ExecutionsOptions, executionsCommand } from '../commands/executions.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Examples:
  noetl executions                     the latest executions of this folder
  noetl executions --status failed     those that failed
  noetl executions -o json | jq '.[0].execution_id'`;

export const defineExecutions: DefineCommand = (program, cli, exitWith) =>
  program
    .command('executions')
    .summary('list executions')
    .description(
      'List the executions of a data directory, newest first; another process may be writing to it.',
    )
    .option('--data-dir <dir>', 'where executions are recorded', '.noetl')
    .addOption(
      new Option('--status <status>', 'only those').choices([
        'running',
        'paused',
        'completed',
        'failed',
        'cancelled',
      ]),
    )
    .option('--path <path>', 'only those of one playbook')
    .option('--limit <count>', 'how many', '20')
    .addOption(
      new Option('-o, --output <form>', 'how to print them').choices(['text', 'json']).default('text'),
    )
    .addHelpText('after', HELP)
    .action(async (options: ExecutionsOptions) => exitWith(await executionsCommand(options, cli)));
