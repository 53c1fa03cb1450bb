import { problemBody } from '../../api/catalog-body.ts';
import { LruMap } from '../../common/lru.ts';
import { isError } from '../../common/problem.ts';
import { sha256Hex } from '../../common/sha256.ts';
import { sourceOf } from '../../playbook/catalog/catalog-reference.ts';
import { plainContent } from '../../playbook/catalog/read-document.ts';
import { load, type Playbook } from '../../playbook/index.ts';
import type { CatalogEntry } from '../../ports/catalog.ts';
import type { StartRequest } from '../../ports/engine-handle.ts';
import { unprocessable } from '../http-error.ts';

/** What to run, and where it came from. */
export type Startable = Pick<StartRequest, 'playbook' | 'text' | 'source' | 'catalog'>;

/** By the hash of their text: a playbook that is started a thousand times is read once. */
const loaded = new LruMap<string, Playbook>(200);

export function startableEntry({ catalogId, version, path, text, textHash }: CatalogEntry): Startable {
  const source = sourceOf(path, version);
  const playbook = playbookOf(textHash, text, source);
  return { playbook, text, source, catalog: { catalogId, version } };
}

/** A playbook that was sent with the request, plain or in base64. */
export function startableContent(content: string): Startable {
  const text = plainContent(content);
  const playbook = playbookOf(sha256Hex(text), text, 'content');
  return { playbook, text, source: playbook.metadata.path };
}

function playbookOf(textHash: string, text: string, file: string): Playbook {
  const known = loaded.get(textHash);
  if (known) return known;
  const { playbook, problems } = load(text, { file });
  if (!playbook) {
    const errors = problems.filter(isError);
    const [first] = errors;
    const more = errors.length > 1 ? `; ${errors.length - 1} more in \`problems\`` : '';
    const where = first
      ? `line ${first.line}, column ${first.column}: ${first.message}`
      : 'it cannot be read';
    throw unprocessable(`the playbook is not valid: ${where}${more}`, problems.map(problemBody));
  }
  loaded.set(textHash, playbook);
  return playbook;
}
