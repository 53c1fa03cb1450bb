import { diffCommand } from '../commands/diff.ts';
import { dataDirOption, type InspectOptions, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
With two moments: what changed between them, in status, steps, variables and results. A moment is an event, a
version, a time, \`start\` or \`end\`, as for \`noetl state\`.
With a second execution instead: how the two differ, in input, decisions, steps and results.
Executions may be abbreviated; \`last\` is the newest, \`last~1\` the one before.

Examples:
  noetl diff last start end       what an execution did
  noetl diff last 3 4             what its fourth turn did
  noetl diff last~1 last          the last two executions`;

export const defineDiff: DefineCommand = (program, cli, exitWith) =>
  program
    .command('diff')
    .summary('compare two moments of an execution, or two executions')
    .description('Compare two moments of an execution, or two executions.')
    .argument('<id>', 'the execution')
    .argument('<from>', 'the earlier moment, or the other execution')
    .argument('[to]', 'the later moment')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (id: string, from: string, to: string | undefined, options: InspectOptions) =>
      exitWith(await diffCommand(id, from, to, options, cli)),
    );
