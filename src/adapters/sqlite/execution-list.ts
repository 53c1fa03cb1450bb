import {
  type CountFilter,
  type ExecutionCounts,
  type ExecutionFilter,
  type ExecutionStatus,
  type ExecutionSummary,
  NO_EXECUTIONS,
} from '../../ports/event-store.ts';
import { MAX_ID, parseId } from '../common/execution-id.ts';
import { columnText } from './column-text.ts';
import { type Connection, type SqlRow, toId, toNumber, toText } from './connection.ts';
import * as sql from './sql/executions.ts';

/** Start and id: the order of lists. */
type Place = readonly [startedAt: number, id: bigint];

/** Nothing starts after it. */
const AFTER_ALL: Place = [Number.MAX_SAFE_INTEGER, MAX_ID];

/** Reads what is known of executions without folding their logs. */
export class ExecutionList {
  readonly #find;
  readonly #all;
  readonly #byStatus;
  readonly #byPath;
  readonly #byPathAndStatus;
  readonly #byParent;
  readonly #search;
  readonly #open;
  readonly #count;

  constructor(connection: Connection) {
    this.#find = connection.prepare(sql.READ_SUMMARY);
    this.#all = connection.prepare(sql.LIST);
    this.#byStatus = connection.prepare(sql.LIST_BY_STATUS);
    this.#byPath = connection.prepare(sql.LIST_BY_PATH);
    this.#byPathAndStatus = connection.prepare(sql.LIST_BY_PATH_AND_STATUS);
    this.#byParent = connection.prepare(sql.LIST_BY_PARENT);
    this.#search = connection.prepare(sql.SEARCH);
    this.#open = connection.prepare(sql.OPEN);
    this.#count = connection.prepare(sql.COUNT);
  }

  find(id: bigint): ExecutionSummary | undefined {
    const row = this.#find.get(id);
    return row && toSummary(row);
  }

  list(filter: ExecutionFilter): readonly ExecutionSummary[] {
    const before = this.#place(filter.before);
    return before === undefined ? [] : this.#rows(filter, before, filter.limit ?? 100).map(toSummary);
  }

  open(): readonly string[] {
    return this.#open.all().map(([id]) => toId(id));
  }

  count({ from = 0, to = Number.MAX_SAFE_INTEGER }: CountFilter): ExecutionCounts {
    const rows = this.#count.all(from, to).map(([status, count]) => [toText(status), toNumber(count)]);
    return { ...NO_EXECUTIONS, ...Object.fromEntries(rows) };
  }

  /** Where the execution stands in the list; undefined if there is none of this id. */
  #place(executionId: string | undefined): Place | undefined {
    if (executionId === undefined) return AFTER_ALL;
    const id = parseId(executionId);
    const found = id === undefined ? undefined : this.find(id);
    return id === undefined || !found ? undefined : [found.startedAt, id];
  }

  #rows(filter: ExecutionFilter, before: Place, limit: number): readonly SqlRow[] {
    const { status, path, pathPart, since, offset = 0, parent, catalogId } = filter;
    if (parent !== undefined) return this.#byParent.all(parseId(parent) ?? -1n, ...before, limit);
    const isSearch = pathPart !== undefined || since !== undefined || catalogId !== undefined;
    if (isSearch || offset > 0) {
      return this.#search.all(
        textOrNull(path),
        textOrNull(pathPart),
        status ?? null,
        since ?? null,
        textOrNull(catalogId),
        ...before,
        limit,
        offset,
      );
    }
    const wanted = path === undefined ? undefined : columnText.write(path);
    if (wanted === undefined) {
      return status === undefined
        ? this.#all.all(...before, limit)
        : this.#byStatus.all(status, ...before, limit);
    }
    return status === undefined
      ? this.#byPath.all(wanted, ...before, limit)
      : this.#byPathAndStatus.all(wanted, status, ...before, limit);
  }
}

const textOrNull = (text: string | undefined): string | null =>
  text === undefined ? null : columnText.write(text);

function toSummary(row: SqlRow): ExecutionSummary {
  const [id, path, hash, status, startedAt, endedAt, parent, original, catalog, version, events] = row;
  return {
    executionId: toId(id),
    path: columnText.read(toText(path)),
    hash: toText(hash),
    status: toText(status) as ExecutionStatus,
    startedAt: toNumber(startedAt),
    endedAt: endedAt === null ? undefined : toNumber(endedAt),
    parentExecutionId: parent === null ? undefined : toId(parent),
    rerunOf: original === null ? undefined : toId(original),
    ...(catalog === null ? {} : { catalogId: columnText.read(toText(catalog)) }),
    version: toNumber(version),
    events: toNumber(events),
  };
}
