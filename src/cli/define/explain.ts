import { explainCommand } from '../commands/explain.ts';
import { dataDirOption, type InspectOptions, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Says what the execution waits for, the state of every step and the last routing decision, each with the
number of the rule that decided it, which \`noetl help F5\` prints. ID may be abbreviated; \`last\` is the newest execution.

Examples:
  noetl explain last
  noetl explain 380488959915995136`;

export const defineExplain: DefineCommand = (program, cli, exitWith) =>
  program
    .command('explain')
    .summary('say why an execution is where it is')
    .description('Say why an execution is where it is.')
    .argument('<id>', 'the execution')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (id: string, options: InspectOptions) => exitWith(await explainCommand(id, options, cli)));
