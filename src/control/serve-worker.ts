import { EMPTY_MAPPING, type PlainValue } from '../common/plain-value.ts';
import { type Leases, UnknownWorker } from '../ports/leases.ts';
import { ControlError } from './control-error.ts';
import type { Visit } from './visit.ts';
import { deliveries, shippedLeases, type WorkerOrder } from './worker-order.ts';

export interface WorkerHost {
  readonly leases: Leases;
  /** Where the playbook of an execution came from. */
  sourceOf(executionId: string): Promise<string>;
  /** Where the holder is reached by those that tasks have started; undefined: it is not. */
  publicUrl(): string | undefined;
  /** What the holder runs itself. */
  own(): { readonly running: number; readonly slots: number };
}

/** Does for a worker in another process what it asks. */
export async function serveWorker(
  host: WorkerHost | undefined,
  order: WorkerOrder,
  visit: Visit,
): Promise<PlainValue> {
  if (!host) throw new ControlError('control_failed', 'this process has no work for others');
  try {
    return await carryOut(host, order, visit);
  } catch (error) {
    if (!(error instanceof UnknownWorker)) throw error;
    throw new ControlError('control_unknown_worker', error.message, { cause: error });
  }
}

async function carryOut(host: WorkerHost, order: WorkerOrder, visit: Visit): Promise<PlainValue> {
  const { leases } = host;
  switch (order.do) {
    case 'join': {
      const { worker } = order.joining;
      const stop = (commandId: string) => visit.tell({ stop: commandId });
      visit.onLeave(() => leases.lose(worker, stop));
      const lost = deliveries.write(await leases.join(order.joining, stop)) ?? [];
      return { lost, leaseTime: leases.leaseTime, publicUrl: host.publicUrl() ?? null };
    }
    case 'lease': {
      const given = await leases.lease(order.worker, order.max);
      const shipped = given.map(async ({ command, ...lease }) => ({
        ...lease,
        // They stand in the log, and may be of any size.
        command: { ...command, args: EMPTY_MAPPING },
        source: await host.sourceOf(command.executionId),
      }));
      return shippedLeases.write(await Promise.all(shipped)) ?? [];
    }
    case 'beat':
      return { lost: deliveries.write(await leases.beat(order.worker, order.running)) ?? [] };
    case 'report':
      await leases.report(order.worker, order.executionId, order.report);
      return null;
    case 'leave':
      await leases.leave(order.worker, order.begun);
      return null;
    case 'workers':
      return { own: host.own(), others: leases.workers().map(worker => ({ ...worker })) };
  }
}
