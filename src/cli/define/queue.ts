import { Option } from 'commander';
import { type QueueOptions, queueCommand } from '../commands/queue.ts';
import { dataDirOption, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Of the newest executions first. \`queued\` waits for a worker, \`leased\` is being worked on, \`retry\` waits to be
tried again, \`done\` and \`dead\` are over.

Examples:
  noetl queue
  noetl queue --status retry
  noetl queue --execution last -o json
  noetl queue --remote                           of a server`;

export const defineQueue: DefineCommand = (program, cli, exitWith) =>
  program
    .command('queue')
    .summary('list commands: what there is to do, and what was done')
    .description('List the commands of a data directory: what there is to do, and what was done.')
    .addOption(
      new Option('--status <status>', 'only those').choices(['queued', 'leased', 'retry', 'done', 'dead']),
    )
    .option('--execution <id>', 'only those of one execution')
    .option('--limit <count>', 'how many', '100')
    .option('--cursor <cursor>', 'the next page, as the one before says')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (options: QueueOptions) => exitWith(await queueCommand(options, cli)));
