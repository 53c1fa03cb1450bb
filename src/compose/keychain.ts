import type { PlainValue } from '../common/plain-value.ts';
import { HolderLost } from '../control/control-error.ts';
import { type KeychainOrder, serveKeychain } from '../control/keychain-order.ts';
import type { CatalogStore } from '../ports/catalog.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeychainFilter } from '../ports/keychain-store.ts';
import { KeychainApi, type KeychainServices } from '../server/keychain/keychain-api.ts';
import type { CredentialPlace } from './credentials.ts';
import { openForReading } from './read.ts';
import { leaveSeat, type Seat, takeSeat } from './seat.ts';

/** Times a holder may go away before it is given up. */
const HOLDERS = 5;

/** The keychain of a data directory, without a server. */
export interface LocalKeychain {
  readonly api: KeychainApi;
  readonly catalog: CatalogStore;
  close(): Promise<void>;
}

/** Reads by itself, whether or not another process holds the directory; has that one remove what is to go. */
export async function openKeychain(place: CredentialPlace, clock: Clock): Promise<LocalKeychain> {
  const stores = await openForReading(place.dataDir, place.env);
  const keychain: KeychainServices['keychain'] = {
    open: (...id) => stores.keychain.open(...id),
    put: (...secret) => stores.keychain.put(...secret),
    list: filter => stores.keychain.list(filter),
    remove: filter => removeSecrets(place, filter),
  };
  const { catalog, events } = stores;
  return { api: new KeychainApi({ keychain, catalog, events, clock }), catalog, close: () => stores.close() };
}

/** Done here, or by the process that holds the directory. It can be done twice. */
async function removeSecrets(place: CredentialPlace, filter: KeychainFilter): Promise<number> {
  const { playbook = '', name = '', ...rest } = filter;
  const order: KeychainOrder = { do: 'remove_secrets', playbook, name, ...rest };
  for (let holder = 1; ; holder++) {
    const seat = await takeSeat({ ...place, baseDir: '.', onTrouble: () => {} });
    try {
      return Number(await carryOut(seat, order));
    } catch (error) {
      if (!(error instanceof HolderLost) || holder === HOLDERS) throw error;
    } finally {
      await leaveSeat(seat);
    }
  }
}

function carryOut(seat: Seat, order: KeychainOrder): Promise<PlainValue> {
  if (seat.kind === 'client') return seat.client.request(order);
  return serveKeychain(seat.local.stores.keychain, order);
}
