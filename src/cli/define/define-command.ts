import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import type { ExitCode } from '../exit-code.ts';

/** Adds one command to the argument table: its name, arguments, options and help. */
export type DefineCommand = (program: Command, cli: Cli, exitWith: (code: ExitCode) => void) => Command;
