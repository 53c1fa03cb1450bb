import { Option } from 'commander';
import { type ExplainOptions, explainCommand } from '../commands/explain.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Says what the execution waits for, the state of every step and the last routing decision, each with the
number of the rule that decided it.

Examples:
  noetl explain 380488959915995136`;

export const defineExplain: DefineCommand = (program, cli, exitWith) =>
  program
    .command('explain')
    .summary('say why an execution is where it is')
    .description('Say why an execution is where it is.')
    .argument('<id>', 'the execution')
    .option('--data-dir <dir>', 'where executions are recorded', '.noetl')
    .addOption(new Option('-o, --output <form>', 'how to print it').choices(['text', 'json']).default('text'))
    .addHelpText('after', HELP)
    .action(async (id: string, options: ExplainOptions) => exitWith(await explainCommand(id, options, cli)));
