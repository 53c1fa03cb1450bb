import { assertNever } from '../../common/assert-never.ts';
import type {
  CommandEvent,
  Event,
  LoopStart,
  NextEvaluated,
  ParkedOn,
  RunId,
  StepSkipped,
} from '../event.ts';
import type { Failure, Result } from '../result.ts';
import type { CommandPlace } from '../state.ts';
import { attemptText } from './attempt-text.ts';
import { shownResult } from './shown-result.ts';

/** What an event says, in one line for people. Its name and step are shown beside it. */
export function eventSummary(event: Event): string {
  switch (event.type) {
    case 'playbook_started':
      return `${event.path} version ${event.version}, ${event.rerunOf === undefined ? `from step ${event.entry}` : `rerun of ${event.rerunOf}`}`;
    case 'playbook.completed':
      return `result ${dataText(event.result)}`;
    case 'playbook.failed':
    case 'playbook.timed_out':
      return failureText(event.error);
    case 'playbook.cancelled':
    case 'playbook.paused':
      return event.reason ?? '';
    case 'signal.received':
      return `${event.name} ${JSON.stringify(event.data, exact)}`;
    case 'workflow_initialized':
    case 'workflow_completed':
    case 'workflow_failed':
    case 'playbook.queued':
    case 'playbook.admitted':
    case 'playbook.resumed':
      return '';
    case 'ctx.updated':
      return Object.entries(event.values)
        .map(([name, value]) => `${name} = ${JSON.stringify(value, exact)}`)
        .join(', ');
    case 'event.received':
      return joined(dataText(event.result), event.worker && `from ${event.worker}`);
    case 'report.received':
      return joined(
        event.name,
        event.worker && `from ${event.worker}`,
        event.late && `too late: ${event.late}`,
      );
    case 'step.enter':
      return joined(event.loop && loopText(event.loop), fromText(event.arrivals.map(({ from }) => from)));
    case 'step.skipped':
      return SKIPPED[event.why.reason];
    case 'step.exit':
      return event.outcome.status === 'FAILED'
        ? `failed: ${failureText(event.outcome.error)}`
        : joined('completed', dataText(event.outcome.result));
    case 'next.evaluated':
      return routeText(event);
    case 'iterator_started':
      return `${items(event.total)}, ${event.mode}`;
    case 'iteration_completed':
      return indexes(event.settled.map(({ index }) => index));
    case 'iteration_failed': {
      const [first] = event.settled;
      const why = first?.error ? `: ${failureText(first.error)}` : '';
      return `${indexes(event.settled.map(({ index }) => index))}${why}`;
    }
    case 'iterator_completed': {
      const { success, failed, skipped } = event.stats;
      return `${success} succeeded, ${failed} failed${skipped > 0 ? `, ${skipped} not run` : ''}`;
    }
    case 'loop.done':
      return '';
    case 'frame.started':
      return `claim ${event.frame}: ${event.rows === 0 ? 'no more rows' : rangeText(event.from, event.from + event.rows - 1)}`;
    case 'frame.committed':
      return `claim ${event.frame}`;
    case 'frame.failed':
      return `claim ${event.frame}: ${failureText(event.error)}`;
    default:
      return commandSummary(event);
  }
}

type CommandEvents = CommandEvent;

function commandSummary(event: CommandEvents): string {
  switch (event.type) {
    case 'command.issued':
      return joined(
        itemText({ iteration: undefined, frame: event.frame }),
        event.window && rangeText(event.window.from, event.window.to - 1),
        event.maxAttempts > 1 ? `up to ${event.maxAttempts} attempts` : undefined,
      );
    case 'command.claimed':
      return joined(itemText(event), `by ${event.worker}`);
    case 'command.started':
      return joined(itemText(event), `attempt ${event.attempt}`, event.worker && `on ${event.worker}`);
    case 'command.heartbeat':
      return joined(itemText(event), `attempt ${event.attempt} is under way`);
    case 'command.parked':
      return joined(itemText(event), `waits for ${parkedText(event.waitsFor)}`);
    case 'callback.received':
      return joined(itemText(event), 'its callback came before it waits for it');
    case 'call.done':
      return joined(itemText(event), dataText(event.result));
    case 'call.error':
    case 'command.failed':
      return joined(itemText(event), `attempt ${event.attempt}`, failureText(event.error));
    case 'action_retry':
      return joined(
        itemText(event),
        event.task,
        `${attemptText(event.attempt, event.maxAttempts, event.error)}, again in ${event.delay} ms`,
        event.error && failureText(event.error),
      );
    case 'command.completed':
      return joined(itemText(event), `attempt ${event.attempt}`);
    case 'command.cancelled':
      return joined(itemText(event), event.reason);
    case 'command.lease_expired':
      return joined(itemText(event), `its worker was lost (${event.redeliveries} times)`);
    case 'command.late':
      return `${event.reported}: ${event.why}`;
    default:
      return assertNever(event, 'event');
  }
}

const SKIPPED: Readonly<Record<StepSkipped['why']['reason'], string>> = {
  guard: 'its `when` is false',
  admission: 'not admitted',
  request: 'as asked for at the start',
  unreached: 'not reached',
};

const joined = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(part => part !== undefined && part !== '').join(', ');

const loopText = ({ cursor, total }: LoopStart): string => (cursor ? 'rows are claimed' : items(total));

const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

function itemText({ iteration, frame }: CommandPlace): string | undefined {
  if (frame !== undefined) return `claim ${frame}`;
  return iteration === undefined ? undefined : `item ${iteration}`;
}

function fromText(sources: readonly (RunId | undefined)[]): string | undefined {
  const names = sources.flatMap(from => (from ? [from.step] : []));
  return names.length === 0 ? undefined : `after ${names.join(', ')}`;
}

function routeText({ tokens, drained, failure, arcs }: NextEvaluated): string {
  if (drained) return 'nothing follows: the execution is failing';
  const targets = tokens.map(({ target }) => target).join(', ');
  const to = targets === '' ? (arcs.length > 0 ? 'no arc matched' : 'nothing follows') : `→ ${targets}`;
  return failure === 'none' ? to : `${to} (failure ${failure})`;
}

function parkedText(on: ParkedOn): string {
  switch (on.kind) {
    case 'child':
      return `execution ${on.executionId} of ${on.path}`;
    case 'signal':
      return `the signal ${on.name}`;
    case 'time':
      return new Date(on.until).toISOString();
    case 'callback':
      return 'a callback';
  }
}

const rangeText = (from: number, to: number): string =>
  from === to ? `item ${from}` : `items ${from}–${to}`;

/** `item 3`, `items 0–4, 7`. */
function indexes(list: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const index of list.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  const text = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
  return `${list.length === 1 ? 'item' : 'items'} ${text}`;
}

const failureText = ({ kind, message }: Failure): string => `${kind}: ${message.split('\n', 1)[0]}`;

function dataText(result: Result): string | undefined {
  const data = shownResult(result);
  return data === undefined ? undefined : JSON.stringify(data, exact);
}

const exact = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
