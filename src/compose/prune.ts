import { type PruneOptions, type PruneReport, prune } from '../engine/prune.ts';
import type { Clock } from '../ports/clock.ts';

export type { KeptExecution, PruneOptions, PruneReport } from '../engine/prune.ts';

/**
 * Removes finished executions from a data directory, as the one process that writes there. A dry run only
 * reads. Throws `store_in_use`, naming the holder, while another process has the directory.
 */
export async function pruneDataDirectory(
  dataDir: string,
  options: PruneOptions,
  clock: Clock,
): Promise<PruneReport> {
  const { openDataDirectory } = await import('../adapters/sqlite/data-directory.ts');
  const { openUpgraded } = await import('../adapters/sqlite/open-upgraded.ts');
  // Reading first: a directory that does not exist is an error, it is not created.
  const reading = await openUpgraded(dataDir);
  try {
    if (options.dryRun) return await prune({ ...reading, clock }, options);
  } finally {
    await reading.close();
  }
  const stores = await openDataDirectory(dataDir);
  try {
    return await prune({ ...stores, clock }, options);
  } finally {
    await stores.close();
  }
}
