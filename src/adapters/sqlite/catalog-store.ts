import { toStoredJson } from '../../common/stored-json.ts';
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
import { searchedText } from '../common/catalog-text.ts';
import { parseId, requireId } from '../common/execution-id.ts';
import { CatalogReader } from './catalog-reader.ts';
import { columnText } from './column-text.ts';
import { type Connection, type SqlValue, type Statement, toId, toNumber } from './connection.ts';
import type { Writer } from './group-commit.ts';
import * as sql from './sql/catalog.ts';

/** What changing one entry counts towards the size of a commit. */
const CHANGE_BYTES = 1024;

/** The catalog in SQLite: what a write depends on is asked in the transaction that writes. */
export class SqliteCatalogStore implements CatalogStore {
  readonly #writer: Writer;
  readonly #reader: CatalogReader;
  readonly #toRemove;
  readonly #toRestore;

  /** Reads by `connection`, writes by `writer`. */
  constructor(connection: Connection, writer: Writer) {
    this.#writer = writer;
    this.#reader = new CatalogReader(connection);
    this.#toRemove = connection.prepare(sql.VERSIONS_TO_REMOVE);
    this.#toRestore = connection.prepare(sql.VERSIONS_TO_RESTORE);
  }

  async register(entry: NewCatalogEntry): Promise<{ readonly entry: CatalogEntry; readonly isNew: boolean }> {
    const id = requireId(entry.catalogId);
    const { path, textHash } = entry;
    for (;;) {
      const isNew = await this.#insert(id, entry);
      const kept = isNew ? this.#reader.byId(id) : this.#reader.sameText(path, textHash);
      if (kept) return { entry: kept, isNew };
      // What it was identical to has been removed meanwhile; one that was removed at once stays removed.
      if (isNew) throw new Error(`catalog entry ${entry.catalogId} was removed while it was registered`);
    }
  }

  #insert(id: bigint, entry: NewCatalogEntry): Promise<boolean> {
    const path = columnText.write(entry.path);
    const values = valuesOf(id, path, entry);
    return this.#writer.submit(run => {
      if (run(sql.NEXT_VERSION, path, entry.textHash) === 0) return false;
      run(sql.INSERT_ENTRY, ...values);
      for (const callee of entry.calls) run(sql.INSERT_CALL, id, columnText.write(callee));
      return true;
    }, entry.text.length * 3);
  }

  async findById(catalogId: string): Promise<CatalogEntry | undefined> {
    const id = parseId(catalogId);
    return id === undefined ? undefined : this.#reader.byId(id);
  }

  async find(path: string, version?: number): Promise<CatalogEntry | undefined> {
    return version === undefined ? this.#reader.latest(path) : this.#reader.version(path, version);
  }

  async list(filter: CatalogFilter, page: CatalogPage): Promise<readonly CatalogSummary[]> {
    return this.#reader.list(filter, page);
  }

  async listWhole(filter: CatalogFilter, page: CatalogPage): Promise<readonly CatalogEntry[]> {
    return this.#reader.listWhole(filter, page);
  }

  async count(filter: CatalogFilter): Promise<number> {
    return this.#reader.count(filter);
  }

  async directory(directory: string): Promise<readonly DirectoryMember[]> {
    return this.#reader.directory(directory);
  }

  async present(paths: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#reader.present(paths);
  }

  async callers(path: string): Promise<readonly Caller[]> {
    return this.#reader.callers(path);
  }

  async remove(path: string, version: number | undefined, now: number): Promise<readonly RemovedVersion[]> {
    const chosen = pinsOf(this.#toRemove, path, version);
    return this.#writer.submit(run => {
      const removed: RemovedVersion[] = [];
      for (const pin of chosen) {
        const id = BigInt(pin.catalogId);
        if (run(sql.ARCHIVE_IF_USED, id, now) > 0) removed.push({ ...pin, how: 'archived' });
        else if (run(sql.DELETE_IF_UNUSED, id) > 0) removed.push({ ...pin, how: 'deleted' });
      }
      return removed;
    }, CHANGE_BYTES * chosen.length);
  }

  async restore(path: string, version: number | undefined): Promise<readonly CatalogPin[]> {
    const chosen = pinsOf(this.#toRestore, path, version);
    return this.#writer.submit(
      run => chosen.filter(({ catalogId }) => run(sql.RESTORE, BigInt(catalogId)) > 0),
      CHANGE_BYTES * chosen.length,
    );
  }
}

function pinsOf(statement: Statement, path: string, version: number | undefined): readonly CatalogPin[] {
  return statement
    .all(columnText.write(path), version ?? null)
    .map(([id, number]) => ({ catalogId: toId(id), version: toNumber(number) }));
}

/** In the order of `INSERT_ENTRY`. */
const valuesOf = (id: bigint, path: string, entry: NewCatalogEntry): readonly SqlValue[] => [
  id,
  path,
  columnText.write(entry.kind),
  entry.textHash,
  entry.hash,
  entry.createdAt,
  columnText.write(searchedText(entry)),
  toStoredJson(entry.meta),
  columnText.write(entry.text),
  toStoredJson(entry.payload),
];
