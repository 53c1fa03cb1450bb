import type { Clock } from '../ports/clock.ts';
import type { Assignment } from '../ports/dispatcher.ts';

/**
 * Commands that wait for somebody to run them: those that are not due yet (retries), and those that are. These are
 * taken in turn from each execution (round robin), so that a large loop does not starve its neighbours.
 */
export class WaitingLine {
  readonly #clock: Clock;
  readonly #onDue: () => void;
  readonly #due = new Map<string, Assignment[]>();
  readonly #timers = new Map<string, () => void>();

  /** `onDue` is called when there is one more to take. */
  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** Commands that are due. */
  get count(): number {
    let count = 0;
    for (const line of this.#due.values()) count += line.length;
    return count;
  }

  add(assignment: Assignment): void {
    const { commandId, availableAt } = assignment.command;
    const now = this.#clock.now();
    if (availableAt === undefined || availableAt <= now) return this.#enqueue(assignment);
    this.#timers.set(
      commandId,
      this.#clock.after(availableAt - now, () => {
        this.#timers.delete(commandId);
        this.#enqueue(assignment);
      }),
    );
  }

  /** The first command of the execution whose turn it is; that execution then goes to the end of the line. */
  take(): Assignment | undefined {
    for (const [executionId, line] of this.#due) {
      this.#due.delete(executionId);
      const next = line.shift();
      if (line.length > 0) this.#due.set(executionId, line);
      if (next) return next;
    }
    return undefined;
  }

  remove(commandId: string): void {
    this.#timers.get(commandId)?.();
    this.#timers.delete(commandId);
    const [executionId = ''] = commandId.split(':', 1);
    const line = this.#due.get(executionId);
    const left = line?.filter(({ command }) => command.commandId !== commandId) ?? [];
    if (left.length === 0) this.#due.delete(executionId);
    else if (left.length < (line?.length ?? 0)) this.#due.set(executionId, left);
  }

  /** Takes back what an execution has due here; gives the ids of the commands. */
  drop(executionId: string): string[] {
    const dropped = (this.#due.get(executionId) ?? []).map(({ command }) => command.commandId);
    this.#due.delete(executionId);
    return dropped;
  }

  clear(): void {
    this.#due.clear();
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #enqueue(assignment: Assignment): void {
    const { executionId } = assignment.command;
    const line = this.#due.get(executionId);
    if (line) line.push(assignment);
    else this.#due.set(executionId, [assignment]);
    this.#onDue();
  }
}
