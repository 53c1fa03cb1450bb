import type { Logger } from 'pino';
import type { Event, NextEvaluated } from '../../core/event.ts';
import type { TurnTaken, TurnWatcher } from '../../ports/turn-watcher.ts';

type Level = 'debug' | 'info' | 'warn';

/** One line of the log that an event deserves. */
interface LogLine {
  readonly level: Level;
  /** The part of the engine that speaks. */
  readonly component: 'initial' | 'transitions' | 'iterators' | 'worker' | 'steering' | 'finalize';
  readonly msg: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Writes what the engine decides to the log: starts, routing, loops, retries, ends. */
export function logTurns(logger: Logger): TurnWatcher {
  return turn => {
    for (const event of turn.events) {
      const line = lineOf(event);
      if (line && logger.isLevelEnabled(line.level)) write(logger, turn, event, line);
    }
  };
}

function write(
  logger: Logger,
  turn: TurnTaken,
  event: Event,
  { level, component, msg, more }: LogLine,
): void {
  const { executionId } = turn;
  const step = 'step' in event && event.step !== undefined ? { step: event.step } : {};
  const run = 'run' in event && event.run !== undefined ? { run: event.run } : {};
  logger[level]({ component, execution_id: executionId, event_id: event.id, ...step, ...run, ...more }, msg);
}

function lineOf(event: Event): LogLine | undefined {
  switch (event.type) {
    case 'playbook_started':
      return {
        level: 'info',
        component: 'initial',
        msg: 'started',
        more: { path: event.path, version: event.version },
      };
    case 'step.enter':
      return { level: 'debug', component: 'transitions', msg: `entered ${event.step}` };
    case 'step.exit':
      return {
        level: 'debug',
        component: 'transitions',
        msg: `${event.step} ${event.outcome.status.toLowerCase()}`,
      };
    case 'step.skipped':
      return {
        level: 'debug',
        component: 'transitions',
        msg: `skipped ${event.step}`,
        more: { reason: event.why.reason },
      };
    case 'next.evaluated':
      return routing(event);
    case 'iterator_started':
      return {
        level: 'info',
        component: 'iterators',
        msg: `loop over ${event.total} items`,
        more: { mode: event.mode },
      };
    case 'iterator_completed':
      return { level: 'info', component: 'iterators', msg: 'loop ended', more: { ...event.stats } };
    case 'iteration_failed':
      return { level: 'warn', component: 'iterators', msg: `${event.settled.length} iterations failed` };
    default:
      return lineOfWork(event) ?? lineOfEnd(event);
  }
}

/** Which arcs were taken, and why the others were not. */
function routing({ step, tokens, arcs, drained, failure }: NextEvaluated): LogLine {
  const targets = tokens.map(({ target }) => target).join(', ');
  const msg = drained
    ? `${step} -> (not routed: the execution is failing)`
    : `${step} -> ${targets || '(nothing)'}`;
  const why = arcs.map(({ target, matched, why: reason }) => ({ target, matched, why: reason }));
  return {
    level: 'info',
    component: 'transitions',
    msg,
    more: { arcs: why, ...(failure === 'none' ? {} : { failure }) },
  };
}

function lineOfWork(event: Event): LogLine | undefined {
  switch (event.type) {
    case 'action_retry': {
      const { attempt, maxAttempts, delay, error } = event;
      const msg = `attempt ${attempt} of ${maxAttempts} failed, the next in ${delay} ms`;
      return {
        level: 'warn',
        component: 'worker',
        msg,
        more: { command_id: event.commandId, error: error?.kind },
      };
    }
    case 'command.failed':
      return {
        level: 'warn',
        component: 'worker',
        msg: `failed: ${event.error.kind}`,
        more: { command_id: event.commandId },
      };
    case 'command.lease_expired':
      return {
        level: 'warn',
        component: 'worker',
        msg: 'was interrupted and is delivered again',
        more: { command_id: event.commandId },
      };
    case 'command.late':
      return {
        level: 'warn',
        component: 'worker',
        msg: `late report: ${event.why}`,
        more: { command_id: event.commandId },
      };
    case 'command.parked':
      return {
        level: 'info',
        component: 'worker',
        msg: `waits for a ${event.waitsFor.kind}`,
        more: { command_id: event.commandId },
      };
    default:
      return undefined;
  }
}

function lineOfEnd(event: Event): LogLine | undefined {
  switch (event.type) {
    case 'playbook.paused':
    case 'playbook.resumed':
    case 'playbook.queued':
    case 'playbook.admitted':
      return { level: 'info', component: 'steering', msg: event.type.slice('playbook.'.length) };
    case 'signal.received':
      return { level: 'info', component: 'steering', msg: `signal ${event.name}` };
    case 'playbook.completed':
      return { level: 'info', component: 'finalize', msg: 'completed' };
    case 'playbook.failed':
      return {
        level: 'warn',
        component: 'finalize',
        msg: `failed: ${event.error.kind}`,
        more: { failed_steps: event.failedSteps },
      };
    case 'playbook.cancelled':
      return { level: 'info', component: 'finalize', msg: 'cancelled' };
    default:
      return undefined;
  }
}
