import type { PlainValue } from '../common/plain-value.ts';
import type { HeldCatalog } from '../control/catalog-order.ts';
import { ControlError } from '../control/control-error.ts';
import type { CatalogApi } from '../server/catalog/catalog-api.ts';
import { systemClock } from './clock.ts';
import type { Local } from './local.ts';

/** The catalog of a process that holds a data directory, for others. Loaded when one of them comes. */
export function heldCatalog({ engine, stores }: Pick<Local, 'engine' | 'stores'>): HeldCatalog {
  let opened: Promise<CatalogApi> | undefined;
  const open = async () => {
    const { CatalogApi: Opened } = await import('../server/catalog/catalog-api.ts');
    return new Opened({ store: stores.catalog, clock: systemClock, ids: { next: () => engine.nextId() } });
  };
  const ask = async (work: (api: CatalogApi) => Promise<unknown>): Promise<PlainValue> => {
    opened ??= open();
    try {
      return (await work(await opened)) as PlainValue;
    } catch (error) {
      throw refusalOf(error);
    }
  };
  return {
    register: content => ask(api => api.register(content)),
    remove: (path, version) => ask(api => api.remove(path, version)),
    restore: (path, version) => ask(api => api.restore(path, version)),
  };
}

/** By its name: the class comes with the routes, which not every holder has. */
const refusalOf = (error: unknown): unknown =>
  error instanceof Error && error.name === 'HttpError'
    ? new ControlError('control_catalog_refused', error.message, { cause: error })
    : error;
