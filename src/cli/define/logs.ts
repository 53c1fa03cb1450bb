import { type LogsOptions, logsCommand } from '../commands/logs.ts';
import { dataDirOption, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Lines are in the order in which they were printed, with their step in front where there are several. On a
terminal, standard error is red. ID may be abbreviated; \`last\` is the newest execution.

Examples:
  noetl logs last
  noetl logs last -f                        goes on until the execution ends
  noetl logs last --step fetch --tail 50
  noetl logs last --step each --iteration 3 --attempt 2
  noetl logs last -o json | jq -r 'select(.stream == "stderr").text'`;

export const defineLogs: DefineCommand = (program, cli, exitWith) =>
  program
    .command('logs')
    .summary('show what the tools of an execution printed')
    .description('Show what the tools of an execution printed.')
    .argument('<id>', 'the execution')
    .option('-f, --follow', 'go on until the execution ends')
    .option('--step <step>', 'only what one step printed')
    .option('--iteration <index>', 'only one item of a loop; the first is 0')
    .option('--attempt <number>', 'only one attempt; the first is 1')
    .option('--tail <count>', 'only the last lines')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (id: string, options: LogsOptions) => exitWith(await logsCommand(id, options, cli)));
