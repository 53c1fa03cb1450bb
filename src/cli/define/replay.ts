import { type ReplayOptions, replayCommand } from '../commands/replay.ts';
import { dataDirOption, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Before a changed playbook is used: follows what was recorded with the new conditions, guards, loop sources and
\`set\`, while tools answer what they answered then. Nothing runs and nothing is written. Reports for each
execution that the new playbook would have led it the same way, the first decision that would be another one,
or that it cannot be told, because something would run that did not run then.

Without --against, the newest 20 executions of the playbook's own path.

Examples:
  noetl replay shop.yaml
  noetl replay shop.yaml --last 100
  noetl replay shop.yaml --against last 5136

Exit codes:
  0  no execution would have gone another way
  1  at least one would have
  2  wrong flag, invalid playbook, no such execution`;

export const defineReplay: DefineCommand = (program, cli, exitWith) =>
  program
    .command('replay')
    .summary('ask whether a changed playbook would have led earlier executions the same way')
    .description('Ask whether a playbook would have led earlier executions the way they went.')
    .argument('<file>', 'the playbook')
    .option('--against <ids...>', 'these executions')
    .option('--last <count>', 'the newest executions')
    .option('--path <path>', "of this playbook, if not of the file's own path")
    .addOption(dataDirOption())
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (file: string, options: ReplayOptions) =>
      exitWith(await replayCommand(file, options, cli)),
    );
