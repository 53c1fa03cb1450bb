import { isMapping, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { CatalogEntry, CatalogStore } from '../../ports/catalog.ts';

/** Entries that are held at once. */
const PAGE = 100;

export interface AgentFilter {
  /** A part of the path. */
  readonly path?: string;
  /** All of which it must have. */
  readonly capabilities?: readonly string[];
}

/** The newest versions of playbooks that say `metadata.agent: true`, newest first. */
export async function listAgents(store: CatalogStore, filter: AgentFilter): Promise<readonly CatalogEntry[]> {
  const found: CatalogEntry[] = [];
  let before: string | undefined;
  for (;;) {
    const more = before === undefined ? { limit: PAGE } : { limit: PAGE, before };
    const page = await store.listWhole({ latestOnly: true }, more);
    found.push(...page.filter(entry => isWanted(entry, filter)));
    before = page.at(-1)?.catalogId;
    if (page.length < PAGE) return found;
  }
}

function isWanted(
  { path, payload }: CatalogEntry,
  { path: part = '', capabilities = [] }: AgentFilter,
): boolean {
  const metadata = mappingAt(payload, 'metadata');
  if (metadata.agent !== true || !path.includes(part)) return false;
  const has = listOf(metadata.capabilities);
  return capabilities.every(wanted => has.includes(wanted));
}

const mappingAt = (value: PlainMapping, name: string): PlainMapping => {
  const found = value[name];
  return isMapping(found) ? found : {};
};

const listOf = (value: PlainValue | undefined): readonly PlainValue[] => (Array.isArray(value) ? value : []);
