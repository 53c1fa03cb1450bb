import type { LogAddress, LogLine } from '../../ports/log-store.ts';
import type { TurnTaken } from '../../ports/turn-watcher.ts';
import type { RunView } from './view/run-view.ts';

/** Shows a person what happens to the execution of a view while it happens. */
export interface Display {
  /** A turn was taken, of the execution or of one it waits for; the view has it already. */
  turn(turn: TurnTaken): void;
  printed(address: LogAddress, lines: readonly LogLine[]): void;
  /** Something beside what the execution says: that it is being cancelled. */
  notice(text: string): void;
  /** Leaves what should stay. Nothing is shown after this. */
  end(): void;
}

/** Makes a display once it is known which execution is watched. */
export type MakeDisplay = (view: RunView) => Display;

/** For those who asked for silence. */
export const noDisplay: MakeDisplay = () => ({ turn() {}, printed() {}, notice() {}, end() {} });
