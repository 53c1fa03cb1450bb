import { unifiedDiff } from '../../common/unified-diff.ts';
import { sourceOf } from '../../playbook/catalog/catalog-reference.ts';
import { comparePlaybooks, type PlaybookComparison } from '../../playbook/catalog/compare-playbooks.ts';
import { load } from '../../playbook/index.ts';
import type { CatalogEntry } from '../../ports/catalog.ts';

export interface CatalogDifference {
  /** As `diff -u` writes it; empty if the texts are the same. */
  readonly text: string;
  /** Both mean the same, whatever their texts are. */
  readonly isSameModel: boolean;
  /** Undefined if one of them cannot be read any more: the language has become stricter since. */
  readonly graph: PlaybookComparison | undefined;
}

export function compareEntries(before: CatalogEntry, after: CatalogEntry): CatalogDifference {
  const [old, now] = [load(before.text).playbook, load(after.text).playbook];
  return {
    text: unifiedDiff(nameOf(before), before.text, after.text, nameOf(after)),
    isSameModel: before.hash === after.hash,
    graph: old && now && comparePlaybooks(old, now),
  };
}

const nameOf = ({ path, version }: CatalogEntry): string => sourceOf(path, version).replace('catalog://', '');
