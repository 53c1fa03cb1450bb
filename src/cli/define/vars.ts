import { varsCommand } from '../commands/vars.ts';
import { dataDirOption, type InspectOptions, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Variables are what steps keep in \`ctx\`. Values are read as YAML, so \`n=3\` is a number; dots go deeper. What is
set is recorded in the log of the execution, and steps that start afterwards see it. An execution that has
ended is left alone. ID may be abbreviated; \`last\` is the newest execution.

Examples:
  noetl vars last
  noetl vars last -o json | jq .cursor
  noetl vars 380488959915995136 set limit=100 mode=fast

Exit codes:
  0  done, or the execution had ended already
  2  there is no such execution, or an assignment is wrong`;

export const defineVars: DefineCommand = (program, cli, exitWith) =>
  program
    .command('vars')
    .summary('show the variables of an execution, or set them')
    .description('Show the variables of an execution, or set them.')
    .argument('<id>', 'the execution')
    .argument('[set...]', '`set`, and key=value as often as you like')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (id: string, words: string[], options: InspectOptions) =>
      exitWith(await varsCommand(id, words, options, cli)),
    );
