import type { PlainMapping } from '../common/plain-value.ts';

/** Which version of which path an execution runs, as its log says. */
export interface CatalogPin {
  readonly catalogId: string;
  readonly version: number;
}

/** What is to be kept under a path. */
export interface NewCatalogEntry {
  /** Given to it if it is kept. */
  readonly catalogId: string;
  /** Parts separated by slashes: all but the last are directories. */
  readonly path: string;
  /** In lower case: `playbook`. */
  readonly kind: string;
  readonly text: string;
  /** Of the text: decides whether a registration is identical to the one before. */
  readonly textHash: string;
  /** Of the canonical model: what executions are pinned to. */
  readonly hash: string;
  /** The whole document as data. */
  readonly payload: PlainMapping;
  readonly meta: PlainMapping;
  /** What `search` looks at, beside the path. */
  readonly searched: readonly string[];
  /** Paths of the playbooks that it calls, each once. */
  readonly calls: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** One version under a path. Never changes, except that it may be archived and restored. */
export interface CatalogSummary
  extends Pick<NewCatalogEntry, 'catalogId' | 'path' | 'kind' | 'textHash' | 'hash' | 'meta' | 'createdAt'> {
  /** 1 for the first registration of a path, then one more each; never given twice. */
  readonly version: number;
  /** Milliseconds since 1970; undefined: it is not archived. */
  readonly archivedAt: number | undefined;
}

export interface CatalogEntry extends CatalogSummary, Pick<NewCatalogEntry, 'text' | 'payload'> {}

export interface CatalogFilter {
  readonly kind?: string;
  /** Exactly this path. */
  readonly path?: string;
  /** All paths in this directory, however deep; without a slash at its end. */
  readonly directory?: string;
  /** Each of these, in any case, stands in the path or in what is searched. */
  readonly words?: readonly string[];
  /** Of each path only the newest version that is not archived. */
  readonly latestOnly?: boolean;
  readonly includeArchived?: boolean;
}

export interface CatalogPage {
  /** Only entries older than this one (exclusive): the next page. */
  readonly before?: string;
  readonly limit: number;
}

/** What stands directly in a directory. */
export interface DirectoryMember {
  /** The last part of its path. */
  readonly name: string;
  readonly kind: 'directory' | 'entry';
  /** Paths in it; 1 for an entry. */
  readonly paths: number;
}

/** A playbook whose newest version calls another one. */
export interface Caller {
  readonly path: string;
  readonly version: number;
}

/** What came of removing one version. */
export interface RemovedVersion {
  readonly catalogId: string;
  readonly version: number;
  /** Archived: executions refer to it. */
  readonly how: 'deleted' | 'archived';
}

/**
 * Playbooks by path and version.
 *
 * - `register` gives the newest version that is not archived back if its text is the same, and keeps a new
 *   one otherwise. Registrations of one path at the same time get consecutive versions. Durable when it
 *   resolves; entries are never changed.
 * - A version number is used once, also after its entry was deleted.
 * - Archived entries are found by id and by version, and by nothing else.
 * - Paths are compared exactly, as texts.
 */
export interface CatalogStore {
  register(entry: NewCatalogEntry): Promise<{ readonly entry: CatalogEntry; readonly isNew: boolean }>;
  findById(catalogId: string): Promise<CatalogEntry | undefined>;
  /** Without a version the newest that is not archived. */
  find(path: string, version?: number): Promise<CatalogEntry | undefined>;
  /** Newest registration first. */
  list(filter: CatalogFilter, page: CatalogPage): Promise<readonly CatalogSummary[]>;
  /** As `list`, with text and payload. */
  listWhole(filter: CatalogFilter, page: CatalogPage): Promise<readonly CatalogEntry[]>;
  count(filter: CatalogFilter): Promise<number>;
  /** Directories and entries that are not archived, by name; '' is the root. */
  directory(directory: string): Promise<readonly DirectoryMember[]>;
  /** Paths among these that have a version which is not archived. */
  present(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Who calls `path`, by path. */
  callers(path: string): Promise<readonly Caller[]>;
  /**
   * Takes a version, or all versions, of a path out of the catalog: those that executions refer to are
   * archived, the others deleted. What is archived already stays as it is. In one transaction.
   */
  remove(path: string, version: number | undefined, now: number): Promise<readonly RemovedVersion[]>;
  /** Brings archived versions back; says which, oldest first. */
  restore(path: string, version: number | undefined): Promise<readonly CatalogPin[]>;
}
