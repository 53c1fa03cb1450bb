const COLUMNS = `
  execution_id, CAST(path AS BLOB), CAST(hash AS BLOB), CAST(status AS BLOB), started_at, ended_at, parent_execution_id,
  rerun_of, CAST(catalog_id AS BLOB), (SELECT max(version) FROM turn WHERE turn.execution_id = execution_summary.execution_id),
  (
    SELECT rows_after FROM turn WHERE turn.execution_id = execution_summary.execution_id
    ORDER BY turn.version DESC LIMIT 1
  )`;

export const READ_SUMMARY = `
SELECT ${COLUMNS} FROM execution_summary WHERE execution_id = ?`;

/**
 * In the order of lists: newest first, by start and then by id. What a page ends before is given as two values.
 */
const OLDER = '(started_at, execution_id) < (?, ?)';
const NEWEST_FIRST = 'ORDER BY started_at DESC, execution_id DESC';

/** One statement per filter, so that each has its index. Last three values: start and id of the one before, limit. */
export const LIST = `
SELECT ${COLUMNS} FROM execution_summary
WHERE ${OLDER} ${NEWEST_FIRST} LIMIT ?`;

export const LIST_BY_STATUS = `
SELECT ${COLUMNS} FROM execution_summary
WHERE status = ? AND ${OLDER} ${NEWEST_FIRST} LIMIT ?`;

export const LIST_BY_PATH = `
SELECT ${COLUMNS} FROM execution_summary
WHERE path = ? AND ${OLDER} ${NEWEST_FIRST} LIMIT ?`;

export const LIST_BY_PATH_AND_STATUS = `
SELECT ${COLUMNS} FROM execution_summary
WHERE path = ? AND status = ? AND ${OLDER} ${NEWEST_FIRST} LIMIT ?`;

/** Values: parent, start and id of the one before, limit. */
export const LIST_BY_PARENT = `
SELECT ${COLUMNS} FROM execution_summary
WHERE parent_execution_id = ? AND ${OLDER} ${NEWEST_FIRST} LIMIT ?`;

/**
 * Looks through the list. Values: path, part of a path, status, first start, entry of the catalog, start and id of the one
 * before, limit, offset.
 */
export const SEARCH = `
SELECT ${COLUMNS} FROM execution_summary
WHERE (?1 IS NULL OR path = ?1)
  AND (?2 IS NULL OR instr(lower(path), lower(?2)) > 0)
  AND (?3 IS NULL OR status = ?3)
  AND (?4 IS NULL OR started_at >= ?4)
  AND (?5 IS NULL OR catalog_id = ?5)
  AND (started_at, execution_id) < (?6, ?7)
${NEWEST_FIRST} LIMIT ?8 OFFSET ?9`;

export const OPEN = `
SELECT execution_id FROM execution_summary WHERE ended_at IS NULL ORDER BY execution_id`;

/** Values: from (inclusive), to (exclusive), in milliseconds. */
export const COUNT = `
SELECT CAST(status AS BLOB), count(*) FROM execution_summary
WHERE started_at >= ? AND started_at < ? GROUP BY status`;
