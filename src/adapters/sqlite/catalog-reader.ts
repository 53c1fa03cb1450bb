import type {
  Caller,
  CatalogEntry,
  CatalogFilter,
  CatalogPage,
  CatalogSummary,
  DirectoryMember,
} from '../../ports/catalog.ts';
import { directoryRange } from '../common/catalog-text.ts';
import { MAX_ID, parseId } from '../common/execution-id.ts';
import { toCatalogEntry, toCatalogSummary } from './catalog-row.ts';
import { columnText } from './column-text.ts';
import {
  type Connection,
  type SqlRow,
  type SqlValue,
  type Statement,
  toNumber,
  toText,
} from './connection.ts';
import * as sql from './sql/catalog.ts';

type Placed = Readonly<Record<sql.Place, Statement>>;

/** Reads the catalog of a database. */
export class CatalogReader {
  readonly #byId;
  readonly #version;
  readonly #latest;
  readonly #sameText;
  readonly #list: Placed;
  readonly #listWhole: Placed;
  readonly #count: Placed;
  readonly #directory;
  readonly #present;
  readonly #callers;

  constructor(connection: Connection) {
    const placed = (statements: Readonly<Record<sql.Place, string>>): Placed => ({
      everywhere: connection.prepare(statements.everywhere),
      path: connection.prepare(statements.path),
      directory: connection.prepare(statements.directory),
    });
    this.#byId = connection.prepare(sql.FIND_BY_ID);
    this.#version = connection.prepare(sql.FIND_VERSION);
    this.#latest = connection.prepare(sql.FIND_LATEST);
    this.#sameText = connection.prepare(sql.FIND_SAME_TEXT);
    this.#list = placed(sql.LIST);
    this.#listWhole = placed(sql.LIST_WHOLE);
    this.#count = placed(sql.COUNT);
    this.#directory = connection.prepare(sql.READ_DIRECTORY);
    this.#present = connection.prepare(sql.PRESENT);
    this.#callers = connection.prepare(sql.CALLERS);
  }

  byId(id: bigint): CatalogEntry | undefined {
    return optional(this.#byId.get(id));
  }

  version(path: string, version: number): CatalogEntry | undefined {
    return optional(this.#version.get(columnText.write(path), version));
  }

  latest(path: string): CatalogEntry | undefined {
    return optional(this.#latest.get(columnText.write(path)));
  }

  sameText(path: string, textHash: string): CatalogEntry | undefined {
    return optional(this.#sameText.get(columnText.write(path), textHash));
  }

  list(filter: CatalogFilter, page: CatalogPage): readonly CatalogSummary[] {
    return this.#page(this.#list, filter, page).map(toCatalogSummary);
  }

  listWhole(filter: CatalogFilter, page: CatalogPage): readonly CatalogEntry[] {
    return this.#page(this.#listWhole, filter, page).map(toCatalogEntry);
  }

  count(filter: CatalogFilter): number {
    const { place, values } = conditionsOf(filter);
    return toNumber(this.#count[place].get(...values)?.[0]);
  }

  directory(directory: string): readonly DirectoryMember[] {
    const [from, to] = directoryRange(columnText.write(directory));
    return this.#directory.all(from, to).map(([name, isDirectory, paths]) => ({
      name: columnText.read(toText(name)),
      kind: isDirectory === 1n ? 'directory' : 'entry',
      paths: toNumber(paths),
    }));
  }

  present(paths: readonly string[]): ReadonlySet<string> {
    const rows = this.#present.all(JSON.stringify(paths.map(columnText.write)));
    return new Set(rows.map(([path]) => columnText.read(toText(path))));
  }

  callers(path: string): readonly Caller[] {
    return this.#callers
      .all(columnText.write(path))
      .map(([caller, version]) => ({ path: columnText.read(toText(caller)), version: toNumber(version) }));
  }

  #page(statements: Placed, filter: CatalogFilter, { before, limit }: CatalogPage): readonly SqlRow[] {
    const behind = before === undefined ? MAX_ID + 1n : parseId(before);
    if (behind === undefined) return [];
    const { place, values } = conditionsOf(filter);
    return statements[place].all(...values, behind - 1n, limit);
  }
}

const optional = (row: SqlRow | undefined): CatalogEntry | undefined => row && toCatalogEntry(row);

/** Which statement, and its values up to the sixth. A path in a directory is one of that directory or none. */
function conditionsOf(filter: CatalogFilter): { readonly place: sql.Place; readonly values: SqlValue[] } {
  const { kind, path, directory, words, latestOnly = false, includeArchived = false } = filter;
  const wanted = words && JSON.stringify(words.map(word => columnText.write(word.toLowerCase())));
  const matches = [kind ?? null, wanted ?? null, Number(latestOnly), Number(includeArchived)];
  if (path !== undefined) return { place: 'path', values: [...matches, columnText.write(path), null] };
  if (directory === undefined || directory === '')
    return { place: 'everywhere', values: [...matches, null, null] };
  return { place: 'directory', values: [...matches, ...directoryRange(columnText.write(directory))] };
}
