import type { Argument, Command, Option } from 'commander';

/** What can stand in a place of the command line. */
export type Wanted =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'files' }
  | { readonly kind: 'folders' }
  | { readonly kind: 'executions' }
  | { readonly kind: 'steps' }
  /** Anything: nothing can be offered. */
  | { readonly kind: 'free' };

export interface CompletedOption {
  /** `-o`, `--output`. */
  readonly flags: readonly string[];
  readonly description: string;
  /** Undefined: it takes no value. */
  readonly value: Wanted | undefined;
}

export interface CompletedCommand {
  /** With its aliases. */
  readonly names: readonly string[];
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  readonly arguments: readonly Wanted[];
  /** Whether the last argument may be repeated. */
  readonly isVariadic: boolean;
}

/** The argument table as completion needs it. `extra` offers words where the table has none, by command. */
export function commandTable(
  program: Command,
  extra: Readonly<Record<string, readonly string[]>>,
): readonly CompletedCommand[] {
  const shown = program.createHelp().visibleCommands(program);
  return shown.map(command => ({
    names: [command.name(), ...command.aliases()],
    summary: command.summary() || command.description(),
    options: command.createHelp().visibleOptions(command).map(completedOption),
    arguments: argumentsOf(command, extra[command.name()]),
    isVariadic: command.registeredArguments.at(-1)?.variadic ?? false,
  }));
}

/** A command that only groups others takes the name of one of them. */
function argumentsOf(command: Command, extra: readonly string[] | undefined): readonly Wanted[] {
  const below = command.createHelp().visibleCommands(command);
  if (below.length > 0) return [{ kind: 'words', words: below.map(each => each.name()) }];
  return command.registeredArguments.map(argument => wantedBy(argument, extra));
}

function completedOption(option: Option): CompletedOption {
  const flags = [option.short, option.long].filter(flag => flag !== undefined);
  const takesValue = option.required || option.optional;
  return { flags, description: option.description, value: takesValue ? wantedValue(option) : undefined };
}

function wantedValue({ argChoices, flags }: Option): Wanted {
  if (argChoices) return { kind: 'words', words: argChoices };
  return BY_NAME[/[<[]([\w-]+)/.exec(flags)?.[1] ?? ''] ?? { kind: 'free' };
}

function wantedBy(argument: Argument, extra: readonly string[] | undefined): Wanted {
  const words = argument.argChoices ?? extra;
  return words ? { kind: 'words', words } : (BY_NAME[argument.name()] ?? { kind: 'free' });
}

/** The table names what it takes; the same name means the same thing everywhere. */
const BY_NAME: Readonly<Record<string, Wanted>> = {
  id: { kind: 'executions' },
  ids: { kind: 'executions' },
  file: { kind: 'files' },
  paths: { kind: 'files' },
  dir: { kind: 'folders' },
  folder: { kind: 'folders' },
  step: { kind: 'steps' },
  target: { kind: 'steps' },
};
