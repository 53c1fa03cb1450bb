import type { Stores } from '../adapters/common/stores.ts';
import { isMapping, type PlainValue } from '../common/plain-value.ts';
import { ControlError, type ControlErrorCode } from '../control/control-error.ts';
import type { HolderLink } from '../control/holder-link.ts';
import { deliveries, type ShippedLease, shippedLeases } from '../control/worker-order.ts';
import type { WorkerReport } from '../core/codec/report-shape.ts';
import type { Delivered } from '../ports/leases.ts';
import type { Office } from '../worker/lease-taker.ts';

/** What a command has printed is there before its end is. */
export function officeAt(link: HolderLink, worker: string, logs: Stores['logs']): Office<ShippedLease> {
  return {
    lease: async max => shippedLeases.read(await link.ask({ do: 'lease', worker, max }), 'leases'),
    beat: async running => lostIn(await link.ask({ do: 'beat', worker, running })),
    report: async (executionId, report, delivery) => {
      if (report.kind !== 'heartbeat' && report.kind !== 'task_retry') await logs.flush().catch(NO_MATTER);
      await tell(link, worker, executionId, { ...(report as WorkerReport), delivery });
    },
  };
}

/** What the holder cannot take however often it is told is a failure of the command: else nobody would ever know. */
async function tell(
  link: HolderLink,
  worker: string,
  executionId: string,
  report: WorkerReport,
): Promise<void> {
  const order = { do: 'report', worker, executionId } as const;
  try {
    await link.ask({ ...order, report });
  } catch (error) {
    if (!(error instanceof ControlError) || !REFUSED.has(error.code)) throw error;
    if (report.kind === 'heartbeat' || report.kind === 'task_retry') throw error;
    const { commandId, attempt, delivery } = report;
    const message = `what came of it cannot be handed to the process that records it: ${error.message}`;
    const failure = { kind: 'exception', message, retryable: false };
    await link.ask({ ...order, report: { kind: 'failed', commandId, attempt, delivery, error: failure } });
  }
}

const REFUSED: ReadonlySet<ControlErrorCode> = new Set(['control_too_large', 'control_bad_request']);

/** Lines that cannot be kept are counted by their store; the report is worth more than they are. */
const NO_MATTER = () => {};

/** What the holder says is not the worker's own any more. */
export const lostIn = (answer: PlainValue): readonly Delivered[] =>
  deliveries.read(isMapping(answer) ? answer.lost : undefined, 'lost');
