import {
  parseReference,
  pathOfSource,
  resolveFrom,
  sourceOf,
} from '../../playbook/catalog/catalog-reference.ts';
import type { CatalogStore } from '../../ports/catalog.ts';
import type { FoundPlaybook, PlaybookFinder } from '../../ports/playbook-finder.ts';

/**
 * Finds playbooks in the catalog by `path` or `path@version`; `./x` and `../x` start at the directory of the
 * playbook that calls. Without a version it is the newest at the time of the call, which the log of the
 * execution that is started records. What is archived is not run.
 */
export const catalogFinder = (catalog: Pick<CatalogStore, 'find'>): PlaybookFinder => ({
  async find(name, from) {
    const caller = pathOfSource(from);
    const reference = caller === undefined ? parseReference(name) : resolveFrom(parseReference(name), caller);
    const entry = reference && (await catalog.find(reference.path, reference.version));
    if (entry?.archivedAt !== undefined || !entry) return undefined;
    const { catalogId, path, version, text } = entry;
    return { text, source: sourceOf(path, version), catalog: { catalogId, version } };
  },
});

/** Asks one after the other. */
export const firstFound = (...finders: readonly PlaybookFinder[]): PlaybookFinder => ({
  async find(path, from): Promise<FoundPlaybook | undefined> {
    for (const finder of finders) {
      const found = await finder.find(path, from);
      if (found) return found;
    }
    return undefined;
  },
});
