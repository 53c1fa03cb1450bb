import { Option } from 'commander';
import { type PruneFlags, pruneCommand } from '../commands/prune.ts';
import { dataDirOption, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Removes executions that have ended, with everything that was recorded of them and of the executions they
called. What an execution that stays needs is kept. With several limits, an execution goes if it is beyond all
of them. No other process may be using the data directory; a dry run only reads.

Examples:
  noetl prune --older-than 30d --dry-run     what would go
  noetl prune --older-than 30d --keep 10     but of each playbook the newest 10 stay
  noetl prune --status failed --older-than 7d
  noetl prune --logs-older-than 7d           logs only`;

export const definePrune: DefineCommand = (program, cli, exitWith) =>
  program
    .command('prune')
    .summary('remove old executions')
    .description('Remove executions that have ended, by age and count, and old logs.')
    .option('--older-than <time>', 'those that ended longer ago: 30d, 12h')
    .option('--keep <count>', 'but of each playbook the newest so many stay')
    .addOption(new Option('--status <status...>', 'only those').choices(['completed', 'failed', 'cancelled']))
    .option('--logs-older-than <time>', 'what was printed longer ago, also of executions that stay')
    .option('--dry-run', 'only say what would be removed')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (flags: PruneFlags) => exitWith(await pruneCommand(flags, cli)));
