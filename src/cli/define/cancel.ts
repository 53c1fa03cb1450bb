import { Option } from 'commander';
import { type CancelOptions, cancelCommand } from '../commands/cancel.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Works whether or not a process runs the execution. The playbooks that it called are cancelled with it; what
runs is told to stop. ID may be abbreviated; \`last\` is the newest execution.

Examples:
  noetl cancel last
  noetl cancel 380488959915995136 --reason "wrong input"

Exit codes:
  0  cancelled, or it had ended already
  2  there is no such execution`;

export const defineCancel: DefineCommand = (program, cli, exitWith) =>
  program
    .command('cancel')
    .summary('end an execution')
    .description('End an execution and the playbooks that it called.')
    .argument('<id>', 'the execution')
    .option('-r, --reason <text>', 'why, for the record')
    // Those that it waits for are cancelled in any case.
    .addOption(new Option('--cascade').hideHelp())
    .option('--data-dir <dir>', 'where executions are recorded', '.noetl')
    .addHelpText('after', HELP)
    .action(async (id: string, options: CancelOptions) => exitWith(await cancelCommand(id, options, cli)));
