import type { Clock } from '../ports/clock.ts';
import type { KeychainStore } from '../ports/keychain-store.ts';
import type { EndedRoot, EndedStatus, Retention } from '../ports/retention.ts';
import { type KeptBecause, keptBecause, type Removal, removeExecution } from './remove-execution.ts';

export interface PruneServices {
  readonly retention: Retention;
  readonly keychain: Pick<KeychainStore, 'countExpired' | 'removeExpired'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Executions that have not ended are never chosen. Without any limit, all that have ended are. */
export interface PruneOptions {
  /** Chooses executions that ended longer ago than this, in milliseconds. */
  readonly olderThan?: number;
  /** Of each playbook path, the newest so many of those in `statuses` stay, however old. */
  readonly keep?: number;
  /** All three unless given. */
  readonly statuses?: readonly EndedStatus[];
  /** Removes printed lines older than this, in milliseconds, also of executions that stay. */
  readonly logsOlderThan?: number;
  /** Tells what would be removed, and removes nothing. */
  readonly dryRun?: boolean;
  /** Called for each chosen execution that was (or would be) removed, newest first. */
  readonly onRemoved?: (execution: EndedRoot) => void;
}

export interface PruneReport {
  /** Executions that were chosen and removed. */
  readonly removed: number;
  /** Children that went with them. */
  readonly removedChildren: number;
  /** Executions that were chosen, but something that stays needs them. The first 100; `keptCount` counts all. */
  readonly kept: readonly KeptExecution[];
  readonly keptCount: number;
  /** Commands' attempts whose printed lines were removed for their own age. */
  readonly removedLogs: number;
  /** Values that were kept for a time which is over. */
  readonly removedResults: number;
  /** Secrets of the keychain that had expired. */
  readonly removedSecrets: number;
  /** By which the files got smaller; zero in a dry run. */
  readonly bytesFreed: number;
}

export interface KeptExecution {
  readonly execution: EndedRoot;
  readonly why: KeptBecause;
}

const PAGE = 200;
const MAX_LISTED = 100;

/**
 * Removes finished executions by age and count. Newest first: a rerun is newer than what it shares results
 * with, so an original that was chosen together with its reruns goes in the same pass.
 */
export async function prune(services: PruneServices, options: PruneOptions = {}): Promise<PruneReport> {
  const { retention, keychain, clock } = services;
  const now = clock.now();
  const before = options.dryRun ? 0 : await retention.bytes();
  const tally = new Tally(options);
  const removal = options.dryRun ? rehearsal(retention) : (id: string) => removeExecution(retention, id);
  for await (const page of pagesOf(retention)) {
    const chosen = page.filter(root => tally.isChosen(root, now));
    const removals = await Promise.all(chosen.map(root => removal(root.executionId)));
    for (const [index, root] of chosen.entries()) tally.add(root, removals[index] as Removal);
  }
  const removedLogs = await pruneLogs(retention, now, options);
  if (options.dryRun) {
    const removedResults = await retention.countExpiredResults(now);
    const removedSecrets = await keychain.countExpired(now);
    return tally.report({ removedLogs, removedResults, removedSecrets, bytesFreed: 0 });
  }
  const removedResults = await retention.removeExpiredResults(now);
  const removedSecrets = await keychain.removeExpired(now);
  await retention.compact();
  const bytesFreed = Math.max(0, before - (await retention.bytes()));
  return tally.report({ removedLogs, removedResults, removedSecrets, bytesFreed });
}

async function pruneLogs(
  retention: Retention,
  now: number,
  { logsOlderThan, dryRun }: PruneOptions,
): Promise<number> {
  if (logsOlderThan === undefined) return 0;
  const time = now - logsOlderThan;
  return dryRun ? retention.countLogs(time) : retention.removeLogs(time);
}

async function* pagesOf(retention: Retention): AsyncGenerator<readonly EndedRoot[]> {
  let page = await retention.roots({ limit: PAGE });
  while (page.length > 0) {
    yield page;
    const before = page.at(-1);
    page = await retention.roots({ limit: PAGE, ...(before ? { before } : {}) });
  }
}

/** Answers as removing in this order would, and removes nothing. One call at a time decides. */
function rehearsal(retention: Retention): (executionId: string) => Promise<Removal> {
  const gone = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  const rehearse = async (executionId: string): Promise<Removal> => {
    const family = await retention.family(executionId);
    const why = keptBecause(family, gone);
    if (why || !family) return { kind: 'kept', why: why ?? { reason: 'unknown' } };
    for (const member of family.members) gone.add(member);
    return { kind: 'removed', executions: family.members.length };
  };
  return executionId => {
    const answer = last.then(() => rehearse(executionId));
    last = answer;
    return answer;
  };
}

/** Chooses, and counts what came of it. */
class Tally {
  readonly #options: PruneOptions;
  readonly #seen = new Map<string, number>();
  readonly #kept: KeptExecution[] = [];
  #keptCount = 0;
  #removed = 0;
  #removedChildren = 0;

  constructor(options: PruneOptions) {
    this.#options = options;
  }

  isChosen({ path, status, endedAt }: EndedRoot, now: number): boolean {
    const { olderThan = 0, keep = 0, statuses } = this.#options;
    if (statuses && !statuses.includes(status)) return false;
    const newer = this.#seen.get(path) ?? 0;
    this.#seen.set(path, newer + 1);
    return newer >= keep && endedAt <= now - olderThan;
  }

  add(execution: EndedRoot, removal: Removal): void {
    if (removal.kind === 'removed') {
      this.#removed += 1;
      this.#removedChildren += removal.executions - 1;
      this.#options.onRemoved?.(execution);
    } else if (removal.why.reason !== 'unknown') {
      this.#keptCount += 1;
      if (this.#kept.length < MAX_LISTED) this.#kept.push({ execution, why: removal.why });
    }
  }

  report(
    others: Pick<PruneReport, 'removedLogs' | 'removedResults' | 'removedSecrets' | 'bytesFreed'>,
  ): PruneReport {
    return {
      removed: this.#removed,
      removedChildren: this.#removedChildren,
      kept: this.#kept,
      keptCount: this.#keptCount,
      ...others,
    };
  }
}
