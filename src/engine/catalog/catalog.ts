import { mappingOf, type PlainMapping } from '../../common/plain-value.ts';
import type { Problem } from '../../common/problem.ts';
import { sha256Hex } from '../../common/sha256.ts';
import { calledPaths } from '../../playbook/catalog/called-playbooks.ts';
import type { Metadata } from '../../playbook/model.ts';
import type {
  CatalogEntry,
  CatalogFilter,
  CatalogPage,
  CatalogPin,
  CatalogStore,
  CatalogSummary,
  NewCatalogEntry,
  RemovedVersion,
} from '../../ports/catalog.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdSource } from '../../ports/id-source.ts';
import { type CheckedContent, checkContent } from './check-content.ts';
import { type CatalogDifference, compareEntries } from './compare-entries.ts';
import { type Dependencies, findDependencies } from './dependencies.ts';

export interface CatalogServices {
  readonly store: CatalogStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: IdSource;
}

export interface Registration {
  readonly entry: CatalogEntry;
  /** False: the newest version had this text already. */
  readonly isNew: boolean;
  /** Warnings of the playbook. */
  readonly problems: readonly Problem[];
}

export interface Removals {
  readonly removed: readonly RemovedVersion[];
  /** Playbooks that call what is not there any more. */
  readonly callers: readonly string[];
}

/** By id, or by path with a version unless the newest is meant. */
export type EntryName =
  | { readonly catalogId: string }
  | { readonly path: string; readonly version?: number | undefined };

/** The catalog: playbooks that are valid, by path and version. */
export class Catalog {
  readonly store: CatalogStore;
  readonly #services: CatalogServices;

  constructor(services: CatalogServices) {
    this.store = services.store;
    this.#services = services;
  }

  /** Keeps a playbook, sent plain or in base64, under its path. Throws a `CatalogRefusal` if it is not valid. */
  async register(content: string, resourceType?: string): Promise<Registration> {
    return this.keep(checkContent(content, resourceType));
  }

  async keep(checked: CheckedContent): Promise<Registration> {
    const { clock, ids, store } = this.#services;
    const entry = newEntry(checked, ids.next(), clock.now());
    return { ...(await store.register(entry)), problems: checked.problems };
  }

  /** Archived entries are found by their id only. */
  async find(name: EntryName): Promise<CatalogEntry | undefined> {
    if ('catalogId' in name) return this.store.findById(name.catalogId);
    const found = await this.store.find(name.path, name.version);
    return found?.archivedAt === undefined ? found : undefined;
  }

  list(filter: CatalogFilter, page: CatalogPage): Promise<readonly CatalogSummary[]> {
    return this.store.list(filter, page);
  }

  /** All of a path, newest first. */
  versions(path: string, page: CatalogPage): Promise<readonly CatalogSummary[]> {
    return this.store.list({ path, includeArchived: true }, page);
  }

  compare(before: CatalogEntry, after: CatalogEntry): CatalogDifference {
    return compareEntries(before, after);
  }

  dependencies(entry: CatalogEntry): Promise<Dependencies> {
    return findDependencies(this.store, entry);
  }

  async remove(path: string, version?: number): Promise<Removals> {
    const removed = await this.store.remove(path, version, this.#services.clock.now());
    const isGone = removed.length > 0 && (await this.store.find(path)) === undefined;
    const callers = isGone ? await this.store.callers(path) : [];
    return { removed, callers: callers.map(caller => caller.path).filter(caller => caller !== path) };
  }

  restore(path: string, version?: number): Promise<readonly CatalogPin[]> {
    return this.store.restore(path, version);
  }
}

function newEntry(
  { text, playbook, payload }: CheckedContent,
  catalogId: string,
  now: number,
): NewCatalogEntry {
  const { metadata, hash } = playbook;
  const { path, name, description = '', tags, labels, capabilities } = metadata;
  return {
    catalogId,
    path,
    kind: 'playbook',
    text,
    textHash: sha256Hex(text),
    hash,
    payload,
    meta: metaOf(metadata, now),
    searched: [name, description, ...tags, ...Object.entries(labels).flat(), ...capabilities],
    calls: calledPaths(playbook),
    createdAt: now,
  };
}

/** What lists show of a playbook without reading it. */
function metaOf(metadata: Metadata, now: number): PlainMapping {
  const { name, description = null, tags, labels, capabilities, exposedInUi, agent } = metadata;
  return mappingOf([
    ['registered_at', new Date(now).toISOString()],
    ['name', name],
    ['description', description],
    ['tags', tags],
    ['labels', mappingOf(Object.entries(labels))],
    ['capabilities', capabilities],
    ['exposed_in_ui', exposedInUi],
    ['agent', agent],
  ]);
}
