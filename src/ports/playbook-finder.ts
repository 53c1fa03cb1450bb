import type { CatalogPin } from './catalog.ts';
import type { KeptPlaybook } from './playbook-store.ts';

/** A playbook that was found; `catalog` says which version it is, if it stands in one. */
export interface FoundPlaybook extends KeptPlaybook {
  readonly catalog?: CatalogPin;
}

/** Finds the playbook that another one names: by a path in a catalog, or a file beside it. */
export interface PlaybookFinder {
  /** `from` is the source of the playbook that asks. Undefined if there is none by that name. */
  find(path: string, from: string): Promise<FoundPlaybook | undefined>;
}
