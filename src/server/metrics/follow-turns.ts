import { ROUTES } from '../../api/routes/index.ts';
import type { Event } from '../../core/event.ts';
import type { State } from '../../core/state.ts';
import type { TurnWatcher } from '../../ports/turn-watcher.ts';
import type { Answered } from '../create-server.ts';
import type { ExecuteAsked } from '../services.ts';
import { countClaims, issuedBy } from './count-claims.ts';
import { statusLabel } from './event-status.ts';
import type { Metrics } from './metrics.ts';

/** Feeds the metrics from the turns of the engine. */
export function countTurns(metrics: Metrics): TurnWatcher {
  return ({ events, state }) => {
    for (const event of events) {
      metrics.events.inc({ event_type: event.type, status: statusLabel(event) });
      count(metrics, event, state);
      countClaims(metrics, event);
    }
  };
}

function count(metrics: Metrics, event: Event, state: State): void {
  switch (event.type) {
    case 'playbook_started':
      return metrics.started.inc();
    case 'playbook.completed':
    case 'playbook.failed':
    case 'playbook.cancelled':
      return ended(metrics, event, state);
    case 'step.exit':
      return exited(metrics, event, state);
    case 'step.skipped':
      return metrics.steps.inc({ outcome: 'skipped' });
    case 'command.issued':
      return metrics.issued.inc(issuedBy(event));
    case 'iteration_completed':
    case 'iteration_failed': {
      const outcome = event.type === 'iteration_completed' ? 'completed' : 'failed';
      return metrics.commands.inc({ outcome }, event.settled.length);
    }
    default:
      return countCommand(metrics, event);
  }
}

/** Iterations of loops that end well or badly are told together, by `iteration_completed` and `iteration_failed`. */
function countCommand(metrics: Metrics, event: Event): void {
  switch (event.type) {
    case 'command.completed':
      return metrics.commands.inc({ outcome: 'completed' });
    case 'command.failed':
      return metrics.commands.inc({ outcome: 'failed' });
    case 'command.cancelled':
      return metrics.commands.inc({ outcome: 'cancelled' });
    case 'action_retry':
      return event.task === undefined ? metrics.commands.inc({ outcome: 'retried' }) : undefined;
    case 'command.lease_expired':
      return metrics.commands.inc({ outcome: 'lost' });
    default:
  }
}

type Ended = Extract<Event, { type: 'playbook.completed' | 'playbook.failed' | 'playbook.cancelled' }>;

function ended(metrics: Metrics, { type, at }: Ended, { header }: State): void {
  const outcome = type.slice('playbook.'.length);
  metrics.executions.inc({ outcome });
  if (header) metrics.executionSeconds.observe({ outcome }, seconds(header.startedAt, at));
}

function exited(metrics: Metrics, event: Extract<Event, { type: 'step.exit' }>, state: State): void {
  const outcome = event.outcome.status.toLowerCase();
  metrics.steps.inc({ outcome });
  const last = state.steps.get(event.step)?.last;
  if (last?.run === event.run) metrics.stepSeconds.observe({ outcome }, seconds(last.enteredAt, event.at));
}

/** The clock may have been set back meanwhile. */
const seconds = (from: number, to: number): number => Math.max(0, to - from) / 1000;

/** Feeds the metrics from what the server answered. */
export function countAnswers(metrics: Metrics): (answer: Answered) => void {
  return answer => {
    const { method, path, status, seconds: took } = answer;
    metrics.requests.inc({ method, route: path, status });
    metrics.requestSeconds.observe({ method, route: path }, took);
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return;
    metrics.writeRequests.inc({ endpoint: path, status });
    metrics.writeRequestSeconds.observe({ endpoint: path }, took);
    if (path === ROUTES['events.batch'].path) countBatch(metrics, answer);
  };
}

/** One that is wrong in itself is neither. */
function countBatch(metrics: Metrics, { status, seconds: took }: Answered): void {
  if (status >= 500) return metrics.lostBatches.inc();
  if (status >= 400) return;
  metrics.batches.inc();
  metrics.batchSeconds.observe(took);
}

/** Feeds the metrics from what requests ask to execute. */
export function countExecutes(metrics: Metrics): (asked: ExecuteAsked) => void {
  return ({ entry, outcomes }) => {
    for (const outcome of outcomes) metrics.executed.inc({ entry, outcome });
    if (entry === 'batch') metrics.batchSize.observe(outcomes.length);
  };
}
