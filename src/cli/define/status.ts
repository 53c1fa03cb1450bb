import { statusCommand } from '../commands/status.ts';
import { dataDirOption, type InspectOptions, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
ID may be abbreviated: four or more digits with which it begins or ends, \`last\` for the newest execution,
\`last~1\` for the one before.

Examples:
  noetl status last
  noetl status 5136
  noetl status last -o json | jq -r .status`;

export const defineStatus: DefineCommand = (program, cli, exitWith) =>
  program
    .command('status')
    .summary('show an execution on one screen')
    .description(
      'Show an execution on one screen: its steps, what it waits for, its error or result, what to type next.',
    )
    .argument('<id>', 'the execution')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (id: string, options: InspectOptions) => exitWith(await statusCommand(id, options, cli)));
