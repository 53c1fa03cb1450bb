import type { Command } from '../core/command.ts';
import type { Program } from '../core/decide/program.ts';
import type { State } from '../core/state.ts';

/** A command with what its templates may read: the execution as it was when the command was issued. */
export interface Assignment {
  readonly command: Command;
  readonly program: Program;
  /** A snapshot: nobody changes it. */
  readonly state: State;
}
