import { type StateOptions, stateCommand } from '../commands/state.ts';
import { dataDirOption, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
The moment is an event (its id, or four or more digits with which it ends), a version (turns count from 1), a
time, \`start\` or \`end\`. ID may be abbreviated; \`last\` is the newest execution.

Examples:
  noetl state last                                as it is now
  noetl state last --at 380488959915995136        just after that event
  noetl state last --at 3                         after its third turn
  noetl state last --at 2026-11-16T08:30:00Z      as it was then
  noetl state last -o json | jq .ctx`;

export const defineState: DefineCommand = (program, cli, exitWith) =>
  program
    .command('state')
    .summary('show an execution as it was at any event')
    .description('Show an execution as it was at any event: steps, variables, results, what starts next.')
    .argument('<id>', 'the execution')
    .option('--at <moment>', 'an event, a version, a time, `start` or `end`', 'end')
    .option('--full', 'whole values, also those that are stored')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (id: string, options: StateOptions) => exitWith(await stateCommand(id, options, cli)));
