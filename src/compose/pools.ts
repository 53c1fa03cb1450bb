import { resolve } from 'node:path';
import { findAddress } from '../control/address.ts';
import { ControlClient } from '../control/control-client.ts';
import { ControlError, HolderLost } from '../control/control-error.ts';
import type { Clock } from '../ports/clock.ts';
import type { JoinedWorker } from '../ports/leases.ts';
import { ownPool, type PoolBody, workerBody } from '../server/live/pool-body.ts';
import { findHold, type Hold } from './inspect.ts';
import { openForReading } from './read.ts';

export type Pool = PoolBody;

/**
 * Who works on a data directory, in the words of the API: the process that holds it and the workers beside it, or
 * nobody. What one that does not answer can do, and does, is null.
 */
export async function poolsAt(dataDir: string, clock: Pick<Clock, 'now'>): Promise<readonly Pool[]> {
  // Says what is wrong with the directory, if something is.
  await (await openForReading(dataDir)).close();
  const path = resolve(dataDir);
  const hold = await findHold(path);
  if (hold.kind === 'free') return [];
  const told = hold.answers ? await askHolder(path) : undefined;
  const now = clock.now();
  return told
    ? [ownPool({ ...aboutHolder(hold, now), ...told.own }, now), ...told.others.map(workerBody)]
    : [{ ...ownPool(aboutHolder(hold, now), now), status: 'offline', capacity: null, running: null }];
}

const aboutHolder = ({ pid = 0, since }: Extract<Hold, { kind: 'held' }>, now: number) => ({
  pid,
  since: since === undefined ? now : Date.parse(since),
  running: 0,
  slots: 0,
});

interface Told {
  readonly own: { readonly running: number; readonly slots: number };
  readonly others: readonly JoinedWorker[];
}

/** Undefined if it goes before it has answered. */
async function askHolder(path: string): Promise<Told | undefined> {
  try {
    const client = await ControlClient.connect(findAddress(path));
    try {
      return (await client.request({ do: 'workers' })) as unknown as Told;
    } finally {
      client.close();
    }
  } catch (error) {
    if (error instanceof HolderLost || error instanceof ControlError) return undefined;
    throw error;
  }
}
