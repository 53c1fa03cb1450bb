import { fromStoredJson, toStoredJson } from '../../common/stored-json.ts';
import type {
  Caller,
  CatalogEntry,
  CatalogFilter,
  CatalogPage,
  CatalogPin,
  CatalogStore,
  CatalogSummary,
  DirectoryMember,
  NewCatalogEntry,
  RemovedVersion,
} from '../../ports/catalog.ts';
import { directoryRange, searchedText } from '../common/catalog-text.ts';
import { MAX_ID, parseId, requireId } from '../common/execution-id.ts';
import { closedError } from '../common/store-error.ts';
import type { MemoryEventStore } from './event-store.ts';

interface Kept {
  readonly id: bigint;
  readonly entry: CatalogEntry;
  readonly searched: string;
  readonly calls: readonly string[];
  archivedAt: number | undefined;
}

/** The catalog in the memory of this process. */
export class MemoryCatalogStore implements CatalogStore {
  readonly #events: MemoryEventStore;
  /** By path, oldest version first. */
  readonly #paths = new Map<string, Kept[]>();
  readonly #lastVersions = new Map<string, number>();
  #isOpen = true;

  /** Executions in `events` keep what they refer to. */
  constructor(events: MemoryEventStore) {
    this.#events = events;
  }

  async register(entry: NewCatalogEntry): Promise<{ readonly entry: CatalogEntry; readonly isNew: boolean }> {
    this.#mustBeOpen();
    const id = requireId(entry.catalogId);
    const latest = this.#latest(entry.path);
    if (latest && latest.entry.textHash === entry.textHash) return { entry: latest.entry, isNew: false };
    const version = (this.#lastVersions.get(entry.path) ?? 0) + 1;
    const kept = { id, entry: toEntry(entry, version), searched: searchedText(entry), calls: entry.calls };
    this.#lastVersions.set(entry.path, version);
    this.#paths.set(entry.path, [...this.#of(entry.path), { ...kept, archivedAt: undefined }]);
    return { entry: kept.entry, isNew: true };
  }

  async findById(catalogId: string): Promise<CatalogEntry | undefined> {
    this.#mustBeOpen();
    return shown([...this.#all()].find(({ entry }) => entry.catalogId === catalogId));
  }

  async find(path: string, version?: number): Promise<CatalogEntry | undefined> {
    this.#mustBeOpen();
    if (version === undefined) return shown(this.#latest(path));
    return shown(this.#of(path).find(({ entry }) => entry.version === version));
  }

  async list(filter: CatalogFilter, page: CatalogPage): Promise<readonly CatalogSummary[]> {
    return (await this.listWhole(filter, page)).map(({ text: _, payload: __, ...summary }) => summary);
  }

  async listWhole(filter: CatalogFilter, { before, limit }: CatalogPage): Promise<readonly CatalogEntry[]> {
    const behind = before === undefined ? MAX_ID + 1n : parseId(before);
    return this.#matching(filter)
      .filter(({ id }) => behind !== undefined && id < behind)
      .sort((a, b) => (a.id > b.id ? -1 : 1))
      .slice(0, limit)
      .map(withArchival);
  }

  async count(filter: CatalogFilter): Promise<number> {
    return this.#matching(filter).length;
  }

  async directory(directory: string): Promise<readonly DirectoryMember[]> {
    this.#mustBeOpen();
    const [from] = directoryRange(directory);
    const members = new Map<string, DirectoryMember>();
    for (const [path] of this.#present().filter(
      ([name]) => name.length > from.length && name.startsWith(from),
    )) {
      const [name = '', ...deeper] = path.slice(from.length).split('/');
      const kind = deeper.length > 0 ? 'directory' : 'entry';
      const key = `${kind}/${name}`;
      members.set(key, { name, kind, paths: (members.get(key)?.paths ?? 0) + 1 });
    }
    return [...members.values()].sort((a, b) => compare(a.name, b.name) || (a.kind === 'directory' ? -1 : 1));
  }

  async present(paths: readonly string[]): Promise<ReadonlySet<string>> {
    this.#mustBeOpen();
    return new Set(paths.filter(path => this.#latest(path) !== undefined));
  }

  async callers(path: string): Promise<readonly Caller[]> {
    this.#mustBeOpen();
    return this.#present()
      .filter(([, latest]) => latest.calls.includes(path))
      .map(([, { entry }]) => ({ path: entry.path, version: entry.version }))
      .sort((a, b) => compare(a.path, b.path));
  }

  async remove(path: string, version: number | undefined, now: number): Promise<readonly RemovedVersion[]> {
    this.#mustBeOpen();
    const chosen = this.#of(path).filter(
      kept => kept.archivedAt === undefined && (version === undefined || kept.entry.version === version),
    );
    return chosen.map(kept => this.#removeOne(kept, now));
  }

  async restore(path: string, version: number | undefined): Promise<readonly CatalogPin[]> {
    this.#mustBeOpen();
    const chosen = this.#of(path).filter(
      kept => kept.archivedAt !== undefined && (version === undefined || kept.entry.version === version),
    );
    return chosen.map(kept => {
      kept.archivedAt = undefined;
      return pinOf(kept);
    });
  }

  close(): void {
    this.#isOpen = false;
    this.#paths.clear();
  }

  #removeOne(kept: Kept, now: number): RemovedVersion {
    const { path, hash } = kept.entry;
    const isUsed = this.#events.summaries().some(each => each.path === path && each.hash === hash);
    if (isUsed) kept.archivedAt = now;
    else
      this.#paths.set(
        path,
        this.#of(path).filter(each => each !== kept),
      );
    return { ...pinOf(kept), how: isUsed ? 'archived' : 'deleted' };
  }

  #matching(filter: CatalogFilter): Kept[] {
    this.#mustBeOpen();
    const { kind, path, directory = '', words = [], latestOnly = false, includeArchived = false } = filter;
    const [from] = directoryRange(directory);
    const isIn = (name: string) =>
      path === undefined ? name.length > from.length && name.startsWith(from) : name === path;
    return [...this.#all()].filter(
      ({ entry, searched, archivedAt }) =>
        (directory === '' && path === undefined ? true : isIn(entry.path)) &&
        (kind === undefined || entry.kind === kind) &&
        words.every(word => searched.includes(word.toLowerCase())) &&
        (includeArchived || archivedAt === undefined) &&
        (!latestOnly || this.#latest(entry.path)?.entry.catalogId === entry.catalogId),
    );
  }

  /** The newest of each path that has one which is not archived. */
  #present(): (readonly [path: string, latest: Kept])[] {
    return [...this.#paths.keys()].flatMap(path => {
      const latest = this.#latest(path);
      return latest ? [[path, latest] as const] : [];
    });
  }

  *#all(): Iterable<Kept> {
    for (const versions of this.#paths.values()) yield* versions;
  }

  #of(path: string): readonly Kept[] {
    return this.#paths.get(path) ?? [];
  }

  #latest(path: string): Kept | undefined {
    return this.#of(path).findLast(({ archivedAt }) => archivedAt === undefined);
  }

  #mustBeOpen(): void {
    if (!this.#isOpen) throw closedError('the catalog');
  }
}

/** Code points, as SQLite compares. */
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const pinOf = ({ entry: { catalogId, version } }: Kept): CatalogPin => ({ catalogId, version });

const withArchival = ({ entry, archivedAt }: Kept): CatalogEntry => ({ ...entry, archivedAt });
const shown = (kept: Kept | undefined): CatalogEntry | undefined => kept && withArchival(kept);

/** By way of JSON: what is read back is never what was handed in. */
function toEntry(given: NewCatalogEntry, version: number): CatalogEntry {
  const { catalogId, path, kind, text, textHash, hash, createdAt } = given;
  const copy = <T>(value: T): T => fromStoredJson(toStoredJson(value)) as T;
  const [payload, meta] = [copy(given.payload), copy(given.meta)];
  const about = { catalogId, path, kind, text, textHash, hash, createdAt };
  return { ...about, version, payload, meta, archivedAt: undefined };
}
