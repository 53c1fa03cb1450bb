import { type CleanupOptions, cleanupCommand } from '../commands/cleanup.ts';
import { dataDirOption, outputOption } from '../inspect/output.ts';
import { alsoSpelt } from './also-spelt.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
An execution stands still if it has not ended and nothing was recorded of it for that long: its process is
gone and nobody resumed it, or it waits for something that does not come. \`noetl explain ID\` says for what.

Examples:
  noetl cleanup --dry-run             what would be cancelled
  noetl cleanup --older-than 12h`;

export const defineCleanup: DefineCommand = (program, cli, exitWith) =>
  alsoSpelt(program.command('cleanup'), '--older-than-minutes <count>', 'olderThan', count => `${count}m`)
    .summary('cancel executions that stand still')
    .description('Cancel executions that have not ended and to which nothing has happened for long.')
    .option('--older-than <time>', 'for how long nothing happened', '1d')
    .option('--dry-run', 'only list them')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (options: CleanupOptions) => exitWith(await cleanupCommand(options, cli)));
