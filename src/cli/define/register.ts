import { type Command, Option } from 'commander';
import { type RegisterOptions, registerCommand } from '../commands/register.ts';
import { dataDirOption, outputOption } from '../inspect/output.ts';
import { collect } from './collect.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Each playbook becomes the next version of its path (\`metadata.path\`, else its name); one that has not changed
stays as it is. In a folder, all .yaml and .yml files with \`kind: Playbook\` are registered. Nothing is
registered if one of them is invalid, unless --keep-going is given.

Examples:
  noetl register shop.yaml
  noetl register playbooks
  noetl register playbooks --keep-going -o json

Exit codes:
  0  all registered, or unchanged
  1  some were not, with --keep-going
  2  nothing was registered: an invalid playbook, a file that cannot be read, a wrong flag`;

interface Given extends RegisterOptions {
  readonly file?: readonly string[];
  readonly directory?: readonly string[];
}

export const defineRegister: DefineCommand = (program, cli, exitWith) =>
  program
    .command('register')
    .summary('add playbooks to the catalog')
    .description('Add playbooks to the catalog.')
    .usage('[options] <paths...>')
    .argument('[paths...]', 'playbooks, or folders of them')
    // Older command lines name them by options.
    .addOption(new Option('-f, --file <path>').hideHelp().argParser(collect))
    .addOption(new Option('-d, --directory <path>').hideHelp().argParser(collect))
    .option('--keep-going', 'register those that are valid, whatever the others are')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (paths: string[], { file = [], directory = [], ...options }: Given, command: Command) => {
      const all = [...paths, ...file, ...directory];
      if (all.length === 0) command.error("error: missing required argument 'paths'");
      exitWith(await registerCommand(all, options, cli));
    });
