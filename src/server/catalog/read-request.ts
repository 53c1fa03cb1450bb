import type { Static } from '@sinclair/typebox';
import type { ListBody } from '../../api/schemas/catalog.ts';
import type { CatalogFilter, CatalogPage } from '../../ports/catalog.ts';
import { unprocessable } from '../http-error.ts';

/** Of a page nobody gave a size for. */
const PAGE = 100;

/** A number, its digits, or `latest`. */
export type GivenVersion = number | string | undefined;

/** Undefined: the newest. */
export function readVersion(given: GivenVersion): number | undefined {
  if (given === undefined || given === 'latest') return undefined;
  const version = Number(given);
  if (/^\d{1,9}$/.test(String(given)) && version > 0) return version;
  throw unprocessable(`version ${JSON.stringify(given)} must be a whole number from 1 on, or "latest"`);
}

/** Undefined: all versions. `latest` is refused, which would be taken for all of them. */
export function readVersionOrAll(given: GivenVersion): number | undefined {
  if (given !== 'latest') return readVersion(given);
  throw unprocessable('name the version by its number, or leave `version` away, which means all of them');
}

export const readPage = (given: {
  readonly before?: string | number;
  readonly limit?: number;
}): CatalogPage => ({
  limit: given.limit ?? PAGE,
  ...(given.before === undefined ? {} : { before: String(given.before) }),
});

/** Words apart by spaces; none: everything. */
export function readWords(search: string | undefined): Pick<CatalogFilter, 'words'> {
  const words = (search ?? '').split(/\s+/).filter(word => word !== '');
  return words.length > 0 ? { words } : {};
}

/** Slashes around a directory mean nothing. */
export const readDirectory = (given: string | undefined): string =>
  (given ?? '')
    .split('/')
    .filter(part => part !== '')
    .join('/');

export const readFilter = (body: Static<typeof ListBody>): CatalogFilter => ({
  ...(body.resource_type === undefined ? {} : { kind: body.resource_type.toLowerCase() }),
  ...(body.path === undefined ? {} : { path: body.path }),
  ...(body.directory === undefined ? {} : { directory: readDirectory(body.directory) }),
  ...readWords(body.search),
  latestOnly: body.latest_only ?? false,
  includeArchived: body.include_archived ?? false,
});
