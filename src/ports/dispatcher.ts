import type { Command } from '../core/command.ts';
import type { Input } from '../core/decide/input.ts';
import type { Program } from '../core/decide/program.ts';
import type { State } from '../core/state.ts';

/** A command with what its templates may read: the execution as it was when the command was issued. */
export interface Assignment {
  readonly command: Command;
  readonly program: Program;
  /** A snapshot: nobody changes it. */
  readonly state: State;
  /** That of the last turn in `state`. */
  readonly version: number;
}

/** Where reports on commands go. Resolves to whether they are recorded, durably; never rejects. */
export type ReportTo = (executionId: string, inputs: readonly Input[]) => Promise<boolean>;

/** Gets commands executed by somebody. Every assignment is reported on once, unless it is taken back. */
export interface Dispatcher {
  /** Not before the command's `availableAt`. */
  dispatch(assignment: Assignment): void;
  /** Stops the command wherever it is; what it reports then is late. */
  cancel(commandId: string): void;
  /** Takes back what an execution has waiting and nobody has begun; gives the ids of the commands. */
  drop(executionId: string): string[];
  /** Begins nothing more; resolves when what runs has ended by itself. What waits, waits. */
  drain(): Promise<void>;
  /** Takes nothing more, stops what runs and waits until it has ended. */
  close(): Promise<void>;
}
