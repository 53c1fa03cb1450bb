import { LruMap } from '../../common/lru.ts';
import type { Event } from '../../core/event.ts';
import type { Failure } from '../../core/result.ts';
import type { State } from '../../core/state.ts';
import {
  attemptSpan,
  executionSpan,
  parseTraceparent,
  stepSpan,
  type TraceContext,
} from '../../core/trace-context.ts';
import type { TurnTaken } from '../../ports/turn-watcher.ts';
import { attemptIn } from './attempts.ts';
import type { Span } from './span.ts';

/** Attempts whose start is remembered; of one that is forgotten the start of its step is taken. */
const REMEMBERED = 20_000;

/**
 * Makes spans of what turns say has ended: an execution, a run of a step, an attempt of a command. Kinds of
 * failures are told, never their texts, and nothing of the data.
 */
export class SpansOfTurns {
  /** When attempts began, by the id of their span. */
  readonly #begun = new LruMap<string, number>(REMEMBERED);
  /** The `step.enter` of runs, by the id of their span: the turn that settles a run's last iteration ends it. */
  readonly #entered = new LruMap<string, string>(REMEMBERED);

  of({ executionId, state, events }: TurnTaken): Span[] {
    const context = state.header?.trace === undefined ? undefined : parseTraceparent(state.header.trace);
    if (!context) return [];
    return events.flatMap(event => this.#spansOf(executionId, context, state, event));
  }

  #spansOf(executionId: string, context: TraceContext, state: State, event: Event): Span[] {
    switch (event.type) {
      case 'playbook.completed':
      case 'playbook.failed':
      case 'playbook.cancelled':
        return [ofExecution(executionId, context, state, event)];
      case 'step.exit':
        return [ofStep(executionId, context, state, event)];
      default:
        return this.#attempts(executionId, context, state, event);
    }
  }

  #attempts(executionId: string, { traceId }: TraceContext, state: State, event: Event): Span[] {
    if (event.type === 'step.enter')
      this.#entered.set(stepSpan(executionId, event.step, event.run), event.id);
    const enterIdOf = (step: string, run: number) =>
      this.#entered.get(stepSpan(executionId, step, run)) ?? state.steps.get(step)?.active?.enterId;
    const found = attemptIn(event, executionId, enterIdOf);
    for (const { commandId, attempt } of found.begun)
      this.#begun.set(attemptSpan(commandId, attempt), event.at);
    return found.ended.map(({ commandId, attempt, step, run, iteration, failure }) => {
      const spanId = attemptSpan(commandId, attempt);
      return {
        traceId,
        spanId,
        parentSpanId: stepSpan(executionId, step, run),
        name: iteration === undefined ? `attempt ${attempt}` : `iteration ${iteration}, attempt ${attempt}`,
        from: this.#begun.get(spanId) ?? enteredAt(state, step) ?? event.at,
        to: event.at,
        attributes: {
          'noetl.execution_id': executionId,
          'noetl.step': step,
          'noetl.command_id': commandId,
          'noetl.attempt': attempt,
        },
        failure,
      };
    });
  }
}

const enteredAt = (state: State, step: string): number | undefined => {
  const known = state.steps.get(step);
  return known?.active?.enteredAt ?? known?.last?.enteredAt;
};

type Ended = Extract<Event, { type: 'playbook.completed' | 'playbook.failed' | 'playbook.cancelled' }>;

function ofExecution(executionId: string, context: TraceContext, { header }: State, event: Ended): Span {
  const spanId = executionSpan(executionId);
  const status = event.type.slice('playbook.'.length).toUpperCase();
  return {
    traceId: context.traceId,
    spanId,
    parentSpanId: context.spanId === spanId ? undefined : context.spanId,
    name: header?.path ?? 'execution',
    from: header?.startedAt ?? event.at,
    to: event.at,
    attributes: {
      'noetl.execution_id': executionId,
      'noetl.path': header?.path ?? '',
      'noetl.version': header?.version ?? '',
      'noetl.status': status,
    },
    failure: event.type === 'playbook.failed' ? event.error.kind : undefined,
  };
}

function ofStep(
  executionId: string,
  { traceId }: TraceContext,
  state: State,
  { step, run, at, outcome }: Extract<Event, { type: 'step.exit' }>,
): Span {
  const failure: Failure | undefined = outcome.status === 'FAILED' ? outcome.error : undefined;
  return {
    traceId,
    spanId: stepSpan(executionId, step, run),
    parentSpanId: executionSpan(executionId),
    name: step,
    from: enteredAt(state, step) ?? at,
    to: at,
    attributes: {
      'noetl.execution_id': executionId,
      'noetl.step': step,
      'noetl.run': run,
      'noetl.status': outcome.status,
    },
    failure: failure?.kind,
  };
}
