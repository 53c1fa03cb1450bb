import type { NewCatalogEntry } from '../../ports/catalog.ts';

/** What is searched, in one text: in lower case, parts kept apart so that no word is found across them. */
export const searchedText = ({ path, searched }: NewCatalogEntry): string =>
  [path, ...searched].join('\n').toLowerCase();

/** Every path in a directory is above the first and below the second; the root has no end. */
export const directoryRange = (directory: string): readonly [from: string, to: string | null] =>
  directory === '' ? ['', null] : [`${directory}/`, `${directory}0`];
