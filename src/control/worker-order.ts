import type { PlainMapping, PlainValue } from '../common/plain-value.ts';
import { commandShape, type WorkerReport, workerReport } from '../core/codec/report-shape.ts';
import { list, number, record, text } from '../core/codec/shape.ts';
import { type Delivered, type Joining, type Lease, WORKER_PREFIX } from '../ports/leases.ts';
import { readId, readShape, refuse } from './read-message.ts';

/** What a worker in another process asks of the holder. */
export type WorkerOrder =
  /** It is there, for the first time or again. Answers for how long it keeps what it has, and what it has lost. */
  | { readonly do: 'join'; readonly joining: Joining }
  /** Work, if there is some; answered when there is. `max` 0: none any more. */
  | { readonly do: 'lease'; readonly worker: string; readonly max: number }
  /** It lives. Answers what it has lost. */
  | { readonly do: 'beat'; readonly worker: string; readonly running: readonly Delivered[] }
  | {
      readonly do: 'report';
      readonly worker: string;
      readonly executionId: string;
      readonly report: WorkerReport;
    }
  /** It goes for good, and has not ended what it had begun of these. */
  | { readonly do: 'leave'; readonly worker: string; readonly begun: readonly Delivered[] }
  /** Asked by anybody: who runs what is to be run. */
  | { readonly do: 'workers' };

/** Of several commands, which execution of each. */
export const deliveries = list(record<Delivered>({ commandId: text, attempt: number, delivery: number }));
const joining = record<Joining>({
  worker: text,
  pools: list(text),
  slots: number,
  pid: number,
  running: deliveries,
});

/**
 * A lease on its way, with where the playbook came from: the same text may have been started from several folders. The
 * arguments of its command are not on it.
 */
export type ShippedLease = Lease & { readonly source: string };
export const shippedLeases = list(
  record<ShippedLease>({ command: commandShape, version: number, hash: text, source: text }),
);

/** Commands that a worker may run at a time, and pools it may serve. */
const MOST_SLOTS = 1000;
const MOST_POOLS = 100;

export const WORKER_VERBS: readonly string[] = ['join', 'lease', 'beat', 'report', 'leave', 'workers'];

export const isWorkerOrder = <M extends { readonly do?: unknown }>(
  request: M,
): request is M & { readonly do: WorkerOrder['do'] } => WORKER_VERBS.some(verb => verb === request.do);

/** What `readWorkerOrder` understands. */
export function writeWorkerOrder(order: WorkerOrder): PlainMapping {
  switch (order.do) {
    case 'join':
      return { do: 'join', joining: joining.write(order.joining) as PlainMapping };
    case 'lease':
      return { ...order };
    case 'beat':
      return { do: 'beat', worker: order.worker, running: deliveries.write(order.running) ?? [] };
    case 'report': {
      const { worker, executionId, report } = order;
      return { do: 'report', worker, executionId, report: workerReport.write(report) as PlainMapping };
    }
    case 'leave':
      return { do: 'leave', worker: order.worker, begun: deliveries.write(order.begun) ?? [] };
    case 'workers':
      return { ...order };
  }
}

export function readWorkerOrder(message: PlainMapping): WorkerOrder {
  switch (message.do) {
    case 'join':
      return { do: 'join', joining: readJoining(message.joining) };
    case 'lease':
      return { do: 'lease', worker: readWorker(message.worker), max: readCount(message.max, '`max`', 0) };
    case 'beat':
      return {
        do: 'beat',
        worker: readWorker(message.worker),
        running: readShape(deliveries, message, 'running'),
      };
    case 'report':
      return {
        do: 'report',
        worker: readWorker(message.worker),
        executionId: readId(message),
        report: readReport(message),
      };
    case 'leave':
      return {
        do: 'leave',
        worker: readWorker(message.worker),
        begun: readShape(deliveries, message, 'begun'),
      };
    default:
      return { do: 'workers' };
  }
}

function readJoining(value: PlainValue | undefined): Joining {
  const found = readShape(joining, { joining: value ?? null }, 'joining');
  readWorker(found.worker);
  readCount(found.slots, '`slots`');
  if (found.pools.length > MOST_POOLS) return refuse(`\`pools\` must be at most ${MOST_POOLS}`);
  return found;
}

/** Which execution it is about stands in the command's id, and nobody speaks for another. */
function readReport(message: PlainMapping): WorkerReport {
  const report = readShape(workerReport, message, 'report');
  if (report.delivery === undefined) return refuse('`report.delivery` is missing');
  return report.commandId.startsWith(`${readId(message)}:`)
    ? report
    : refuse('`report.command_id` is none of the execution');
}

function readWorker(value: PlainValue | undefined): string {
  if (typeof value === 'string' && value.startsWith(WORKER_PREFIX) && value.length <= 200) return value;
  return refuse(`\`worker\` must begin with ${WORKER_PREFIX} and have at most 200 characters`);
}

function readCount(value: PlainValue | undefined, what: string, least = 1): number {
  const isCount =
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= MOST_SLOTS;
  return isCount ? value : refuse(`${what} must be a number from ${least} to ${MOST_SLOTS}`);
}
