import { LruMap } from '../../common/lru.ts';
import type { State } from '../../core/state.ts';
import type { LogAddress, LogLine } from '../../ports/log-store.ts';
import type { TurnTaken } from '../../ports/turn-watcher.ts';
import type { Display, MakeDisplay } from './display.ts';
import { RunView } from './view/run-view.ts';

/** More of them at once than anybody reads. */
const KEPT = 1_000;

/**
 * The view of one execution and its display. Turns may be taken, and lines printed, before it is known which
 * execution is watched (its first ones are part of its start): they are kept until then.
 */
export class WatchedRun {
  readonly #makeDisplay: MakeDisplay;
  readonly #flags: string | undefined;
  /** Executions that were shown lately: what they print or call may be heard of after their end. */
  readonly #shown = new LruMap<string, true>(KEPT);
  #early: TurnTaken[] | undefined = [];
  #earlyLines: [LogAddress, readonly LogLine[]][] = [];
  #view: RunView | undefined;
  #display: Display | undefined;

  /** `flags` name the place where it is recorded, in commands that are suggested. */
  constructor(makeDisplay: MakeDisplay, flags?: string) {
    this.#makeDisplay = makeDisplay;
    this.#flags = flags;
  }

  get view(): RunView {
    if (!this.#view) throw new Error('no execution is watched yet');
    return this.#view;
  }

  /** `state` is used where no turn has been seen: the execution began before anybody watched. */
  open(executionId: string, state: State): void {
    this.#view = new RunView(executionId, this.#flags);
    this.#display = this.#makeDisplay(this.#view);
    const early = this.#early ?? [];
    this.#early = undefined;
    this.#shown.set(executionId, true);
    for (const turn of early) this.turn(turn);
    this.#view.seed(state);
    for (const [address, lines] of this.#earlyLines.splice(0)) this.printed(address, lines);
  }

  turn(turn: TurnTaken): void {
    if (this.#early) this.#early.push(turn);
    if (!this.#view || !this.#concerns(this.#view, turn)) return;
    this.#shown.set(turn.executionId, true);
    this.#view.follow(turn);
    this.#display?.turn(turn);
  }

  /** Of a server, a playbook that was called may be heard of when the one that called it has ended. */
  #concerns(view: RunView, { executionId, state }: TurnTaken): boolean {
    const caller = state.header?.parent?.executionId ?? '';
    return view.concerns(executionId, state) || this.#shown.get(caller) === true;
  }

  readonly printed = (address: LogAddress, lines: readonly LogLine[]): void => {
    if (this.#early && this.#earlyLines.length < KEPT) this.#earlyLines.push([address, lines]);
    if (this.#shown.get(address.executionId)) this.#display?.printed(address, lines);
  };

  readonly notice = (text: string): void => this.#display?.notice(text);

  /** May be called twice. */
  end(): void {
    this.#display?.end();
    this.#display = undefined;
  }
}
