import { mappingOf, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import { result as resultShape, withStatus } from './codec/result-shape.ts';
import { commandIdOf } from './command.ts';
import type { ActionRetry, Event, IterationsSettled, SettledIteration, StepExited } from './event.ts';
import { type Failure, NO_RESULT, type Result } from './result.ts';

/** An event in the words of the first engines: `action_*`, `step_*`, `<step>_iter_<n>`, `execution_complete`. */
export interface LegacyRow {
  readonly event_id: string;
  readonly event_type: string;
  readonly node_id: string | undefined;
  readonly node_name: string | undefined;
  readonly status: string;
  readonly attempt?: number;
  readonly worker_id?: string;
  readonly command_id?: string;
  readonly context?: PlainMapping;
  readonly result?: PlainMapping;
  readonly error?: string;
  readonly created_at: string;
}

/** The log as the first engines would have written it. What they had no word for is left out. */
export function legacyTrace(events: Iterable<Event>): LegacyRow[] {
  const trace = new Trace();
  for (const event of events) trace.add(event);
  return trace.rows;
}

type Details = Partial<Omit<LegacyRow, 'event_id' | 'event_type' | 'node_name' | 'status' | 'created_at'>>;

class Trace {
  readonly rows: LegacyRow[] = [];
  #executionId = '';
  /** Steps that are looping, and what the ids of their commands begin with. */
  readonly #loops = new Map<string, string>();
  /** By node: the latest attempt whose start, and whose error, stand in the trace. */
  readonly #started = new Map<string, number>();
  readonly #failed = new Map<string, number>();
  /** By node: what `call.done` brought. */
  readonly #data = new Map<string, Result>();

  add(event: Event): void {
    // They knew no claims, only the rows that came of them.
    if ('frame' in event && event.frame !== undefined) return;
    switch (event.type) {
      case 'playbook_started':
        this.#executionId = event.executionId;
        return this.#row(event, event.type, event.path, 'STARTED', {
          context: mappingOf([
            ['path', event.path],
            ['version', event.version],
            ['workload', event.workload],
          ]),
        });
      case 'workflow_initialized':
        return this.#row(event, event.type, 'workflow', 'COMPLETED');
      case 'step.enter':
        if (!event.loop) return this.#row(event, 'step_started', event.step, 'RUNNING');
        this.#loops.set(event.step, commandIdOf(this.#executionId, event.step, event.id));
        return;
      case 'step.skipped':
        return this.#row(event, 'step_skipped', event.step, 'SKIPPED');
      case 'step.exit':
        return this.#exit(event);
      case 'command.started':
        return this.#start(event, nodeOf(event), event.attempt, event.commandId, event.worker);
      case 'call.done':
        this.#data.set(nodeOf(event), event.result);
        return;
      case 'call.error':
        return this.#error(event, nodeOf(event), event.attempt, event.commandId, event.error);
      case 'action_retry':
        return this.#retry(event);
      case 'command.completed':
        return this.#complete(event, nodeOf(event), event.attempt, event.commandId, event.result);
      case 'command.failed':
        return this.#fail(event, nodeOf(event), event.attempt, event.commandId, event.error);
      case 'command.cancelled':
        return this.#row(event, 'action_cancelled', nodeOf(event), 'CANCELLED', {
          command_id: event.commandId,
        });
      case 'iterator_started':
        // They logged the iterator under the name of its kind, and the step as its id.
        return this.#row(event, event.type, 'iterator', 'RUNNING', {
          node_id: event.step,
          context: mappingOf([
            ['iterator_name', event.step],
            ['total_count', event.total],
            ['mode', event.mode],
          ]),
        });
      case 'iteration_completed':
      case 'iteration_failed':
        for (const settled of event.settled) this.#settle(event, settled);
        return;
      case 'iterator_completed':
        return this.#row(event, event.type, event.step, 'COMPLETED', {
          context: mappingOf([['stats', mappingOf(Object.entries(event.stats))]]),
        });
      case 'playbook.completed':
        return this.#row(event, 'execution_complete', undefined, 'COMPLETED', {
          result: envelope(event.result),
        });
      case 'playbook.failed':
        return this.#row(event, 'execution_failed', undefined, 'FAILED', { error: event.error.message });
      case 'playbook.cancelled':
        return this.#row(event, 'execution_cancelled', undefined, 'CANCELLED');
      default:
        return;
    }
  }

  #row(event: Event, type: string, node: string | undefined, status: string, details: Details = {}): void {
    const earlier = this.rows.at(-1)?.event_id.split('.');
    // Several rows of one event are told apart by their place.
    const place = earlier?.[0] === event.id ? Number(earlier[1] ?? 0) + 1 : 0;
    this.rows.push({
      event_id: place === 0 ? event.id : `${event.id}.${place}`,
      event_type: type,
      node_id: node,
      node_name: node,
      status,
      ...details,
      created_at: new Date(event.at).toISOString(),
    });
  }

  #start(event: Event, node: string, attempt: number, command_id: string, worker?: string): void {
    if ((this.#started.get(node) ?? 0) === attempt) return;
    this.#started.set(node, attempt);
    const details = { attempt, command_id, ...(worker === undefined ? {} : { worker_id: worker }) };
    this.#row(event, 'action_started', node, 'RUNNING', details);
  }

  #error(event: Event, node: string, attempt: number, command_id: string, error: Failure): void {
    if (this.#failed.get(node) === attempt) return;
    this.#failed.set(node, attempt);
    this.#row(event, 'action_error', node, 'FAILED', { attempt, command_id, error: error.message });
  }

  #retry(event: ActionRetry): void {
    if (event.task !== undefined) return;
    const { attempt, commandId: command_id, error } = event;
    const node = nodeOf(event);
    this.#start(event, node, attempt, command_id);
    if (error) this.#error(event, node, attempt, command_id, error);
    this.#row(event, 'action_retry', node, 'RUNNING', {
      attempt,
      command_id,
      ...(error ? { error: error.message } : {}),
      context: mappingOf([
        ['attempt', attempt],
        ['max_attempts', event.maxAttempts],
        ['retry_delay_seconds', event.delay / 1000],
        ['available_at', new Date(event.availableAt).toISOString()],
        ['will_retry', true],
      ]),
    });
  }

  #complete(event: Event, node: string, attempt: number, command_id: string, reported: Result): void {
    const data = this.#data.get(node) ?? NO_RESULT;
    const result = envelope(data.kind === 'none' ? reported : data);
    this.#start(event, node, attempt, command_id);
    this.#row(event, 'action_completed', node, 'COMPLETED', { attempt, command_id, result });
    this.#row(event, 'step_result', node, 'COMPLETED', { command_id, result });
    this.#forget(node);
  }

  #fail(event: Event, node: string, attempt: number, command_id: string, error: Failure): void {
    this.#start(event, node, attempt, command_id);
    this.#error(event, node, attempt, command_id, error);
    this.#row(event, 'action_failed', node, 'FAILED', { attempt, command_id, error: error.message });
    this.#forget(node);
  }

  #settle(event: IterationsSettled, { index, attempt, result, error }: SettledIteration): void {
    const node = nodeOf({ step: event.step, iteration: index });
    const commandId = `${this.#loops.get(event.step) ?? event.step}:i${index}`;
    if (event.type === 'iteration_completed') this.#complete(event, node, attempt, commandId, result);
    else this.#fail(event, node, attempt, commandId, error ?? UNKNOWN);
  }

  /** The end of a loop's run is the completion of its action, which they forgot to write. */
  #exit({ step, outcome, ...event }: StepExited): void {
    const isLoop = this.#loops.delete(step);
    const head = { ...event, step, outcome };
    if (outcome.status === 'COMPLETED') {
      if (isLoop)
        this.#row(head, 'action_completed', step, 'COMPLETED', { result: envelope(outcome.result) });
      return this.#row(head, 'step_completed', step, 'COMPLETED');
    }
    const error = outcome.error.message;
    if (isLoop) this.#row(head, 'action_failed', step, 'FAILED', { error });
    this.#row(head, 'step_failed', step, 'FAILED', { error });
  }

  /** A later run of the step starts its attempts anew. */
  #forget(node: string): void {
    this.#started.delete(node);
    this.#failed.delete(node);
    this.#data.delete(node);
  }
}

const UNKNOWN: Failure = { kind: 'exception', message: 'it failed', retryable: false };

function nodeOf({ step, iteration }: { step: string; iteration: number | undefined }): string {
  return iteration === undefined ? step : `${step}_iter_${iteration}`;
}

const envelope = (result: Result): PlainMapping =>
  withStatus(resultShape.write(result) as PlainValue, 'COMPLETED');
