import { type PlaybookCall, playbookCalls } from '../../playbook/catalog/called-playbooks.ts';
import { load } from '../../playbook/index.ts';
import type { Caller, CatalogEntry, CatalogStore } from '../../ports/catalog.ts';

/** A call of another playbook, and whether there is one. */
export type CheckedCall = PlaybookCall & {
  /** Undefined where a template names it. */
  readonly isRegistered: boolean | undefined;
};

export interface Dependencies {
  readonly calls: readonly CheckedCall[];
  /** Whose newest version calls this path. */
  readonly callers: readonly Caller[];
}

export async function findDependencies(store: CatalogStore, entry: CatalogEntry): Promise<Dependencies> {
  const { playbook } = load(entry.text);
  const calls = playbook ? playbookCalls(playbook) : [];
  return {
    calls: await Promise.all(calls.map(call => checkCall(store, call))),
    callers: await store.callers(entry.path),
  };
}

async function checkCall(store: CatalogStore, call: PlaybookCall): Promise<CheckedCall> {
  if (call.kind === 'template') return { ...call, isRegistered: undefined };
  const { path, version } = call.callee;
  const found =
    version === undefined ? (await store.present([path])).has(path) : await store.find(path, version);
  return { ...call, isRegistered: Boolean(found) };
}
