import { helpCommand } from '../commands/help.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Examples:
  noetl help               all commands and topics
  noetl help run           a command
  noetl help templates     a topic
  noetl help http          a kind of tool
  noetl help loops | less

Exit codes:
  0  done
  2  there is no such command or topic`;

export const defineHelp: DefineCommand = (program, cli, exitWith) =>
  program
    .command('help')
    .summary('print the help of a command, or a page of the manual')
    .description('Print the help of a command, or a page of the manual.')
    .argument('[topic]', 'a command, or a topic')
    .addHelpText('after', HELP)
    .action(async (topic: string | undefined) => exitWith(await helpCommand(topic, program, cli)));
