import type { Input } from '../core/decide/input.ts';
import type { Clock } from '../ports/clock.ts';
import type { ReportTo } from '../ports/dispatcher.ts';
import type { Delivered, Lease } from '../ports/leases.ts';

/** Whoever gives out work, as a worker sees it. Waits for the next one while there is none. */
export interface Office<L extends Lease = Lease> {
  lease(max: number): Promise<readonly L[]>;
  /** Which of them are not the worker's own any more. */
  beat(running: readonly Delivered[]): Promise<readonly string[]>;
  report(executionId: string, report: Input, delivery: number): Promise<void>;
}

export interface TakerOptions<L extends Lease> {
  readonly office: Office<L>;
  readonly clock: Clock;
  /** Commands at a time. */
  readonly slots: number;
  /** Has the command executed; reports come back through `report`. */
  readonly start: (lease: L) => Promise<void>;
  /** Stops a command wherever it is. */
  readonly cancel: (commandId: string) => void;
  /** Called when the office refuses something that it should not, or a command cannot be started. */
  readonly onTrouble: (error: unknown) => void;
}

/** Milliseconds before something that went wrong is tried again. */
const PAUSE = 1_000;

/**
 * Takes leases while there is room, has them executed, says that it lives, and reports. A command is in its hands
 * from the lease until its last report is recorded.
 */
export class LeaseTaker<L extends Lease = Lease> {
  readonly #options: TakerOptions<L>;
  readonly #held = new Map<string, number>();
  readonly #changed: (() => void)[] = [];
  #isLeaving = false;
  #stopBeating: () => void = () => {};

  constructor(options: TakerOptions<L>) {
    this.#options = options;
  }

  /** What it has, as the office wants to hear it. */
  get running(): readonly Delivered[] {
    return [...this.#held].map(([commandId, delivery]) => ({ commandId, delivery }));
  }

  /** Takes work until it drains. */
  async work(): Promise<void> {
    while (!this.#isLeaving) {
      const free = this.#options.slots - this.#held.size;
      if (free <= 0) await this.#change();
      else await this.#take(free);
    }
  }

  /** From now on it says every so often that it lives. */
  beatEvery(milliseconds: number): void {
    this.#stopBeating();
    this.#stopBeating = this.#options.clock.after(milliseconds, () => {
      void this.#beat().then(() => this.beatEvery(milliseconds));
    });
  }

  readonly report: ReportTo = async (executionId, inputs) => {
    for (const input of inputs) if (!(await this.#tell(executionId, input))) return false;
    return true;
  };

  /** Commands that somebody else has now. */
  lose(commandIds: readonly string[]): void {
    for (const commandId of commandIds) this.#options.cancel(commandId);
  }

  /** Takes nothing more; resolves when everything it has is reported. */
  async drain(): Promise<void> {
    this.#isLeaving = true;
    while (this.#held.size > 0) await this.#change();
  }

  close(): void {
    this.#isLeaving = true;
    this.#stopBeating();
    this.#held.clear();
    this.#tellChange();
  }

  async #take(max: number): Promise<void> {
    try {
      const leases = await this.#options.office.lease(max);
      for (const { command } of leases) this.#held.set(command.commandId, command.redeliveries);
      for (const lease of leases) void this.#start(lease);
    } catch (error) {
      if (this.#isLeaving) return;
      this.#options.onTrouble(error);
      await this.#pause();
    }
  }

  /** What cannot even be started has failed: somebody else would not fare better. */
  async #start(lease: L): Promise<void> {
    const { commandId, executionId, attempt } = lease.command;
    try {
      await this.#options.start(lease);
    } catch (error) {
      const message = `the worker could not begin it: ${error instanceof Error ? error.message : String(error)}`;
      const failure = { kind: 'exception', message, retryable: false };
      await this.report(executionId, [{ kind: 'failed', commandId, attempt, error: failure }]);
    }
  }

  async #tell(executionId: string, input: Input): Promise<boolean> {
    if (!('commandId' in input)) return false;
    const delivery = this.#held.get(input.commandId);
    if (delivery === undefined) return false;
    try {
      await this.#options.office.report(executionId, input, delivery);
    } catch (error) {
      if (!this.#isLeaving) this.#options.onTrouble(error);
      return false;
    } finally {
      if (isLast(input)) this.#letGo(input.commandId);
    }
    return true;
  }

  async #beat(): Promise<void> {
    try {
      this.lose(await this.#options.office.beat(this.running));
    } catch (error) {
      if (!this.#isLeaving) this.#options.onTrouble(error);
    }
  }

  #letGo(commandId: string): void {
    this.#held.delete(commandId);
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

const isLast = ({ kind }: Input): boolean => kind === 'done' || kind === 'failed' || kind === 'parked';
