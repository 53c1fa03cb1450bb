import type { PlainValue } from '../../common/plain-value.ts';
import type { Snapshot, SnapshotStore } from '../../ports/snapshot-store.ts';
import { parseId, requireId } from '../common/execution-id.ts';
import { readSnapshot, writeSnapshot } from '../common/snapshot-data.ts';
import { strideOf } from '../common/snapshot-spread.ts';
import { type Connection, toNumber } from './connection.ts';
import type { Writer } from './group-commit.ts';
import * as sql from './sql/snapshots.ts';

/** Snapshots in SQLite. One shares its commit with the turns that are written at the same time. */
export class SqliteSnapshotStore implements SnapshotStore {
  readonly #writer: Writer;
  readonly #lastNumber;
  readonly #find;

  /** Reads by `connection`, writes by `writer`. */
  constructor(connection: Connection, writer: Writer) {
    this.#writer = writer;
    this.#lastNumber = connection.prepare(sql.LAST_SNAPSHOT_NUMBER);
    this.#find = connection.prepare(sql.FIND_SNAPSHOT);
  }

  async save(executionId: string, version: number, snapshot: PlainValue): Promise<number> {
    const id = requireId(executionId);
    const data = await writeSnapshot(snapshot);
    const n = toNumber(this.#lastNumber.get(id)?.[0] ?? 0) + 1;
    await this.#writer.submit(run => {
      run(sql.SAVE_SNAPSHOT, id, version, n, data);
      run(sql.THIN_SNAPSHOTS, id, n, strideOf(n));
    }, data.byteLength);
    return data.byteLength;
  }

  async latest(executionId: string, atOrBefore = Number.MAX_SAFE_INTEGER): Promise<Snapshot | undefined> {
    const id = parseId(executionId);
    const [version, data] = (id !== undefined && this.#find.get(id, atOrBefore)) || [];
    // A damaged file may hold anything in the place of the bytes.
    const snapshot = data instanceof Uint8Array ? await readSnapshot(data) : undefined;
    return snapshot === undefined ? undefined : { version: toNumber(version), snapshot };
  }
}
