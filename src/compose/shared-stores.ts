import type { SharedStores } from '../control/listener.ts';
import { heldCatalog } from './held-catalog.ts';
import type { Local } from './local.ts';

/**
 * What others may have the holder store, and what they may do for it. Lines that they print are overheard, and
 * results that find no room wait for it, as those of its own commands.
 */
export function sharedStores(local: Local): SharedStores {
  const { credentials, cache, keychain } = local.stores;
  const { engine, leases, logs, results } = local;
  const sourceOf = (executionId: string) => engine.sourceOf(executionId);
  const own = () => {
    const { running, slots } = local.load().commands;
    return { running, slots };
  };
  const work = { leases, sourceOf, publicUrl: local.publicUrl, own };
  return { catalog: heldCatalog(local), credentials, results, cache, keychain, logs, work };
}
