import { type Command, Option } from 'commander';
import type { DefineCommand } from '../define/define-command.ts';

/** The same for every command that can work on a server. */
const OPTIONS = [
  ['--remote', 'work on the server, not on a data directory'],
  ['--server-url <url>', 'the address of the server'],
  ['--context <name>', 'the server of this context'],
] as const;

/** A command that works on a data directory, and on a server where it is asked to; or on a server alone. */
export const withServerOptions =
  (define: DefineCommand): DefineCommand =>
  (program, cli, exitWith) =>
    acceptServer(define(program, cli, exitWith));

/** A group takes them with each of its commands. */
function acceptServer(command: Command): Command {
  if (command.commands.length > 0) for (const each of command.commands) acceptServer(each);
  else addOptions(command);
  return command;
}

function addOptions(command: Command): void {
  const worksHere = command.options.some(({ long }) => long === '--data-dir');
  for (const [flags, description] of OPTIONS) {
    if (flags === '--remote' && !worksHere) continue;
    // Whichever was meant, the other would be worked on.
    command.addOption(new Option(flags, description).helpGroup('Server:').conflicts('dataDir'));
  }
  command.hook('preAction', () => {
    // Who names a data directory means it, whatever the current context says.
    if (command.getOptionValueSource('dataDir') === 'cli') command.setOptionValue('local', true);
  });
}
