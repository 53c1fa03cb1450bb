import type { Stores } from '../adapters/common/stores.ts';
import { createIdSource } from '../adapters/system/id-source.ts';
import type { PlainValue } from '../common/plain-value.ts';
import { type CatalogOrder, serveCatalog } from '../control/catalog-order.ts';
import { ControlError, HolderLost } from '../control/control-error.ts';
import type { Clock } from '../ports/clock.ts';
import { CatalogApi } from '../server/catalog/catalog-api.ts';
import { HttpError } from '../server/http-error.ts';
import type { CredentialPlace } from './credentials.ts';
import { heldCatalog } from './held-catalog.ts';
import { leaveSeat, type Seat, takeSeat } from './seat.ts';

/** The catalog of a data directory, without a server. */
export interface LocalCatalog {
  readonly api: CatalogApi;
  close(): Promise<void>;
}

type Writes = Pick<CatalogApi, 'register' | 'remove' | 'restore'>;

/** For writing alone: what is refused is thrown as by `CatalogApi`. */
export interface WritableCatalog extends Writes {
  close(): Promise<void>;
}

/** For reading, whether or not another process writes to the directory. It must be there. */
export async function openCatalogForReading(dataDir: string, clock: Clock): Promise<LocalCatalog> {
  const { openUpgraded } = await import('../adapters/sqlite/open-upgraded.ts');
  return catalogOn(await openUpgraded(dataDir), clock);
}

function catalogOn(stores: Stores, clock: Clock): LocalCatalog {
  const ids = createIdSource({ clock, machine: 0 });
  return { api: new CatalogApi({ store: stores.catalog, clock, ids }), close: () => stores.close() };
}

/** Times a holder may go away before it is given up. */
const HOLDERS = 5;

/** For writing: here, or by the process that holds the directory. Created if need be. */
export async function openCatalogForWriting(place: CredentialPlace): Promise<WritableCatalog> {
  const sit = () => takeSeat({ ...place, baseDir: '.', onTrouble: () => {} });
  let seat = await sit();
  // All of it can be done twice: what was registered already is found again.
  const order = async <T>(what: CatalogOrder): Promise<T> => {
    for (let holder = 1; ; holder++) {
      try {
        return (await carryOut(seat, what)) as T;
      } catch (error) {
        if (!(error instanceof HolderLost) || holder === HOLDERS) throw refusalOf(error);
        await leaveSeat(seat);
        seat = await sit();
      }
    }
  };
  const named = (path: string, version: Parameters<Writes['remove']>[1]) =>
    version === undefined ? { path } : { path, version: String(version) };
  return {
    register: content => order({ do: 'register_playbook', content }),
    remove: (path, version) => order({ do: 'remove_playbook', ...named(path, version) }),
    restore: (path, version) => order({ do: 'restore_playbook', ...named(path, version) }),
    close: () => leaveSeat(seat),
  };
}

function carryOut(seat: Seat, order: CatalogOrder): Promise<PlainValue> {
  if (seat.kind === 'client') return seat.client.request(order);
  return serveCatalog(heldCatalog(seat.local), order);
}

const refusalOf = (error: unknown): unknown =>
  error instanceof ControlError && error.code === 'control_catalog_refused'
    ? new HttpError(422, error.message, { cause: error })
    : error;
