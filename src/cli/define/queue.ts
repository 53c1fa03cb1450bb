import { Option } from 'commander';
import { type QueueOptions, queueCommand } from '../commands/queue.ts';
import { outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Of the newest executions first. \`queued\` waits for a worker, \`leased\` is being worked on, \`retry\` waits to be
tried again, \`done\` and \`dead\` are over.

Examples:
  noetl queue
  noetl queue --status retry
  noetl queue --execution last -o json`;

export const defineQueue: DefineCommand = (program, cli, exitWith) =>
  program
    .command('queue')
    .summary('list the commands of a server')
    .description('List the commands of a server.')
    .addOption(
      new Option('--status <status>', 'only those').choices(['queued', 'leased', 'retry', 'done', 'dead']),
    )
    .option('--execution <id>', 'only those of one execution')
    .option('--limit <count>', 'how many', '100')
    .option('--cursor <cursor>', 'the next page, as the one before says')
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (options: QueueOptions) => exitWith(await queueCommand(options, cli)));
