import { Option } from 'commander';
import { type EventsOptions, eventsCommand } from '../commands/events.ts';
import { dataDirOption, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
One line per event: time, id, name, step, and what it says. \`-o json\` prints one row per line with
everything that was recorded; a loop's events that speak of several items have a row for each.
ID may be abbreviated; \`last\` is the newest execution.

Examples:
  noetl events last
  noetl events last -f                      goes on until the execution ends
  noetl events last --step fetch --type 'command.*'
  noetl events last -o json | jq -r .event_type
  noetl events last --names legacy          as the first engines would have written it`;

export const defineEvents: DefineCommand = (program, cli, exitWith) =>
  program
    .command('events')
    .summary('show the log of an execution')
    .description('Show the log of an execution.')
    .argument('<id>', 'the execution')
    .option('-f, --follow', 'go on until the execution ends')
    .option('--step <step>', 'only events of one step')
    .option('--type <name>', 'only events of one name; a star at the end means any ending')
    .option('--since <event>', 'only events after this one')
    .addOption(
      new Option('--names <names>', 'in which words').choices(['current', 'legacy']).default('current'),
    )
    .addOption(dataDirOption())
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (id: string, options: EventsOptions) => exitWith(await eventsCommand(id, options, cli)));
