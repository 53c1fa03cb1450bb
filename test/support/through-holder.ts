import type { Stores } from '../../src/adapters/common/stores.ts';
import { openDataDirectory, openDataDirectoryForReading } from '../../src/adapters/sqlite/index.ts';
import { findAddress } from '../../src/control/address.ts';
import { ControlClient } from '../../src/control/control-client.ts';
import type { ControlledEngine } from '../../src/control/controlled-engine.ts';
import { LIMITS, type Limits } from '../../src/control/limits.ts';
import { Listener } from '../../src/control/listener.ts';
import { storesThrough } from '../../src/control/stores/stores-through.ts';

/** Nobody hands work over here: what is tested are the stores. */
const NO_ENGINE = { watch: () => () => {} } as unknown as ControlledEngine;

/** Holds a data directory, with a socket on which others may have it write. */
export async function holdStores(directory: string, limits: Limits = LIMITS) {
  const held = await openDataDirectory(directory);
  const { results, logs, cache, keychain } = held;
  const listener = await Listener.open(directory, NO_ENGINE, { limits, results, logs, cache, keychain });
  return { held, listener, connect: () => ControlClient.connect(findAddress(directory)) };
}

/** The stores as a worker has them. `close` closes those of the holder. */
export async function openThroughHolder(
  directory: string,
): Promise<{ stores: Stores; leave(): Promise<void> }> {
  const { held, listener, connect } = await holdStores(directory);
  const client = await connect();
  const reading = await openDataDirectoryForReading(directory);
  const closeBoth = async () => {
    await held.close();
    await reading.close();
  };
  const through = storesThrough(reading, order => client.request(order));
  // Only people keep values for a time, and they ask the holder itself.
  const keeping = { putUntil: held.results.putUntil.bind(held.results) };
  const results = Object.assign(through.results, keeping);
  const stores = { ...held, ...through, results, close: closeBoth };
  const leave = async () => {
    client.close();
    listener.leave();
    listener.end();
    await reading.close();
  };
  return { stores, leave };
}
