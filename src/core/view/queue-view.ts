import { commandIdOf } from '../command.ts';
import type { CommandIssued, Event, RunId } from '../event.ts';
import type { CommandPlace } from '../state.ts';

/** A command as the queue shows it, open or not. */
export interface QueueRow {
  readonly command_id: string;
  readonly node_name: string;
  readonly status: 'queued' | 'leased' | 'retry' | 'done' | 'dead';
  /** Executions that failed, plus the one under way. */
  readonly attempts: number;
  readonly max_attempts: number;
  /** Of a retry: when it may be taken. */
  readonly available_at: string | undefined;
  readonly worker_id: string | undefined;
  /** Why a dead one is dead. */
  readonly last_error: string | undefined;
}

/** The queue as a projection of the log: every command that was ever issued, in order of issue. */
export function queueView(events: Iterable<Event>): QueueRow[] {
  const queue = new Queue();
  for (const event of events) queue.add(event);
  return [...queue.rows.values()];
}

type Change = Partial<Omit<QueueRow, 'command_id' | 'node_name'>>;

/** Told events one after the other; also of a part of a log that begins later. */
export class Queue {
  readonly rows = new Map<string, QueueRow>();
  /** By step: the id that the commands of its latest run begin with. */
  readonly #runs = new Map<string, string>();
  #executionId = '';

  add(event: Event): void {
    switch (event.type) {
      case 'playbook_started':
        this.#executionId = event.executionId;
        return;
      case 'step.enter':
        if (this.#executionId === '') return;
        this.#runs.set(keyOf(event), commandIdOf(this.#executionId, event.step, event.id));
        return;
      case 'command.issued': {
        if (!event.window) return this.#issue(event, { iteration: undefined, frame: event.frame });
        const { from, to } = event.window;
        for (let iteration = from; iteration < to; iteration++) this.#issue(event, { iteration });
        return;
      }
      case 'command.claimed':
        return this.#change(event, row => ({ ...leased(row), worker_id: event.worker }));
      case 'command.started':
        return this.#change(event, row => ({
          ...leased(row),
          attempts: event.attempt,
          worker_id: event.worker ?? row.worker_id,
        }));
      case 'action_retry':
        if (event.task !== undefined) return;
        return this.#change(event, {
          status: 'retry',
          attempts: event.attempt,
          available_at: new Date(event.availableAt).toISOString(),
          worker_id: undefined,
          last_error: event.error?.message,
        });
      case 'command.lease_expired':
        // A lost lease is no failed attempt.
        return this.#change(event, row => {
          const failures = row.status === 'leased' ? row.attempts - 1 : row.attempts;
          const { owner } = event;
          if (owner === undefined) return { status: 'queued', attempts: failures, worker_id: undefined };
          return { status: 'leased', attempts: failures + 1, worker_id: owner };
        });
      case 'command.completed':
        return this.#change(event, { status: 'done', attempts: event.attempt });
      case 'command.failed':
        return this.#change(event, {
          status: 'dead',
          attempts: event.attempt,
          last_error: event.error.message,
        });
      case 'command.cancelled':
        return this.#change(event, { status: 'dead', last_error: event.reason });
      case 'iteration_completed':
      case 'iteration_failed':
        for (const { index, attempt, error } of event.settled) {
          const status = event.type === 'iteration_completed' ? 'done' : 'dead';
          this.#change(
            { ...event, iteration: index },
            { status, attempts: attempt, last_error: error?.message },
          );
        }
        return;
      case 'playbook.cancelled':
        return this.#cancelOpen(event.reason ?? 'the execution was cancelled');
      default:
        return;
    }
  }

  /** In one process, issuing is leasing: such a command has an owner from the start. */
  #issue(event: CommandIssued, place: CommandPlace): void {
    const key = keyOf(event, place);
    if (this.rows.has(key)) return;
    this.rows.set(key, {
      command_id: this.#idOf(event, place),
      node_name: `${event.step}${suffixOf(place, '_iter_', '_claim_')}`,
      status: event.owner === undefined ? 'queued' : 'leased',
      attempts: event.owner === undefined ? 0 : 1,
      max_attempts: event.maxAttempts,
      available_at: undefined,
      worker_id: event.owner,
      last_error: undefined,
    });
  }

  /** In a part of a log whose run was entered before it, the id that was issued. */
  #idOf(event: CommandIssued, place: CommandPlace): string {
    const run = this.#runs.get(keyOf(event));
    if (run === undefined && !event.window) return event.commandId;
    return `${run ?? event.commandId}${suffixOf(place, ':i', ':f')}`;
  }

  /** What is done or dead stays so. */
  #change(event: RunId & CommandPlace, change: Change | ((row: QueueRow) => Change)): void {
    const key = keyOf(event, event);
    const row = this.rows.get(key);
    if (!row || !isOpen(row)) return;
    this.rows.set(key, { ...row, ...(typeof change === 'function' ? change(row) : change) });
  }

  #cancelOpen(reason: string): void {
    for (const [key, row] of this.rows) {
      if (isOpen(row)) this.rows.set(key, { ...row, status: 'dead', last_error: reason });
    }
  }
}

/** Attempts are counted when a worker takes the command. */
const leased = (row: QueueRow): Change => ({
  status: 'leased',
  attempts: row.status === 'leased' ? row.attempts : row.attempts + 1,
  available_at: undefined,
});

export const isOpen = ({ status }: QueueRow): boolean => status !== 'done' && status !== 'dead';

const keyOf = ({ step, run }: RunId, place: CommandPlace = { iteration: undefined }): string =>
  `${step}\n${run}\n${suffixOf(place, 'i', 'f')}`;

function suffixOf({ iteration, frame }: CommandPlace, ofIteration: string, ofClaim: string): string {
  if (frame !== undefined) return `${ofClaim}${frame}`;
  return iteration === undefined ? '' : `${ofIteration}${iteration}`;
}
