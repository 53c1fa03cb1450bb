import type { Assignment } from '../ports/dispatcher.ts';
import {
  type Delivered,
  deliveryOf,
  isSameDelivery,
  type JoinedWorker,
  type Joining,
} from '../ports/leases.ts';

/** What a worker has asked for and not been given yet. */
interface Wish {
  readonly max: number;
  readonly grant: (assignments: readonly Assignment[]) => void;
}

/** Without a delivery: whichever there is. */
type Ended = Omit<Delivered, 'delivery'> & { readonly delivery?: number | undefined };

/** A worker in another process, as the desk knows it: what it has, what it waits for, and until when it is believed. */
export class LeasingWorker {
  readonly name: string;
  /** What it has, by command. */
  readonly held = new Map<string, Delivered>();
  about: Omit<Joining, 'running'>;
  /** What it said to have when it joined. */
  has: readonly Delivered[] = [];
  /** Tells it that a command must not run on; undefined: nobody is connected. */
  stop: ((commandId: string) => void) | undefined;
  readonly #since: number;
  #heardAt: number;
  #wish: Wish | undefined;
  #cancelEnd: () => void = () => {};

  constructor(about: Omit<Joining, 'running'>, now: number) {
    this.name = about.worker;
    this.about = about;
    this.#since = now;
    this.#heardAt = now;
  }

  /** From now on it is believed for a while; `end` cancels what ended that before. */
  heard(now: number, cancelEnd: () => void): void {
    this.#heardAt = now;
    this.believe(cancelEnd);
  }

  believe(cancelEnd: () => void): void {
    this.#cancelEnd();
    this.#cancelEnd = cancelEnd;
  }

  /** Whether it has come and did not mention it. */
  isWithout(delivered: Delivered): boolean {
    return this.stop !== undefined && !this.has.some(each => isSameDelivery(each, delivered));
  }

  /** It has ended that. What it was given of the same command meanwhile is its own. */
  letGo({ commandId, attempt, delivery }: Ended): void {
    const held = this.held.get(commandId);
    if (held?.attempt === attempt && (delivery ?? held.delivery) === held.delivery)
      this.held.delete(commandId);
  }

  /** Resolves when something is there. Whoever asked before gets nothing: its question is out of date. */
  wishes(max: number): Promise<readonly Assignment[]> {
    this.grant([]);
    return new Promise(resolve => {
      this.#wish = { max, grant: resolve };
    });
  }

  /** How much it would take now, of a pool. */
  wants(pool: string): number {
    return this.#wish && this.about.pools.includes(pool) ? this.#wish.max : 0;
  }

  /** From now on they are its own. */
  grant(assignments: readonly Assignment[]): void {
    for (const { command } of assignments) this.held.set(command.commandId, deliveryOf(command));
    this.#wish?.grant(assignments);
    this.#wish = undefined;
  }

  end(): void {
    this.#cancelEnd();
    this.grant([]);
  }

  view(): JoinedWorker {
    const { held, stop } = this;
    const isConnected = stop !== undefined;
    return { ...this.about, running: held.size, isConnected, since: this.#since, heardAt: this.#heardAt };
  }
}
