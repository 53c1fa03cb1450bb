import { runCommand } from '../commands/run.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
FILE is a YAML playbook (apiVersion: noetl.io/v2, kind: Playbook); \`-\` reads it from standard input.
Problems are printed with their place, what is wrong and what to do; warnings do not stop the run.

This version validates the playbook and stops there: the engine that executes it is not part of it yet.

Examples:
  noetl run examples/01-hello.yaml    check a playbook and run it

Exit codes:
  0  the playbook is valid
  2  the playbook is not, or the file cannot be read`;

export const defineRun: DefineCommand = (program, cli, exitWith) =>
  program
    .command('run')
    .alias('exec')
    .summary('check a playbook file and run it')
    .description('Check a playbook file and run it.')
    .argument('<file>', 'the playbook')
    .addHelpText('after', HELP)
    .action(async (file: string) => exitWith(await runCommand(file, cli)));
