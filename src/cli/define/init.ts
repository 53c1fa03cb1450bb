import { initCommand } from '../commands/init.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Writes hello.yaml (a playbook with tests), noetl.schema.json (for editors) and .gitignore. What is there
already is left as it is.

Examples:
  noetl init          in this folder
  noetl init shop     in a new one

Exit codes:
  0  done
  2  the folder cannot be written to`;

export const defineInit: DefineCommand = (program, cli, exitWith) =>
  program
    .command('init')
    .summary('write a playbook to begin with')
    .description('Write a playbook to begin with, with tests, the schema for editors and a .gitignore.')
    .argument('[dir]', 'the folder, made if it is not there', '.')
    .addHelpText('after', HELP)
    .action(async (folder: string) => exitWith(await initCommand(folder, cli)));
