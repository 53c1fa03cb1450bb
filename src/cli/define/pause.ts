import { type PauseOptions, pauseCommand } from '../commands/pause.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
What runs comes to its end; no step is entered until \`noetl resume ID\`. ID may be abbreviated; \`last\` is
the newest execution.

Examples:
  noetl pause last

Exit codes:
  0  paused, or it had ended already
  2  there is no such execution`;

export const definePause: DefineCommand = (program, cli, exitWith) =>
  program
    .command('pause')
    .summary('let an execution start nothing more')
    .description('Let what an execution has under way end, and start nothing more.')
    .argument('<id>', 'the execution')
    .option('-r, --reason <text>', 'why, for the record')
    .option('--data-dir <dir>', 'where executions are recorded', '.noetl')
    .addHelpText('after', HELP)
    .action(async (id: string, options: PauseOptions) => exitWith(await pauseCommand(id, options, cli)));
