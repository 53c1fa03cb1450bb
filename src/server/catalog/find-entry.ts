import { nearestName } from '../../common/nearest-name.ts';
import type { Catalog } from '../../engine/catalog/catalog.ts';
import type { CatalogEntry } from '../../ports/catalog.ts';
import { notFound } from '../http-error.ts';

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

export async function requireId(catalog: Catalog, catalogId: string): Promise<CatalogEntry> {
  const found = await catalog.find({ catalogId });
  if (found) return found;
  throw notFound(`there is no catalog entry ${catalogId}; /api/catalog/list shows what there is`);
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
  const near = await neighbour(catalog, path);
  return `there is no playbook '${path}' in the catalog${near === undefined ? '' : `; did you mean '${near}'?`}`;
}

/** A path of the same directory that is nearly the same. */
async function neighbour({ store }: Catalog, path: string): Promise<string | undefined> {
  const directory = path.split('/').slice(0, -1).join('/');
  const members = (await store.directory(directory)).filter(({ kind }) => kind === 'entry');
  return nearestName(
    path,
    members.map(({ name }) => (directory === '' ? name : `${directory}/${name}`)),
  );
}
