import type { Command } from '../core/command.ts';
import type { Program } from '../core/decide/program.ts';
import type { Event } from '../core/event.ts';
import type { State } from '../core/state.ts';

/** What a turn did, told to those who dispatch commands, keep timers or watch. It is durable already. */
export interface TurnTaken {
  readonly executionId: string;
  readonly program: Program;
  readonly state: State;
  readonly version: number;
  readonly events: readonly Event[];
  readonly commands: readonly Command[];
  readonly cancelled: readonly string[];
}

/** Called after every turn, in order per execution. It must not throw and should not take long. */
export type TurnWatcher = (turn: TurnTaken) => void;
