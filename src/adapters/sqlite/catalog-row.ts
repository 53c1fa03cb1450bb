import type { PlainMapping } from '../../common/plain-value.ts';
import { fromStoredJson } from '../../common/stored-json.ts';
import type { CatalogEntry, CatalogSummary } from '../../ports/catalog.ts';
import { columnText } from './column-text.ts';
import { type SqlRow, toId, toNumber, toText } from './connection.ts';

/** From the columns `SUMMARY` of `sql/catalog.ts`. */
export function toCatalogSummary(row: SqlRow): CatalogSummary {
  const [id, path, version, kind, textHash, hash, createdAt, archivedAt, meta] = row;
  return {
    catalogId: toId(id),
    path: columnText.read(toText(path)),
    version: toNumber(version),
    kind: columnText.read(toText(kind)),
    textHash: toText(textHash),
    hash: toText(hash),
    createdAt: toNumber(createdAt),
    archivedAt: archivedAt === null ? undefined : toNumber(archivedAt),
    meta: fromStoredJson(toText(meta)) as PlainMapping,
  };
}

/** From the columns `WHOLE`. */
export function toCatalogEntry(row: SqlRow): CatalogEntry {
  const [text, payload] = row.slice(9);
  return {
    ...toCatalogSummary(row),
    text: columnText.read(toText(text)),
    payload: fromStoredJson(toText(payload)) as PlainMapping,
  };
}
