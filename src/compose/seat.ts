import { StoreError } from '../adapters/common/store-error.ts';
import type { Stores } from '../adapters/common/stores.ts';
import { findAddress } from '../control/address.ts';
import type { ControlClient } from '../control/control-client.ts';
import { ControlError, HolderLost } from '../control/control-error.ts';
import type { Listener } from '../control/listener.ts';
import { type Local, type LocalOptions, openLocal } from './local.ts';
import { openForReading } from './read.ts';
import { sharedStores } from './shared-stores.ts';

/** A process either holds the data directory, or is the client of the one that does. */
export type Seat =
  | {
      readonly kind: 'holder';
      readonly local: Local;
      /** Undefined where nobody else can come: in memory, or if the file system takes no sockets. */
      readonly listener: Promise<Listener | undefined>;
    }
  | { readonly kind: 'client'; readonly client: ControlClient; readonly stores: Stores };

export interface SeatOptions extends LocalOptions {
  /** Nobody else can reach this process; its own work is not affected. */
  readonly onUnreachable?: (error: unknown) => void;
}

/** Milliseconds to wait for a holder that is just ending, or about to listen. */
const PATIENCE = 10_000;
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 500;

/** Takes the lock or finds who has it; waits a while for one that comes or goes. */
export async function takeSeat(options: SeatOptions): Promise<Seat> {
  const until = Date.now() + PATIENCE;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const seat = await holdOrJoin(options);
    if (!(seat instanceof StoreError)) return seat;
    if (Date.now() > until) throw holderSilent(seat);
    await new Promise(resolve => setTimeout(resolve, pause));
  }
}

/** The error that names the holder, if it holds the lock and listens to nobody. */
async function holdOrJoin(options: SeatOptions): Promise<Seat | StoreError> {
  try {
    return hold(await openLocal(options), options);
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'store_in_use') throw error;
    return (await join(options.dataDir ?? '', error)) ?? error;
  }
}

function hold(local: Local, { dataDir, onUnreachable }: SeatOptions): Seat {
  if (dataDir === undefined) return { kind: 'holder', local, listener: Promise.resolve(undefined) };
  const listener = listen(dataDir, local).catch((error: unknown) => {
    onUnreachable?.(error);
    return undefined;
  });
  return { kind: 'holder', local, listener };
}

/** Loaded beside the first steps of an execution, not before them. */
async function listen(dataDir: string, local: Local): Promise<Listener> {
  const { Listener: Opened } = await import('../control/listener.ts');
  return Opened.open(dataDir, local.engine, sharedStores(local));
}

async function join(dataDir: string, inUse: StoreError): Promise<Seat | undefined> {
  try {
    const { ControlClient: Client } = await import('../control/control-client.ts');
    const client = await Client.connect(findAddress(dataDir));
    return { kind: 'client', client, stores: await openForReading(dataDir) };
  } catch (error) {
    if (error instanceof HolderLost) return undefined;
    throw error instanceof ControlError && error.code === 'control_holder_silent'
      ? holderSilent(inUse)
      : error;
  }
}

function holderSilent(inUse: StoreError): ControlError {
  return new ControlError(
    'control_holder_silent',
    `${inUse.message.replace(/\. End that process.*$/, '')}, and it does not answer: it hangs, or it is an older ` +
      'noetl that takes no work from others. Wait for it, end it, or choose another directory with --data-dir',
    { cause: inUse },
  );
}

/** Leaves in an order in which nobody is misled: no new work, the work under way, the lock, the connections. */
export async function leaveSeat(seat: Seat): Promise<void> {
  if (seat.kind === 'client') {
    seat.client.close();
    return seat.stores.close();
  }
  const listener = await seat.listener;
  listener?.leave();
  await seat.local.close();
  listener?.end();
}
