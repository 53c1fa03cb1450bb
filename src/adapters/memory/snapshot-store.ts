import type { PlainValue } from '../../common/plain-value.ts';
import type { Snapshot, SnapshotStore } from '../../ports/snapshot-store.ts';
import { requireId } from '../common/execution-id.ts';
import { readSnapshot, writeSnapshot } from '../common/snapshot-data.ts';
import { strideOf } from '../common/snapshot-spread.ts';
import { closedError } from '../common/store-error.ts';

interface KeptSnapshot {
  readonly n: number;
  readonly version: number;
  readonly data: Uint8Array;
}

/** Snapshots in the memory of this process, compressed as everywhere. */
export class MemorySnapshotStore implements SnapshotStore {
  /** By execution, in order of version. */
  readonly #snapshots = new Map<string, readonly KeptSnapshot[]>();
  #isOpen = true;

  async save(executionId: string, version: number, snapshot: PlainValue): Promise<number> {
    this.#mustBeOpen();
    requireId(executionId);
    const data = await writeSnapshot(snapshot);
    this.#mustBeOpen();
    const others = (this.#snapshots.get(executionId) ?? []).filter(kept => kept.version !== version);
    const n = Math.max(0, ...others.map(kept => kept.n)) + 1;
    const stride = strideOf(n);
    const kept = [...others.filter(other => other.n % stride === 0), { n, version, data }];
    this.#snapshots.set(
      executionId,
      kept.sort((a, b) => a.version - b.version),
    );
    return data.byteLength;
  }

  async latest(executionId: string, atOrBefore = Number.POSITIVE_INFINITY): Promise<Snapshot | undefined> {
    this.#mustBeOpen();
    const found = this.#snapshots.get(executionId)?.findLast(({ version }) => version <= atOrBefore);
    const snapshot = found && (await readSnapshot(found.data));
    return found && snapshot !== undefined ? { version: found.version, snapshot } : undefined;
  }

  remove(executionId: string): void {
    this.#snapshots.delete(executionId);
  }

  close(): void {
    this.#isOpen = false;
    this.#snapshots.clear();
  }

  #mustBeOpen(): void {
    if (!this.#isOpen) throw closedError('the snapshot store');
  }
}
