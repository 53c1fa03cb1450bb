import type { Static } from '@sinclair/typebox';
import type * as schema from '../../api/schemas/catalog.ts';

export type Registered = Static<typeof schema.RegisteredBody>;
export type ListRequest = Static<typeof schema.ListBody>;
export type Listed = Static<typeof schema.ListedBody>;
export type Entry = Static<typeof schema.CatalogEntryBody>;
export type EntrySummary = Static<typeof schema.CatalogSummaryBody>;
export type VersionDiff = Static<typeof schema.DiffBody>;
export type Deleted = Static<typeof schema.DeletedBody>;
export type Restored = Static<typeof schema.RestoredBody>;

/**
 * Where the catalog is: in a data directory, or at a server. It speaks the words of the API. What it refuses it
 * throws as an error whose message is written for people (`HttpError`).
 */
export interface CatalogReads {
  list(request: ListRequest): Promise<Listed>;
  versions(path: string, page?: { readonly before?: string; readonly limit?: number }): Promise<Listed>;
  resource(name: { readonly path: string; readonly version?: string }): Promise<Entry>;
  diff(path: string, from?: string, to?: string): Promise<VersionDiff>;
}

/** The same, for what changes it. */
export interface CatalogWrites {
  register(content: string): Promise<Registered>;
  remove(path: string, version?: string): Promise<Deleted>;
  restore(path: string, version?: string): Promise<Restored>;
}
