import type { Stores } from '../adapters/common/stores.ts';
import { createIdSource } from '../adapters/system/id-source.ts';
import type { Clock } from '../ports/clock.ts';
import { CatalogApi } from '../server/catalog/catalog-api.ts';

/** The catalog of a data directory, without a server. */
export interface LocalCatalog {
  readonly api: CatalogApi;
  close(): Promise<void>;
}

/** For reading, whether or not another process writes to the directory. It must be there. */
export async function openCatalogForReading(dataDir: string, clock: Clock): Promise<LocalCatalog> {
  const { openDataDirectoryForReading } = await import('../adapters/sqlite/data-directory.ts');
  return catalogOn(await openDataDirectoryForReading(dataDir), 0, clock);
}

/** For writing, as the one process that does: throws `store_in_use` while another has it. Created if need be. */
export async function openCatalogForWriting(dataDir: string, clock: Clock): Promise<LocalCatalog> {
  const { openDataDirectory } = await import('../adapters/sqlite/data-directory.ts');
  const stores = await openDataDirectory(dataDir);
  return catalogOn(stores, stores.incarnation, clock);
}

function catalogOn(stores: Stores, machine: number, clock: Clock): LocalCatalog {
  const ids = createIdSource({ clock, machine });
  return { api: new CatalogApi({ store: stores.catalog, clock, ids }), close: () => stores.close() };
}
