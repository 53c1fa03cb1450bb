const SUMMARY = `
  catalog_id, CAST(path AS BLOB), version, CAST(kind AS BLOB), CAST(text_hash AS BLOB), CAST(hash AS BLOB),
  created_at, archived_at, CAST(meta AS BLOB)`;

const WHOLE = `${SUMMARY}, CAST(content AS BLOB), CAST(payload AS BLOB)`;

/** No newer version of its path is there and not archived. */
const IS_LATEST = `
NOT EXISTS (
  SELECT 1 FROM catalog AS newer
  WHERE newer.path = catalog.path AND newer.version > catalog.version AND newer.archived_at IS NULL)`;

/** An execution runs, or ran, this content under this path. */
const IS_USED = `
EXISTS (SELECT 1 FROM execution_summary AS user WHERE user.path = catalog.path AND user.hash = catalog.hash)`;

/** Counts the path on, unless its newest version has the same text: then zero rows change. Values: path, hash of the text. */
export const NEXT_VERSION = `
INSERT INTO catalog_path (path, last_version)
SELECT ?1, 1 WHERE NOT EXISTS (
  SELECT 1 FROM catalog WHERE path = ?1 AND text_hash = ?2 AND archived_at IS NULL AND ${IS_LATEST})
ON CONFLICT (path) DO UPDATE SET last_version = last_version + 1`;

/** Values: id, path, kind, hash of the text, hash, time, searched, meta, content, payload. */
export const INSERT_ENTRY = `
INSERT INTO catalog
  (catalog_id, path, version, kind, text_hash, hash, created_at, searched, meta, content, payload)
SELECT ?1, ?2, last_version, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM catalog_path WHERE path = ?2`;

/** Values: id, path that is called. */
export const INSERT_CALL = `
INSERT INTO catalog_call (catalog_id, callee) VALUES (?, ?)`;

export const FIND_BY_ID = `
SELECT ${WHOLE} FROM catalog WHERE catalog_id = ?`;

export const FIND_VERSION = `
SELECT ${WHOLE} FROM catalog WHERE path = ? AND version = ?`;

export const FIND_LATEST = `
SELECT ${WHOLE} FROM catalog WHERE path = ? AND archived_at IS NULL ORDER BY version DESC LIMIT 1`;

export const FIND_SAME_TEXT = `
SELECT ${WHOLE} FROM catalog
WHERE path = ? AND text_hash = ? AND archived_at IS NULL ORDER BY version DESC LIMIT 1`;

/** Values: kind or null, words as a JSON list or null, latest only, archived too. */
const MATCHES = `
(?1 IS NULL OR kind = ?1)
AND (?2 IS NULL OR NOT EXISTS (SELECT 1 FROM json_each(?2) AS word WHERE instr(searched, word.value) = 0))
AND (?4 OR archived_at IS NULL)
AND (NOT ?3 OR (archived_at IS NULL AND ${IS_LATEST}))`;

/** From where: one statement each, so that each has its index. The values of a place follow those of MATCHES. */
const PLACES = {
  everywhere: '(?5 IS NULL AND ?6 IS NULL)',
  path: '(path = ?5 AND ?6 IS NULL)',
  /** From its first to behind its last path. */
  directory: '(path > ?5 AND path < ?6)',
} as const;

export type Place = keyof typeof PLACES;

/** Two more values: largest id, limit. */
const list = (columns: string, place: string): string => `
SELECT ${columns} FROM catalog
WHERE ${place} AND ${MATCHES} AND catalog_id <= ?7 ORDER BY catalog_id DESC LIMIT ?8`;

const count = (place: string): string => `
SELECT count(*) FROM catalog WHERE ${place} AND ${MATCHES}`;

const inEachPlace = (write: (place: string) => string): Readonly<Record<Place, string>> => ({
  everywhere: write(PLACES.everywhere),
  path: write(PLACES.path),
  directory: write(PLACES.directory),
});

export const LIST = inEachPlace(place => list(SUMMARY, place));
export const LIST_WHOLE = inEachPlace(place => list(WHOLE, place));
export const COUNT = inEachPlace(count);

/** What stands in a directory. Values: the beginning of its paths, and what comes behind the last of them. */
export const READ_DIRECTORY = `
SELECT CAST(name AS BLOB), is_directory, count(*) FROM (
  SELECT
    CASE WHEN instr(rest, '/') > 0 THEN substr(rest, 1, instr(rest, '/') - 1) ELSE rest END AS name,
    instr(rest, '/') > 0 AS is_directory
  FROM (
    SELECT DISTINCT substr(path, length(?1) + 1) AS rest FROM catalog
    WHERE path > ?1 AND (?2 IS NULL OR path < ?2) AND archived_at IS NULL))
GROUP BY name, is_directory ORDER BY name, is_directory DESC`;

/** Value: paths as a JSON list. */
export const PRESENT = `
SELECT CAST(asked.value AS BLOB) FROM json_each(?) AS asked
WHERE EXISTS (SELECT 1 FROM catalog WHERE path = asked.value AND archived_at IS NULL)`;

export const CALLERS = `
SELECT CAST(path AS BLOB), version FROM catalog_call CROSS JOIN catalog USING (catalog_id)
WHERE callee = ? AND archived_at IS NULL AND ${IS_LATEST} ORDER BY path`;

/** Values: path, version or null for all of them. */
export const VERSIONS_TO_REMOVE = `
SELECT catalog_id, version FROM catalog
WHERE path = ?1 AND (?2 IS NULL OR version = ?2) AND archived_at IS NULL ORDER BY version`;

export const VERSIONS_TO_RESTORE = `
SELECT catalog_id, version FROM catalog
WHERE path = ?1 AND (?2 IS NULL OR version = ?2) AND archived_at IS NOT NULL ORDER BY version`;

/** Values: id, time. */
export const ARCHIVE_IF_USED = `
UPDATE catalog SET archived_at = ?2 WHERE catalog_id = ?1 AND archived_at IS NULL AND ${IS_USED}`;

export const DELETE_IF_UNUSED = `
DELETE FROM catalog WHERE catalog_id = ?1 AND archived_at IS NULL AND NOT ${IS_USED}`;

export const RESTORE = `
UPDATE catalog SET archived_at = NULL WHERE catalog_id = ? AND archived_at IS NOT NULL`;
