import { nearestName } from '../../common/nearest-name.ts';
import { Catalog } from '../../engine/catalog/catalog.ts';
import type { CatalogEntry, CatalogFilter, CatalogPage } from '../../ports/catalog.ts';
import { notFound, unprocessable } from '../http-error.ts';
import type { ServerServices } from '../services.ts';

/** Of a page nobody gave a size for. */
const PAGE = 100;

export const catalogOf = ({ catalog: store, clock, ids }: ServerServices): Catalog =>
  new Catalog({ store, clock, ids });

/** Undefined: the newest. */
export function readVersion(given: number | string | undefined): number | undefined {
  if (given === undefined || given === 'latest') return undefined;
  const version = Number(given);
  if (/^\d{1,9}$/.test(String(given)) && version > 0) return version;
  throw unprocessable(`version ${JSON.stringify(given)} must be a whole number from 1 on, or "latest"`);
}

export const readPage = (given: {
  readonly before?: string | number;
  readonly limit?: number;
}): CatalogPage => ({
  limit: given.limit ?? PAGE,
  ...(given.before === undefined ? {} : { before: String(given.before) }),
});

/** Words apart by spaces; none: everything. */
export const readWords = (search: string | undefined): Pick<CatalogFilter, 'words'> => {
  const words = (search ?? '').split(/\s+/).filter(word => word !== '');
  return words.length > 0 ? { words } : {};
};

/** Slashes around a directory mean nothing. */
export const readDirectory = (given: string | undefined): string => (given ?? '').replace(/^\/+|\/+$/g, '');

/** Also one that is archived, if its version is named. */
export async function requireVersion(
  catalog: Catalog,
  path: string,
  version: number | undefined,
): Promise<CatalogEntry> {
  const found = await catalog.store.find(path, version);
  if (found) return found;
  throw notFound(await missing(catalog, path, version));
}

/** By its id or its path, as those name it who do not care which. */
export async function requirePlaybook(catalog: Catalog, id: string): Promise<CatalogEntry> {
  const byId = /^\d{1,19}$/.test(id) ? await catalog.find({ catalogId: id }) : undefined;
  return byId ?? requireVersion(catalog, id, undefined);
}

async function missing(catalog: Catalog, path: string, version: number | undefined): Promise<string> {
  const latest = version === undefined ? undefined : await catalog.store.find(path);
  if (latest)
    return `there is no version ${version} of '${path}' in the catalog; the newest is ${latest.version}`;
  const directory = path.split('/').slice(0, -1).join('/');
  const members = (await catalog.store.directory(directory)).filter(({ kind }) => kind === 'entry');
  const near = nearestName(
    path,
    members.map(({ name }) => (directory === '' ? name : `${directory}/${name}`)),
  );
  const hint = near === undefined ? '/api/catalog/list shows what there is' : `did you mean '${near}'?`;
  return `there is no playbook '${path}' in the catalog; ${hint}`;
}
