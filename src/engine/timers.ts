import type { Input } from '../core/decide/input.ts';
import type { Program } from '../core/decide/program.ts';
import { timeLimitOf } from '../core/decide/time-limit.ts';
import type { Event, ParkedOn } from '../core/event.ts';
import { isTerminal } from '../core/fold/fold.ts';
import type { State } from '../core/state.ts';
import type { Clock } from '../ports/clock.ts';

/** Wakes parked commands when their time comes, and ends executions whose time is up. All of it is in the log. */
export class Timers {
  readonly #clock: Clock;
  readonly #send: (executionId: string, input: Input) => void;
  readonly #byExecution = new Map<string, Map<string, () => void>>();

  constructor(clock: Clock, send: (executionId: string, input: Input) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  follow(program: Program, state: State, events: readonly Event[]): void {
    const executionId = state.header?.executionId ?? '';
    if (isTerminal(state)) return this.#forget(executionId);
    for (const event of events) {
      if (event.type === 'playbook_started' || event.type === 'playbook.admitted')
        this.watchExecution(program, state);
      if (event.type === 'command.parked') {
        const at = deadlineOf(event.waitsFor);
        if (at !== undefined) this.schedule(executionId, event.commandId, at);
      }
    }
  }

  schedule(executionId: string, commandId: string, at: number): void {
    this.#set(executionId, commandId, at, { kind: 'deadline', commandId });
  }

  /** The execution's own timeout counts from when it began to run, also after a restart. */
  watchExecution(program: Program, state: State): void {
    const { header } = state;
    if (!header || state.isQueued) return;
    const time = timeLimitOf(program, header.workload);
    // One that cannot be read has failed the execution when it started.
    if ('failure' in time || time.limit === undefined) return;
    this.#set(header.executionId, '', header.admittedAt + time.limit, { kind: 'timeout' });
  }

  #set(executionId: string, name: string, at: number, input: Input): void {
    const timers = this.#byExecution.get(executionId) ?? new Map<string, () => void>();
    this.#byExecution.set(executionId, timers);
    timers.get(name)?.();
    timers.set(
      name,
      this.#clock.at(at, () => this.#send(executionId, input)),
    );
  }

  #forget(executionId: string): void {
    for (const cancel of this.#byExecution.get(executionId)?.values() ?? []) cancel();
    this.#byExecution.delete(executionId);
  }

  close(): void {
    for (const executionId of [...this.#byExecution.keys()]) this.#forget(executionId);
  }
}

export function deadlineOf(on: ParkedOn): number | undefined {
  return on.kind === 'time' ? on.until : on.deadline;
}
