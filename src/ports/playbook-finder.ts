import type { KeptPlaybook } from './playbook-store.ts';

/** Finds the playbook that another one names: by a path in a catalog, or a file beside it. */
export interface PlaybookFinder {
  /** `from` is the source of the playbook that asks. Undefined if there is none by that name. */
  find(path: string, from: string): Promise<KeptPlaybook | undefined>;
}
