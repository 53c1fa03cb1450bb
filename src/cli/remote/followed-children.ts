import type { Event } from '../../core/event.ts';

/** Executions that are listened to at once: each of them is two connections. */
const AT_ONCE = 8;

/**
 * The playbooks that an execution waits for, as its events tell of them. A loop may start thousands: those beyond
 * a few wait for their turn to be listened to, and are left out if they have ended by then.
 */
export class FollowedChildren {
  readonly #listen: (executionId: string) => Promise<void>;
  /** By the command that waits for it. */
  readonly #waiting = new Map<string, string>();
  readonly #listened = new Map<string, Promise<void>>();

  /** `listen` resolves when the child has ended; it does not reject. */
  constructor(listen: (executionId: string) => Promise<void>) {
    this.#listen = listen;
  }

  /** An event of the execution, or of one of its children. */
  take(event: Event): void {
    if (event.type === 'command.parked' && event.waitsFor.kind === 'child')
      this.#waiting.set(event.commandId, event.waitsFor.executionId);
    else if ('commandId' in event && typeof event.commandId === 'string' && isEnd(event))
      this.#waiting.delete(event.commandId);
    this.#next();
  }

  /** Resolves when all that are listened to have ended, and those that they tell of. */
  async ended(): Promise<void> {
    this.#waiting.clear();
    while (this.#listened.size > 0) await Promise.all(this.#listened.values());
  }

  #next(): void {
    for (const [commandId, executionId] of this.#waiting) {
      if (this.#listened.size >= AT_ONCE) return;
      this.#waiting.delete(commandId);
      this.#listened.set(executionId, this.#hear(executionId));
    }
  }

  async #hear(executionId: string): Promise<void> {
    await this.#listen(executionId);
    this.#listened.delete(executionId);
    this.#next();
  }
}

const ENDS: ReadonlySet<string> = new Set(['command.completed', 'command.failed', 'command.cancelled']);
const isEnd = ({ type }: Event): boolean => ENDS.has(type);
