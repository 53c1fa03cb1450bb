import { type Command, Option } from 'commander';

/**
 * Another spelling of an option, which older command lines have: understood, but in no help and no completion. What is
 * written last counts. `ours` is the name under which the command finds the value.
 */
export function alsoSpelt(
  command: Command,
  flags: string,
  ours: string,
  read: (written: string) => unknown = written => written,
): Command {
  const option = new Option(flags).hideHelp();
  return command.addOption(option).on(`option:${option.name()}`, (written: string) => {
    command.setOptionValueWithSource(ours, read(written), 'cli');
  });
}

/** `-j` is `-o json`, with every command that has it. */
export function acceptJsonFlag(command: Command): void {
  for (const each of command.commands) acceptJsonFlag(each);
  const output = command.options.find(({ long }) => long === '--output');
  if (output?.argChoices?.includes('json')) alsoSpelt(command, '-j, --json', 'output', () => 'json');
}
