import type { Input } from '../core/decide/input.ts';
import type { Clock } from '../ports/clock.ts';
import type { ReportTo } from '../ports/dispatcher.ts';
import { type Delivered, deliveryOf, isLast, isSameDelivery, type Lease } from '../ports/leases.ts';

/** Whoever gives out work, as a worker sees it. Waits for the next one while there is none. */
export interface Office<L extends Lease = Lease> {
  lease(max: number): Promise<readonly L[]>;
  /** Which of them are not the worker's own any more. */
  beat(running: readonly Delivered[]): Promise<readonly Delivered[]>;
  report(executionId: string, report: Input, delivery: number): Promise<void>;
}

export interface TakerOptions<L extends Lease> {
  readonly office: Office<L>;
  readonly clock: Clock;
  /** Commands at a time. */
  readonly slots: number;
  /** Loads what the command needs; what it gives has it executed. Reports come back through `report`. */
  readonly prepare: (lease: L) => Promise<() => void>;
  /** Stops a command wherever it is. */
  readonly cancel: (commandId: string) => void;
  /** Called when the office refuses something that it should not, or a command cannot be started. */
  readonly onTrouble: (error: unknown) => void;
}

/** A command in its hands. */
interface Held extends Delivered {
  /** Somebody else has it now, or nobody wants it any more. */
  isLost: boolean;
}

/** Milliseconds before something that went wrong is tried again. */
const PAUSE = 1_000;
/** How often it is tried to have the end of a command recorded by a holder that says that it cannot. */
const MOST_TRIES = 10;

/**
 * Takes leases while there is room, has them executed, says that it lives, and reports. A command is in its hands
 * from the lease until its last report is recorded.
 */
export class LeaseTaker<L extends Lease = Lease> {
  readonly #options: TakerOptions<L>;
  readonly #held = new Map<string, Held>();
  readonly #changed: (() => void)[] = [];
  /** Those that wait until an earlier delivery of the same command is over. */
  readonly #delayed = new Set<Held>();
  #isLeaving = false;
  #isClosed = false;
  #stopBeating: () => void = () => {};

  constructor(options: TakerOptions<L>) {
    this.#options = options;
  }

  /** What it has, as the office wants to hear it. */
  get running(): readonly Delivered[] {
    return [...this.#held.values(), ...this.#delayed].map(withoutFate);
  }

  /** Whether it takes nothing more. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Takes work until it drains. */
  async work(): Promise<void> {
    while (!this.#isLeaving) {
      const free = this.#options.slots - this.#held.size - this.#delayed.size;
      if (free <= 0) await this.#change();
      else await this.#take(free);
    }
  }

  /** From now on it says every so often that it lives. */
  beatEvery(milliseconds: number): void {
    this.#stopBeating();
    if (this.#isClosed) return;
    this.#stopBeating = this.#options.clock.after(milliseconds, () => {
      void this.#beat().then(() => this.beatEvery(milliseconds));
    });
  }

  readonly report: ReportTo = async (executionId, inputs) => {
    for (const input of inputs) if (!(await this.#tell(executionId, input))) return false;
    return true;
  };

  /** Somebody else has these now. */
  lose(lost: readonly Delivered[]): void {
    for (const held of [...this.#held.values(), ...this.#delayed])
      if (lost.some(each => isSameDelivery(each, held))) this.#giveUp(held);
  }

  /** Nobody wants the command any more. */
  stop(commandId: string): void {
    for (const held of [...this.#held.values(), ...this.#delayed])
      if (held.commandId === commandId) this.#giveUp(held);
  }

  /** Takes nothing more; resolves when everything it has is reported. */
  async drain(): Promise<void> {
    this.#isLeaving = true;
    // It has asked for more, and may not have been answered yet.
    this.#options.office.lease(0).catch(() => {});
    while (this.#held.size + this.#delayed.size > 0) await this.#change();
  }

  /** Gives what it had begun and not reported the end of. It begins nothing more, also of what is on its way to it. */
  close(): readonly Delivered[] {
    this.#isLeaving = true;
    this.#isClosed = true;
    this.#stopBeating();
    const begun = [...this.#held.values()].map(withoutFate);
    this.#held.clear();
    this.#tellChange();
    return begun;
  }

  async #take(max: number): Promise<void> {
    try {
      for (const lease of await this.#options.office.lease(max)) void this.#begin(lease);
    } catch (error) {
      if (this.#isLeaving) return;
      this.#options.onTrouble(error);
      await this.#pause();
    }
  }

  async #begin(lease: L): Promise<void> {
    const { commandId } = lease.command;
    const held: Held = { ...deliveryOf(lease.command), isLost: false };
    // It may have had the command before and lost it: then that one has to be over, or nobody could tell them apart.
    this.#delayed.add(held);
    while (this.#held.has(commandId)) await this.#change();
    this.#delayed.delete(held);
    if (held.isLost || this.#isClosed) return this.#tellChange();
    this.#held.set(commandId, held);
    await this.#start(lease, held);
  }

  /** What cannot even be started has failed: somebody else would not fare better. */
  async #start(lease: L, held: Held): Promise<void> {
    const { commandId, executionId, attempt } = lease.command;
    try {
      const run = await this.#options.prepare(lease);
      if (held.isLost) this.#letGo(commandId, held);
      else run();
    } catch (error) {
      const message = `the worker could not begin it: ${error instanceof Error ? error.message : String(error)}`;
      const failure = { kind: 'exception', message, retryable: false };
      await this.report(executionId, [{ kind: 'failed', commandId, attempt, error: failure }]);
    }
  }

  async #tell(executionId: string, input: Input): Promise<boolean> {
    if (!('commandId' in input)) return false;
    const held = this.#held.get(input.commandId);
    if (!held) return false;
    const isEnd = isLast(input);
    try {
      return await this.#insist(() => this.#options.office.report(executionId, input, held.delivery), {
        tries: isEnd ? MOST_TRIES : 1,
        isWanted: () => this.#held.get(input.commandId) === held,
      });
    } finally {
      if (isEnd) this.#letGo(input.commandId, held);
    }
  }

  /** Work that is done is not lost because it cannot be recorded just now. */
  async #insist(
    report: () => Promise<void>,
    { tries, isWanted }: { readonly tries: number; readonly isWanted: () => boolean },
  ): Promise<boolean> {
    for (let left = tries; isWanted(); ) {
      try {
        await report();
        return true;
      } catch (error) {
        if (isWanted()) this.#options.onTrouble(error);
        left -= 1;
        if (left === 0) return false;
        await this.#pause();
      }
    }
    return false;
  }

  async #beat(): Promise<void> {
    try {
      this.lose(await this.#options.office.beat(this.running));
    } catch (error) {
      if (!this.#isLeaving) this.#options.onTrouble(error);
    }
  }

  #giveUp(held: Held): void {
    held.isLost = true;
    if (this.#held.get(held.commandId) === held) this.#options.cancel(held.commandId);
  }

  #letGo(commandId: string, held: Held): void {
    if (this.#held.get(commandId) === held) this.#held.delete(commandId);
    this.#tellChange();
  }

  #tellChange(): void {
    for (const resolve of this.#changed.splice(0)) resolve();
  }

  #change(): Promise<void> {
    return new Promise(resolve => this.#changed.push(resolve));
  }

  #pause(): Promise<void> {
    return new Promise(resolve => this.#options.clock.after(PAUSE, resolve));
  }
}

const withoutFate = ({ commandId, attempt, delivery }: Held): Delivered => ({ commandId, attempt, delivery });
