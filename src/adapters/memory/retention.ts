import type { ExecutionSummary } from '../../ports/event-store.ts';
import type {
  EndedRoot,
  EndedStatus,
  ExecutionFamily,
  ResultCount,
  Retention,
} from '../../ports/retention.ts';
import { isPartOfLog } from '../common/stored-result.ts';
import { byStart } from './by-start.ts';
import type { MemoryEventStore } from './event-store.ts';
import type { MemoryKeychainStore } from './keychain-store.ts';
import type { MemoryLogStore } from './log-store.ts';
import type { MemoryResultStore } from './result-store.ts';
import type { MemorySnapshotStore } from './snapshot-store.ts';

interface Kept {
  readonly events: MemoryEventStore;
  readonly results: MemoryResultStore;
  readonly snapshots: MemorySnapshotStore;
  readonly logs: MemoryLogStore;
  readonly keychain: MemoryKeychainStore;
}

/** Removes executions from the memory of this process. */
export class MemoryRetention implements Retention {
  readonly #kept: Kept;

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  async roots({ before, limit }: Parameters<Retention['roots']>[0]): Promise<readonly EndedRoot[]> {
    return this.#kept.events
      .summaries()
      .filter(summary => this.#parentOf(summary) === undefined)
      .flatMap(toRoot)
      .filter(root => !before || byStart(root, before) < 0)
      .sort((a, b) => byStart(b, a))
      .slice(0, limit);
  }

  async family(executionId: string): Promise<ExecutionFamily | undefined> {
    return this.#familyOf(executionId);
  }

  async remove(executionId: string): Promise<number> {
    const family = this.#familyOf(executionId);
    if (!family || family.parent !== undefined || family.running.length + family.reruns.length > 0) return 0;
    const { events, results, snapshots, logs, keychain } = this.#kept;
    for (const member of family.members) {
      for (const store of [events, results, snapshots, logs]) store.remove(member);
      keychain.removeOf(member);
    }
    return family.members.length;
  }

  async removeResults(executionId: string, uris: readonly string[]): Promise<number | undefined> {
    const family = this.#familyOf(executionId);
    if (!family || family.parent !== undefined || family.running.length + family.reruns.length > 0)
      return undefined;
    const isRemoved = (uri: string) =>
      !isPartOfLog(uri) && family.members.some(member => this.#kept.results.removeOne(member, uri));
    return uris.filter(isRemoved).length;
  }

  async countResults(): Promise<ResultCount> {
    const count = { values: 0, bytes: 0, executions: 0 };
    for (const kept of this.#kept.results.all()) {
      const own = kept.filter(({ uri }) => !isPartOfLog(uri));
      count.values += own.length;
      count.bytes += own.reduce((sum, { bytes }) => sum + bytes, 0);
      count.executions += own.length > 0 ? 1 : 0;
    }
    return count;
  }

  async countExpiredResults(time: number): Promise<number> {
    return this.#kept.results.expired(time).length;
  }

  async removeExpiredResults(time: number): Promise<number> {
    return this.#kept.results.removeExpired(time);
  }

  async countLogs(time: number): Promise<number> {
    return this.#kept.logs.olderThan(time).length;
  }

  async removeLogs(time: number): Promise<number> {
    return this.#kept.logs.removeOlderThan(time);
  }

  /** What is removed from memory is gone at once. */
  async compact(): Promise<void> {}

  async bytes(): Promise<number> {
    return 0;
  }

  #familyOf(executionId: string): ExecutionFamily | undefined {
    const all = this.#kept.events.summaries();
    const self = all.find(summary => summary.executionId === executionId);
    if (!self) return undefined;
    const members = withDescendants(self, all);
    const outside = all.filter(summary => !members.has(summary.executionId));
    return {
      parent: this.#parentOf(self),
      members: [...members.keys()],
      running: idsOf([...members.values()].filter(({ endedAt }) => endedAt === undefined)),
      reruns: idsOf(outside.filter(({ rerunOf }) => members.has(rerunOf ?? ''))),
    };
  }

  #parentOf({ parentExecutionId: parent }: ExecutionSummary): string | undefined {
    return parent !== undefined && this.#kept.events.has(parent) ? parent : undefined;
  }
}

function withDescendants(
  self: ExecutionSummary,
  all: readonly ExecutionSummary[],
): ReadonlyMap<string, ExecutionSummary> {
  const members = new Map([[self.executionId, self]]);
  // A map goes on to what is added to it meanwhile.
  for (const member of members.keys())
    for (const summary of all)
      if (summary.parentExecutionId === member) members.set(summary.executionId, summary);
  return members;
}

const idsOf = (summaries: readonly ExecutionSummary[]): string[] =>
  summaries.map(({ executionId }) => executionId);

function toRoot({ executionId, path, status, startedAt, endedAt }: ExecutionSummary): EndedRoot[] {
  if (endedAt === undefined) return [];
  return [{ executionId, path, status: status as EndedStatus, startedAt, endedAt }];
}
