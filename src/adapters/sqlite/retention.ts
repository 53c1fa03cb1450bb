import { statSync } from 'node:fs';
import type {
  EndedRoot,
  EndedStatus,
  ExecutionFamily,
  ResultCount,
  Retention,
  RootPlace,
} from '../../ports/retention.ts';
import { MAX_ID, parseId } from '../common/execution-id.ts';
import { PART_OF_LOG } from '../common/stored-result.ts';
import { columnText } from './column-text.ts';
import { compact } from './compact.ts';
import { type Connection, type SqlRow, toId, toNumber, toText } from './connection.ts';
import type { Writer } from './group-commit.ts';
import type { LogRetention } from './log-retention.ts';
import * as sql from './sql/removal.ts';
import { COUNT_EXPIRED_RESULTS, REMOVE_EXPIRED_RESULTS } from './sql/results.ts';

/** Nothing starts after it. */
const AFTER_ALL: RootPlace = { startedAt: Number.MAX_SAFE_INTEGER, executionId: String(MAX_ID) };

/** What a removal counts towards the size of a commit: a few of them, then others get a turn. */
const REMOVAL_BYTES = 1024 * 1024;

/** Removes executions from SQLite: what refers to what is asked in the transaction that removes. */
export class SqliteRetention implements Retention {
  readonly #main: Connection;
  readonly #writer: Writer;
  readonly #logs: LogRetention;
  readonly #roots;
  readonly #family;
  readonly #parent;
  readonly #reruns;
  readonly #exists;
  readonly #countResults;
  readonly #countExpired;

  constructor(main: Connection, writer: Writer, logs: LogRetention) {
    this.#main = main;
    this.#writer = writer;
    this.#logs = logs;
    this.#roots = main.prepare(sql.READ_ROOTS);
    this.#family = main.prepare(sql.READ_FAMILY);
    this.#parent = main.prepare(sql.READ_PARENT);
    this.#reruns = main.prepare(sql.READ_RERUNS);
    this.#exists = main.prepare(sql.EXECUTION_EXISTS);
    this.#countResults = main.prepare(sql.COUNT_RESULTS);
    this.#countExpired = main.prepare(COUNT_EXPIRED_RESULTS);
  }

  async roots({
    before = AFTER_ALL,
    limit,
  }: Parameters<Retention['roots']>[0]): Promise<readonly EndedRoot[]> {
    const id = parseId(before.executionId);
    return id === undefined ? [] : this.#roots.all(before.startedAt, id, limit).map(toRoot);
  }

  async family(executionId: string): Promise<ExecutionFamily | undefined> {
    const id = parseId(executionId);
    if (id === undefined) return undefined;
    const members = this.#family.all(id);
    if (members.length === 0) return undefined;
    const [parent] = this.#parent.get(id) ?? [];
    return {
      parent: parent === undefined ? undefined : toId(parent),
      members: members.map(([member]) => toId(member)),
      running: members.filter(([, isRunning]) => isRunning === 1n).map(([member]) => toId(member)),
      reruns: this.#reruns.all(id).map(([rerun]) => toId(rerun)),
    };
  }

  async remove(executionId: string): Promise<number> {
    const id = parseId(executionId);
    if (id === undefined) return 0;
    const members = this.#family.all(id).map(([member]) => member as bigint);
    const removed = await this.#writer.submit(run => {
      const marked = run(sql.MARK_FAMILY, id);
      if (marked > 0) for (const statement of sql.REMOVE_MARKED) run(statement);
      return marked;
    }, REMOVAL_BYTES);
    if (removed > 0) await this.#logs.removeOf(members);
    return removed;
  }

  async removeResults(executionId: string, uris: readonly string[]): Promise<number | undefined> {
    const id = parseId(executionId);
    if (id === undefined) return undefined;
    return this.#writer.submit(run => {
      if (run(sql.MARK_FAMILY, id) === 0) return undefined;
      let removed = 0;
      for (const uri of uris) removed += run(sql.REMOVE_RESULT, uri, PART_OF_LOG);
      run(sql.FORGET_MARKS);
      return removed;
    }, REMOVAL_BYTES);
  }

  async countResults(): Promise<ResultCount> {
    const [values, bytes, executions] = this.#countResults.get(PART_OF_LOG) ?? [];
    return { values: toNumber(values), bytes: toNumber(bytes), executions: toNumber(executions) };
  }

  async countExpiredResults(time: number): Promise<number> {
    return toNumber(this.#countExpired.get(time)?.[0]);
  }

  async removeExpiredResults(time: number): Promise<number> {
    return this.#writer.submit(run => run(REMOVE_EXPIRED_RESULTS, time, -1), REMOVAL_BYTES);
  }

  countLogs(time: number): Promise<number> {
    return this.#logs.countOld(time);
  }

  removeLogs(time: number): Promise<number> {
    return this.#logs.removeOld(time);
  }

  async compact(): Promise<void> {
    await compact(this.#main);
    await this.#logs.compact(id => this.#exists.get(id) !== undefined);
  }

  async bytes(): Promise<number> {
    const files = [this.#main.path, this.#logs.connection.path].flatMap(path => [path, `${path}-wal`]);
    return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  }
}

function toRoot([id, path, status, startedAt, endedAt]: SqlRow): EndedRoot {
  return {
    executionId: toId(id),
    path: columnText.read(toText(path)),
    status: toText(status) as EndedStatus,
    startedAt: toNumber(startedAt),
    endedAt: toNumber(endedAt),
  };
}
